// Requests to the servers that answer versions of groups: over TLS, to an address of their service, with kept connections. No
// redirect is followed, no proxy is used.

import { type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { connectionFailure, hostPort } from '../outbound/connection-failure.ts';
import type { ServiceResolver } from '../outbound/contract/outbound.ts';
import type { OutgoingHeaders } from './identity-headers.ts';
import type { RemoteVersion } from './remote-versions.ts';

export interface RemoteConnectionOptions {
  readonly resolveService: ServiceResolver;
  /** PEM of the certificate by which other servers know this one, and its key. Absent: it presents none. */
  readonly client?: { readonly certificate: string; readonly privateKey: string };
  /** PEM of the authorities for services that name none; asked once. Undefined: Node's own list. */
  readonly systemRoots: () => Promise<string | undefined>;
}

export interface RemoteRequest {
  readonly method: string;
  /** With its query, encoded. */
  readonly path: string;
  readonly headers: OutgoingHeaders;
  readonly body?: Buffer;
  /** Aborts the request at any point. */
  readonly signal: AbortSignal;
}

/** The answer; `tunnel` where the server has changed to another protocol. */
export interface RemoteAnswer {
  readonly response: IncomingMessage;
  readonly tunnel?: { readonly socket: Duplex; readonly head: Buffer };
}

/** The server cannot be asked. The message is for clients. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const idleTime = 90_000;

export class RemoteConnection {
  readonly #options: RemoteConnectionOptions;
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 16, scheduling: 'lifo', timeout: idleTime });
  #roots: Promise<string | undefined> | undefined;

  constructor(options: RemoteConnectionOptions) {
    this.#options = options;
  }

  /** `host:port` of an address of the service now. Throws Error with the reason. */
  placeOf({ service }: Pick<RemoteVersion, 'service'>): { readonly host: string; readonly port: number } {
    return this.#options.resolveService(service);
  }

  /** The same as it stands in headers. Throws UnreachableError. */
  hostOf(remote: RemoteVersion): string {
    const { host, port } = this.#place(remote);
    return hostPort(host, port);
  }

  /**
   * Resolves with the head of the answer; its body is the caller's to read. `unchecked`: whatever certificate the server has. Rejects
   * with UnreachableError, or with the signal's reason.
   */
  async ask(remote: RemoteVersion, asked: RemoteRequest, unchecked = remote.insecure): Promise<RemoteAnswer> {
    const place = this.#place(remote);
    const ca = unchecked ? undefined : (remote.authority ?? (await this.#systemRoots()));
    const { name, namespace } = remote.service;
    const { client } = this.#options;
    asked.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const request = httpsRequest({
        agent: this.#agent,
        host: place.host,
        port: place.port,
        method: asked.method,
        path: asked.path,
        servername: `${name}.${namespace}.svc`,
        headers: { ...asked.headers, host: hostPort(place.host, place.port) },
        rejectUnauthorized: !unchecked,
        // A bundle may hold the certificate of the server itself in place of an authority: whatever is in it is trusted.
        ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
        ...(client === undefined ? {} : { cert: client.certificate, key: client.privateKey }),
      });
      const onAbort = (): void => void request.destroy(asked.signal.reason as Error);
      asked.signal.addEventListener('abort', onAbort, { once: true });
      request.once('close', () => asked.signal.removeEventListener('abort', onAbort));
      request.once('error', (error) => reject(this.#failure(error, asked.signal, place.host)));
      request.once('response', (response) => resolve({ response }));
      request.once('upgrade', (response, socket, head) => resolve({ response, tunnel: { socket, head } }));
      end(request, asked.body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #place(remote: RemoteVersion): { readonly host: string; readonly port: number } {
    try {
      return this.placeOf(remote);
    } catch (cause) {
      throw new UnreachableError('service unavailable', { cause });
    }
  }

  #failure(error: Error, signal: AbortSignal, host: string): Error {
    if (signal.aborted) return signal.reason as Error;
    return new UnreachableError(`error trying to reach service: ${connectionFailure(error, host).reason}`, {
      cause: error,
    });
  }

  async #systemRoots(): Promise<string | undefined> {
    try {
      return await (this.#roots ??= this.#options.systemRoots());
    } catch (cause) {
      this.#roots = undefined;
      throw new UnreachableError('the certificate authorities of the system cannot be read', { cause });
    }
  }
}

function end(request: ClientRequest, body: Buffer | undefined): void {
  if (body === undefined) request.end();
  else request.end(body);
}
