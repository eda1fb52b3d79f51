// Gets documents of an identity provider over TLS: discovery, keys, distributed claims. Bounded in size, time and redirects, and
// never without TLS.

import { type Connection, connect } from '../../../shared/client/connection/connection.ts';
import { productVersion } from '../../../shared/process/host/product-version.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';

export interface FetchedDocument {
  readonly text: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface DocumentFetcher {
  /** Rejects with an Error that names the address, also for any status but 200. */
  fetch(url: string, options?: { readonly signal?: AbortSignal; readonly token?: string }): Promise<FetchedDocument>;
  close(): Promise<void>;
}

const longestDocument = 1024 * 1024;
const patience = 30_000;
const mostRedirects = 10;
/** Kept connections: of the provider, and of those that its documents name. */
const mostOrigins = 16;

/** `certificateAuthority`: PEM; undefined: those that Node trusts. */
export function documentFetcher(certificateAuthority: string | undefined, clock: Clock): DocumentFetcher {
  const connections = new Map<string, Connection>();
  const connectionOf = (origin: string): Connection => {
    let connection = connections.get(origin);
    if (connection === undefined) {
      const authority = certificateAuthority === undefined ? {} : { authority: { pem: certificateAuthority } };
      const options = { userAgent: `orch-apiserver/${productVersion()}`, clock, unref: true };
      connection = connect({ server: origin, ...authority, credentials: {} }, options);
      if (connections.size < mostOrigins) connections.set(origin, connection);
    }
    return connection;
  };
  const once = async (url: URL, signal: AbortSignal, token: string | undefined): Promise<FetchedDocument | URL> => {
    if (url.protocol !== 'https:') throw new Error(`${url.href}: it is not https`);
    const response = await connectionOf(url.origin).transport({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      headTimeout: 0,
      signal,
    });
    const { location } = response.headers;
    if (response.status >= 300 && response.status < 400 && typeof location === 'string') {
      return new URL(location, url);
    }
    const text = await readShort(response.body);
    if (response.status !== 200) throw new Error(`${url.href} answered ${response.status}`);
    return { text, headers: response.headers };
  };
  return {
    async fetch(url, { signal, token } = {}) {
      const over = new AbortController();
      clock.sleep(patience, over.signal).then(
        () => over.abort(new Error(`${url}: there is no answer after ${patience / 1000} seconds`)),
        () => {},
      );
      const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
      try {
        let next = new URL(url);
        for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
          // A token is for the one who was named, not for whom it names.
          const answer = await once(next, either, next.origin === new URL(url).origin ? token : undefined);
          if (!(answer instanceof URL)) return answer;
          next = answer;
        }
        throw new Error(`${url}: it redirects more than ${mostRedirects} times`);
      } finally {
        over.abort();
      }
    },
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.close()));
    },
  };
}

async function readShort(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longestDocument) throw new Error(`the document is longer than ${longestDocument} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
