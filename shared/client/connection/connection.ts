// A transport over the network, with undici. It uses HTTP/1.1 with kept-alive connections on purpose: with HTTP/2, a
// GOAWAY of the server broke all requests and watches of the connection. With HTTP/1.1 each watch has its own connection.

import { setMaxListeners } from 'node:events';

import type { Clock } from '../../process/time/clock.ts';
import { awake, keepAwake } from '../../process/async/awake.ts';
import { systemClock } from '../../process/time/system-clock.ts';
import type { Vendor } from '../../vendor/vendor.ts';
import { AgentHolder } from './agents.ts';
import type { ConnectionConfig } from './connection-config.ts';
import type { CredentialSource } from './credential-source.ts';
import { credentialsFrom, pemReader } from './credential-source.ts';
import { execCredentials } from './exec-credential.ts';
import { impersonationHeaders } from './impersonation.ts';
import type * as Network from './network-library.ts';
import type { Transport, TransportRequest, TransportResponse } from '../contract/transport.ts';

export interface ConnectOptions {
  /** Default `orchkit`. */
  readonly userAgent?: string;
  /** Default the system's. */
  readonly clock?: Clock;
  /** Replaces the credentials of the config. */
  readonly credentials?: CredentialSource;
  /** The vendor whose API names credential plugins get; required when the config has a plugin. */
  readonly vendor?: Vendor;
  /** Milliseconds for TCP and TLS together; default 10,000. */
  readonly connectTimeout?: number;
  /** Most connections at once; further requests wait. Default: no limit. */
  readonly connections?: number;
  /** Whether connections and watches do not keep the process alive; other requests do until they are answered. Default false. */
  readonly unref?: boolean;
}

export interface Connection {
  readonly server: string;
  readonly transport: Transport;
  /** Breaks every connection, including requests and watches in flight; later requests open new ones. */
  dropConnections(): Promise<void>;
  /** Like `dropConnections`, but later requests reject. */
  close(): Promise<void>;
}

/** There was no HTTP response: not resolved, not connected, not trusted, broken or too late; see `cause`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const defaultHeadTimeout = 30_000;

/** Opens nothing yet. Throws ExecCredentialError for a credential plugin that can never be run. */
export function connect(config: ConnectionConfig, options: ConnectOptions = {}): Connection {
  const clock = options.clock ?? systemClock;
  const source = options.credentials ?? sourceFor(config, clock, options.vendor);
  const authority = config.authority === undefined ? undefined : pemReader(config.authority, clock);
  const { connectTimeout = 10_000, connections, unref = false } = options;
  const agents = new AgentHolder(config, { clock, connectTimeout, connections, unref });
  const { impersonate } = config.credentials;
  const asOther = impersonate === undefined ? {} : impersonationHeaders(impersonate);
  const { origin, pathname } = new URL(config.server);
  const prefix = pathname.replace(/\/+$/, '');
  // Loaded with the first request: the library takes longer to load than a program takes to start. Kept, because a
  // bundled program copies its names at every import.
  let library: Promise<typeof Network> | undefined;

  const attempt: Transport = async (request) => {
    try {
      const credentials = await unlessAborted(source.current(), request.signal);
      const material = { authority: await authority?.read(), certificate: credentials.certificate };
      library ??= import('./network-library.ts');
      const loaded = await library;
      // The request starts in the same turn of the event loop: a replaced agent waits for the requests that it has.
      const response = await agents.current(loaded, material).request({
        origin,
        path: prefix + request.path,
        method: request.method,
        headers: {
          'user-agent': options.userAgent ?? 'orchkit',
          ...(credentials.token === undefined ? {} : { authorization: `Bearer ${credentials.token}` }),
          // A request with impersonation headers of its own does not get those of the connection.
          ...(impersonates(request) ? {} : asOther),
          ...request.headers,
        },
        body: request.body ?? null,
        headersTimeout: request.headTimeout ?? defaultHeadTimeout,
        bodyTimeout: 0,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
      if (response.statusCode === 401) source.refused(credentials);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: bodyOf(response.body, request, { server: config.server, keeps: keeps(request) }),
      };
    } catch (error) {
      throw failureOf(error, request, config.server);
    }
  };
  const keeps = ({ path }: TransportRequest): boolean => unref && !isWatch(path);
  const transport: Transport = async (request) => {
    request.signal?.throwIfAborted();
    // One signal may end many requests; undici removes its listener with each.
    if (request.signal !== undefined) setMaxListeners(0, request.signal);
    try {
      return await (keeps(request) ? awake(attempt(request)) : attempt(request));
    } catch (error) {
      // The server may close a kept-alive connection just when it is used again: a read is sent once more.
      if (request.method !== 'GET' || !isBroken(error)) throw error;
      return attempt(request);
    }
  };
  return {
    server: config.server,
    transport,
    dropConnections: () => agents.drop(),
    close: () => agents.close(),
  };
}

/** What is waited for, or the signal's reason: a credential plugin may take minutes, and continues for the next caller. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

async function* bodyOf(
  body: AsyncIterable<unknown>,
  request: TransportRequest,
  { server, keeps }: { readonly server: string; readonly keeps: boolean },
): TransportResponse['body'] & AsyncGenerator<Uint8Array> {
  const letGo = keeps ? keepAwake() : undefined;
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    throw failureOf(error, request, server);
  } finally {
    letGo?.();
  }
}

function isWatch(path: string): boolean {
  const asked = new URLSearchParams(path.split('?')[1]).get('watch');
  return asked === 'true' || asked === '1';
}

function failureOf(error: unknown, request: TransportRequest, server: string): unknown {
  if (request.signal?.aborted === true) return request.signal.reason;
  const text = error instanceof Error ? error.message : String(error);
  const path = request.path.split('?', 1)[0];
  const remedy = isUntrusted(error) ? ' (is it of the certificate-authority in the connection file?)' : '';
  return new ConnectionError(`${request.method} ${server}${path}: ${text}${remedy}`, { cause: error });
}

/** Whether the server's certificate was refused because no trusted authority has signed it. */
function isUntrusted(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && untrusted.has(code);
}

const untrusted: ReadonlySet<string> = new Set([
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function sourceFor(config: ConnectionConfig, clock: Clock, vendor: Vendor | undefined): CredentialSource {
  const { exec, certificate, token, tokenFile } = config.credentials;
  const fixed = credentialsFrom(config.credentials, clock);
  // Credentials in the file itself take precedence: then no program runs, which might prompt the user.
  if (exec === undefined || certificate !== undefined || token !== undefined || tokenFile !== undefined) return fixed;
  if (vendor === undefined) throw new TypeError('a connection with a credential plugin needs a vendor');
  return execCredentials({ exec, connection: config, vendor, clock });
}

function impersonates({ headers = {} }: TransportRequest): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'impersonate-user');
}

/** The connection ended before the head of the answer. */
function isBroken(error: unknown): boolean {
  const code = ((error as Error).cause as { code?: unknown } | undefined)?.code;
  return error instanceof ConnectionError && (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE');
}
