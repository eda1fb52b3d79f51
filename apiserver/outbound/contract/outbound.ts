// The contract of calls that the server makes to programs of its users over HTTPS: admission and conversion webhooks, token and
// authorization webhooks. A call is a POST of a JSON body that is answered with a JSON body.
//
// - A name is resolved once for each connection, and a service reference once for each call. Redirects are not followed, no proxy
//   is used, whatever the environment says, unless a connection file names one, and no cookie is kept.
// - The whole call (name, connection, TLS, request, answer) has one time limit, and the answer a limit in bytes.
// - Connections are kept for later calls with the same address and authorities.
// - Every failure is an `OutboundError` (see `outbound-error.ts`) with one of the faults below. When the caller's signal aborts,
//   the call rejects with the signal's reason instead.

import type { Connection } from '../../../shared/client/connection/connection.ts';

/** A service of the cluster; it is reached at an address from `ServiceResolver`. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  /** Port of the service; default 443. */
  readonly port?: number;
  /** Default '/'. */
  readonly path?: string;
}

/** What objects of users name. The certificate must have the host of the URL, or `<name>.<namespace>.svc`. */
export type NamedTarget = {
  /** PEM of the authorities that may have signed the certificate of the target. Default: those of the system. */
  readonly authority?: string;
} & (
  | { /** `https://host[:port][/path]`, without user information, query and fragment. */ readonly url: string }
  | { readonly service: ServiceReference }
);

/** What a connection file of the administrator describes: way, trust and credentials are the connection's. */
export interface ConnectedTarget {
  readonly connection: Pick<Connection, 'server' | 'transport'>;
}

export type OutboundTarget = NamedTarget | ConnectedTarget;

export interface OutboundCall {
  /** Who calls, for the metrics: one of few words, such as `admission`. */
  readonly purpose: string;
  /** JSON. */
  readonly body: string | Buffer;
  /** Without `?`; default none. */
  readonly query?: string;
  /** Default: that of the client. */
  readonly userAgent?: string;
  /** Milliseconds for the whole call. */
  readonly timeout: number;
  /** Most bytes of the answer; default 8 MiB. */
  readonly maxBytes?: number;
  /**
   * Whether the call is sent again, within its time and at most ten times, when 429 or a status from 500 on says after how many
   * seconds (Retry-After). Default false.
   */
  readonly comesAgain?: boolean;
  readonly signal: AbortSignal;
}

/**
 * - `unresolved`: the service reference leads nowhere, the name of the host has no address, or the URL is none.
 * - `unreachable`: no connection, or it broke before the answer was complete.
 * - `untrusted`: TLS failed: authority, name or date of the certificate, or no TLS at all.
 * - `timeout`: the time limit has passed.
 * - `status`: an HTTP status that is not 2xx, redirects included.
 * - `too-large`: the answer has more bytes than allowed, or too many headers.
 * - `not-json`: the body of the answer is not JSON.
 * - `closed`: the client has been closed, because the server stops.
 */
export type OutboundFault =
  | 'unresolved'
  | 'unreachable'
  | 'untrusted'
  | 'timeout'
  | 'status'
  | 'too-large'
  | 'not-json'
  | 'closed';

export interface OutboundCaller {
  /** The JSON value of a 2xx answer, whatever its Content-Type; integers beyond 2^53 are bigint. Rejects as described above. */
  postJson(target: OutboundTarget, call: OutboundCall): Promise<unknown>;
}

/** Where a service can be reached now. Throws Error with a message for clients. */
export type ServiceResolver = (service: Required<Omit<ServiceReference, 'path'>>) => {
  readonly host: string;
  readonly port: number;
};
