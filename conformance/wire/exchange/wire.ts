// A caller: an identity that sends requests and records the exchanges. Immutable; a case derives other callers from it
// (`withHeaders`). Unlike a client library it never retries, follows redirects or interprets.

import type { ConnectionResponse, Connection } from './connection.ts';
import { systemClock } from '../time/clock.ts';
import { type ResponseHeaders, Exchange, type SentRequest } from './exchange.ts';
import type { Transcript } from './transcript.ts';
import { limits } from '../contract/limits.ts';
import { abortingLimit } from '../time/own-time.ts';
import { WatchStream } from './watch.ts';

/** Header values; a list sends the header several times. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Options of a request besides method, path and body. */
export interface SendOptions {
  /** Query parameters, which are encoded. A path may also carry a raw query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Headers;
  /** `Accept`; absent: the header is not sent. */
  readonly accept?: string;
  /**
   * `Content-Type` of the body; absent: application/json, or none for a request without body. Empty: the header is not
   * sent.
   */
  readonly contentType?: string;
}

/** Short names of the patch types. */
const patchTypes: Readonly<Record<string, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

const hidden = new Set(['authorization', 'cookie']);

/** An identity on a connection. */
export class Wire {
  readonly #connection: Connection;
  readonly #headers: Headers;
  readonly #journal: Transcript;
  readonly #signal: AbortSignal;

  constructor(connection: Connection, headers: Headers, journal: Transcript, signal: AbortSignal) {
    this.#connection = connection;
    this.#headers = headers;
    this.#journal = journal;
    this.#signal = signal;
  }

  /** Returns the same caller with more headers on every request. */
  withHeaders(headers: Headers): Wire {
    return new Wire(this.#connection, { ...this.#headers, ...headers }, this.#journal, this.#signal);
  }

  /** Sends GET. */
  get(path: string, options: SendOptions = {}): Promise<Exchange> {
    return this.send('GET', path, undefined, options);
  }

  /** Sends POST. An object is sent as JSON; a string or bytes are sent unchanged. */
  post(path: string, body: unknown, options: SendOptions = {}): Promise<Exchange> {
    return this.send('POST', path, body, options);
  }

  /** Sends PUT. */
  put(path: string, body: unknown, options: SendOptions = {}): Promise<Exchange> {
    return this.send('PUT', path, body, options);
  }

  /** Sends PATCH; `type` is json, merge, strategic, apply, or a whole media type. */
  patch(path: string, type: string, body: unknown, options: SendOptions = {}): Promise<Exchange> {
    return this.send('PATCH', path, body, { contentType: patchTypes[type] ?? type, ...options });
  }

  /** Sends DELETE, with delete options when given. */
  delete(path: string, body?: unknown, options: SendOptions = {}): Promise<Exchange> {
    return this.send('DELETE', path, body, options);
  }

  /** Sends any request and reads the whole response within `limits.request`. */
  async send(method: string, path: string, body: unknown, options: SendOptions = {}): Promise<Exchange> {
    const { target, headers, bytes } = this.#compose(path, body, options);
    const words = `no answer to ${method} ${target} within ${limits.request} ms`;
    const limit = abortingLimit(systemClock, limits.request, words);
    try {
      const signal = AbortSignal.any([this.#signal, limit.signal]);
      const answer = await this.#connection.open(method, target, headers, bytes, signal);
      const content = new Uint8Array(await answer.body.arrayBuffer());
      const exchange = new Exchange(
        recorded(method, target, headers, bytes),
        answer.statusCode,
        headersOf(answer.headers),
        content,
      );
      this.#journal.add(exchange);
      return exchange;
    } finally {
      limit.lift();
    }
  }

  /**
   * Opens a watch. The stream ends with the case at the latest. A refused watch is returned as a stream with that
   * status.
   */
  async watch(
    path: string,
    query: Readonly<Record<string, string>> = {},
    options: SendOptions = {},
  ): Promise<WatchStream> {
    const ended = new AbortController();
    const signal = AbortSignal.any([this.#signal, ended.signal]);
    const { target, headers } = this.#compose(path, undefined, { ...options, query: { watch: '1', ...query } });
    const answer = await this.#connection.open('GET', target, headers, undefined, signal);
    const request = recorded('GET', target, headers, undefined);
    const opened = new Exchange(request, answer.statusCode, headersOf(answer.headers), new Uint8Array());
    if (answer.statusCode === 200) {
      this.#journal.add(opened);
      return new WatchStream(opened, answer.body, ended);
    }
    const content = new Uint8Array(await answer.body.arrayBuffer());
    const refused = new Exchange(request, answer.statusCode, opened.headers, content);
    this.#journal.add(refused);
    return new WatchStream(refused, undefined, ended);
  }

  /**
   * Forwards a request of another client, unchanged except for the credentials, and returns the response unread. Such
   * requests are not recorded in the transcript.
   */
  forward(
    method: string,
    path: string,
    headers: Headers,
    body: Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<ConnectionResponse> {
    const until = AbortSignal.any([this.#signal, signal]);
    return this.#connection.open(method, path, { ...headers, ...this.#headers }, body, until);
  }

  #compose(path: string, body: unknown, options: SendOptions) {
    const query = new URLSearchParams(options.query ?? {}).toString();
    const target = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const bytes =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const contentType = options.contentType ?? (bytes === undefined ? '' : 'application/json');
    const headers: Headers = {
      ...this.#headers,
      ...(options.accept === undefined ? {} : { accept: options.accept }),
      ...(contentType === '' ? {} : { 'content-type': contentType }),
      ...options.headers,
    };
    return { target, headers, bytes };
  }
}

function recorded(method: string, path: string, headers: Headers, body: string | Uint8Array | undefined): SentRequest {
  const open = Object.entries(headers).map(([name, value]) => [
    name,
    hidden.has(name.toLowerCase()) ? '(hidden)' : value,
  ]);
  return {
    method,
    path,
    headers: Object.fromEntries(open) as Headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : `${body.length} bytes` }),
  };
}

function headersOf(raw: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders {
  const headers = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(raw))
    if (value !== undefined) headers.set(name.toLowerCase(), [value].flat());
  return headers;
}
