// The contract of calls that the server makes to programs of its users over HTTPS: admission and conversion webhooks, token and
// authorization webhooks. A call is a POST of a JSON body that is answered with a JSON body.
//
// - A name is resolved once for each connection, and a service reference once for each call. Redirects are not followed, no proxy
//   is used, whatever the environment says, and no cookie is kept.
// - The whole call (name, connection, TLS, request, answer) has one time limit, and the answer a limit in bytes.
// - Connections are kept for later calls with the same address, authorities, server name and client certificate.
// - Every failure is an `OutboundError` (see `outbound-error.ts`) with one of the faults below. When the caller's signal aborts,
//   the call rejects with the signal's reason instead.

import type { CredentialSource } from '../../../shared/client/connection/credential-source.ts';

/** A service of the cluster; it is reached at an address from `ServiceResolver`. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  /** Port of the service; default 443. */
  readonly port?: number;
  /** Default '/'. */
  readonly path?: string;
}

interface TargetOptions {
  /** PEM of the authorities that may have signed the certificate of the target. Default: those of the system. */
  readonly authority?: string;
  /** The name that the certificate must have. Default: the host of the URL, or `<name>.<namespace>.svc`. */
  readonly serverName?: string;
  /** Whether any certificate is accepted. Only where a file of the administrator says so. Default false. */
  readonly insecure?: boolean;
  /** Client certificate, bearer token, or both. Default: none. */
  readonly credentials?: CredentialSource;
}

/** `url`: `https://host[:port][/path]`, without user information, query and fragment. */
export type OutboundTarget = TargetOptions &
  (
    | { readonly url: string; readonly service?: undefined }
    | { readonly service: ServiceReference; readonly url?: undefined }
  );

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
 * - `credentials`: the client certificate or token of the caller cannot be read.
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
  | 'credentials'
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
