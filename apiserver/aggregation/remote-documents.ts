// What other servers say of the versions that they answer: their resources and their OpenAPI documents. Asked again each minute, and
// kept when a server cannot be asked.

import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type Published, publishedBytes } from '../discovery/published.ts';
import type { RemoteGroups, RemoteGroupVersion } from '../discovery/remote-groups.ts';
import { aggregator } from './availability.ts';
import { identityHeaders } from './identity-headers.ts';
import { newerDocument } from './older-document.ts';
import { discoveryOf, legacyDiscoveryOf } from './remote-discovery.ts';
import type { RemoteConnection } from './remote-connection.ts';
import type { RemoteVersion, RemoteVersions } from './remote-versions.ts';

export interface RemoteDocumentsOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly remotes: RemoteVersions;
  readonly connection: RemoteConnection;
}

interface Known {
  readonly resources: readonly object[];
  readonly fresh: boolean;
  readonly document: Published | undefined;
}

interface Answered {
  readonly type: string;
  readonly body: Buffer;
}

const unknown: Known = { resources: [], fresh: false, document: undefined };
/** Milliseconds that an answer may take. */
const patience = 5000;
/** Bytes of an answer that are read. */
const mostBytes = 16 * 2 ** 20;

export class RemoteDocuments implements RemoteGroups {
  readonly #options: RemoteDocumentsOptions;
  readonly #known = new Map<string, Known>();
  #changes = 0;

  constructor(options: RemoteDocumentsOptions) {
    this.#options = options;
  }

  get version(): number {
    return this.#options.remotes.version + this.#changes;
  }

  all(): readonly RemoteGroupVersion[] {
    return Array.from(this.#options.remotes.all().values(), (remote) => {
      const { resources, fresh, document } = this.#known.get(remote.name) ?? unknown;
      const { group, version, groupPriority, versionPriority, available } = remote;
      return { group, version, groupPriority, versionPriority, resources, fresh: fresh && available, document };
    });
  }

  /** Asks the server of a version. Whether it answered. Rejects with the signal's reason only. */
  async refresh(remote: RemoteVersion, signal: AbortSignal): Promise<boolean> {
    const before = this.#known.get(remote.name) ?? unknown;
    const resources = await this.#resources(remote, signal);
    const text = resources === undefined ? undefined : await this.#schema(remote, signal);
    const document = text === undefined ? before.document : publishedBytes(text);
    const next: Known = { resources: resources ?? before.resources, fresh: resources !== undefined, document };
    if (this.#options.remotes.all().has(remote.name)) this.#keep(remote.name, before, next);
    return next.fresh;
  }

  /** The version is no other server's any more. */
  forget(name: string): void {
    if (this.#known.delete(name)) this.#changes += 1;
  }

  #keep(name: string, before: Known, next: Known): void {
    const same =
      before.fresh === next.fresh &&
      before.document?.hash === next.document?.hash &&
      JSON.stringify(before.resources) === JSON.stringify(next.resources);
    this.#known.set(name, next);
    if (!same) this.#changes += 1;
  }

  async #resources(remote: RemoteVersion, signal: AbortSignal): Promise<readonly object[] | undefined> {
    const { vendor } = this.#options;
    const form = vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const accept = `${form},${form.replace('v=v2', 'v=v2beta1')}`;
    const whole = answered(await this.#read(remote, '/apis', accept, signal));
    if (whole !== undefined && whole.type.includes('APIGroupDiscoveryList')) {
      return discoveryOf(jsonOf(whole.body), remote.group, remote.version) ?? [];
    }
    const legacy = answered(await this.#read(remote, pathOf(remote), 'application/json', signal));
    return legacy === undefined ? undefined : legacyDiscoveryOf(jsonOf(legacy.body));
  }

  async #schema(remote: RemoteVersion, signal: AbortSignal): Promise<Buffer | undefined> {
    const index = await this.#read(remote, '/openapi/v3', 'application/json', signal);
    if (index === 'missing') return this.#olderSchema(remote, signal);
    if (index === undefined) return undefined;
    const { paths = {} } = (jsonOf(index.body) ?? {}) as {
      readonly paths?: Record<string, { serverRelativeURL?: string }>;
    };
    const path = pathOf(remote).slice(1);
    const address = Object.hasOwn(paths, path) ? paths[path]?.serverRelativeURL : undefined;
    if (typeof address !== 'string' || !address.startsWith('/openapi/v3/')) return undefined;
    const document = answered(await this.#read(remote, address, 'application/json', signal));
    return document === undefined || typeof jsonOf(document.body) !== 'object' ? undefined : document.body;
  }

  /** Of a server that has the older form only. */
  async #olderSchema(remote: RemoteVersion, signal: AbortSignal): Promise<Buffer | undefined> {
    const older = answered(await this.#read(remote, '/openapi/v2', 'application/json', signal));
    const text = older === undefined ? undefined : newerDocument(older.body.toString('utf8'), pathOf(remote));
    return text === undefined ? undefined : Buffer.from(text);
  }

  /** `missing`: the answer is 404. Undefined where it is another than 200, is too long or does not come. */
  async #read(
    remote: RemoteVersion,
    path: string,
    accept: string,
    signal: AbortSignal,
  ): Promise<Answered | 'missing' | undefined> {
    const { connection, clock, vendor } = this.#options;
    const over = new AbortController();
    const until = AbortSignal.any([signal, over.signal]);
    void clock.sleep(patience, until).then(
      () => over.abort(new Error('the server did not answer in time')),
      () => {},
    );
    try {
      const headers = { ...identityHeaders(aggregator(vendor)), accept };
      const { response } = await connection.ask(remote, { method: 'GET', path, headers, signal: until });
      const body = await bodyOf(response);
      if (response.statusCode === 404) return 'missing';
      if (response.statusCode !== 200 || body === undefined) return undefined;
      return { type: response.headers['content-type'] ?? '', body };
    } catch {
      signal.throwIfAborted();
      return undefined;
    } finally {
      over.abort();
    }
  }
}

function answered(answer: Answered | 'missing' | undefined): Answered | undefined {
  return answer === 'missing' ? undefined : answer;
}

function pathOf({ group, version }: RemoteVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

async function bodyOf(response: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
