// The sockets to a target: one pool per TLS identity and HTTP version. A connection adds no headers of its own, so that
// a case decides every byte that matters.

import { Agent, type Dispatcher } from 'undici';

/** TLS identity of a caller. Every field is optional; without any the caller has no certificate. PEM texts. */
export interface TlsIdentity {
  readonly certificate?: string;
  readonly key?: string;
}

/** How to reach a target. */
export interface Endpoint {
  /** `https://host:port`, optionally with a prefix for all paths. */
  readonly server: string;
  /** PEM certificates to trust; absent: those of the system. */
  readonly ca?: string;
  /** Accept any server certificate. Only for test set-ups. */
  readonly insecure?: boolean;
  /** Name for the verification of the server certificate, if it is not the host. */
  readonly serverName?: string;
}

/** HTTP version of a connection. */
export type HttpVersion = 'http/1.1' | 'h2';

/** A response with an unread body. */
export type ConnectionResponse = Dispatcher.ResponseData;

/** A pool of sockets with one identity. Close it when the run is over. */
export class Connection {
  readonly endpoint: Endpoint;
  readonly #agent: Agent;
  readonly #origin: string;
  readonly #prefix: string;

  constructor(endpoint: Endpoint, identity: TlsIdentity = {}, version: HttpVersion = 'http/1.1') {
    this.endpoint = endpoint;
    const url = new URL(endpoint.server);
    this.#origin = url.origin;
    this.#prefix = url.pathname === '/' ? '' : url.pathname.replace(/\/$/, '');
    this.#agent = new Agent({
      allowH2: version === 'h2',
      connections: 32,
      pipelining: 1,
      bodyTimeout: 0,
      headersTimeout: 0,
      connect: {
        ...(endpoint.ca === undefined ? {} : { ca: endpoint.ca }),
        ...(endpoint.serverName === undefined ? {} : { servername: endpoint.serverName }),
        ...(endpoint.insecure ? { rejectUnauthorized: false } : {}),
        ...(identity.certificate === undefined ? {} : { cert: identity.certificate }),
        ...(identity.key === undefined ? {} : { key: identity.key }),
      },
    });
  }

  /** Sends one request and returns the response with an unread body. Rejects on network errors and on abort. */
  open(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | readonly string[]>>,
    body: string | Uint8Array | undefined,
    signal: AbortSignal,
  ): Promise<ConnectionResponse> {
    return this.#agent.request({
      origin: this.#origin,
      path: `${this.#prefix}${path}`,
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()])),
      ...(body === undefined ? {} : { body }),
      signal,
    });
  }

  /** Closes all sockets at once. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
