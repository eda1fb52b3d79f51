// A connection on which a case writes arbitrary bytes and reads what the target sends. For requests that no library
// would send, and for clients that never finish a request.

import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { limits } from '../contract/limits.ts';
import type { Clock } from '../time/clock.ts';
import { limitOf } from '../time/own-time.ts';
import type { Endpoint, HttpVersion, TlsIdentity } from './connection.ts';

export interface RawSocket {
  /** The target's value of the `Host` header. */
  readonly host: string;
  /** The prefix of every path; '' for most targets. */
  readonly prefix: string;
  /** The `Authorization` header of the caller. '': the caller has a client certificate, or no credentials. */
  readonly authorization: string;
  /** Every byte received so far. */
  readonly received: Buffer;
  /** Whether the connection is closed. */
  readonly ended: boolean;
  /**
   * Resolves when the operating system has accepted the bytes, or the connection is closed. Text is encoded as Latin-1.
   */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Closes the sending side; data from the target is still read. */
  finish(): void;
  /**
   * Calls `look` for each received piece and at the end, and returns its first result. Returns undefined after `within`
   * milliseconds.
   */
  until<T>(look: (socket: RawSocket) => T | undefined, within?: number): Promise<T | undefined>;
  close(): void;
}

export interface RawSocketOptions {
  readonly endpoint: Endpoint;
  readonly identity: TlsIdentity;
  readonly token?: string;
  readonly version: HttpVersion;
  readonly clock: Clock;
  /** The connection is closed when it aborts. */
  readonly signal: AbortSignal;
}

/** Resolves when the connection is open. Rejects with the system's error, or after `limits.look`. */
export async function openRawSocket(options: RawSocketOptions): Promise<RawSocket> {
  const { endpoint, identity, version, signal, clock } = options;
  const socket = dial(endpoint, identity, version);
  const stop = () => socket.destroy();
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  const limit = limitOf(clock, limits.look);
  void limit.ended.then(() => {
    if (limit.isOver) socket.destroy(new Error(`no connection within ${limits.look} ms`));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once(endpoint.server.startsWith('http:') ? 'connect' : 'secureConnect', resolve);
    });
  } finally {
    limit.lift();
  }
  return new OpenSocket(socket, options);
}

/** Opens a socket: TLS with this version of HTTP, or plain TCP for an `http:` address. */
export function dial(
  { server, ca, insecure, serverName }: Endpoint,
  identity: TlsIdentity,
  version: HttpVersion,
): Socket {
  const url = new URL(server);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:') return connectPlain({ host, port: Number(url.port || 80), noDelay: true });
  const socket = connectTls({
    host,
    port: Number(url.port || 443),
    ALPNProtocols: [version],
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(identity.certificate === undefined ? {} : { cert: identity.certificate }),
    ...(identity.key === undefined ? {} : { key: identity.key }),
  });
  return socket.setNoDelay(true);
}

class OpenSocket implements RawSocket {
  readonly host: string;
  readonly prefix: string;
  readonly authorization: string;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #chunks: Buffer[] = [];
  #ended = false;
  #wakers = new Set<() => void>();

  constructor(socket: Socket, { endpoint, token, clock, signal }: RawSocketOptions) {
    const url = new URL(endpoint.server);
    this.host = url.host;
    this.prefix = url.pathname.replace(/\/$/, '');
    this.authorization = token === undefined ? '' : `Bearer ${token}`;
    this.#socket = socket;
    this.#clock = clock;
    this.#signal = signal;
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#wake();
    });
    // A connection reset counts as a normal end.
    socket.on('error', () => {});
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  get received(): Buffer {
    const [first, ...others] = this.#chunks;
    if (first === undefined) return Buffer.alloc(0);
    if (others.length > 0) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? first;
  }

  get ended(): boolean {
    return this.#ended;
  }

  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.#ended || !this.#socket.writable) {
        resolve();
        return;
      }
      this.#socket.once('close', resolve);
      this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => {
        this.#socket.off('close', resolve);
        resolve();
      });
    });
  }

  finish(): void {
    this.#socket.end();
  }

  async until<T>(look: (socket: RawSocket) => T | undefined, within: number = limits.request): Promise<T | undefined> {
    const limit = limitOf(this.#clock, within);
    try {
      for (;;) {
        const found = look(this);
        if (found !== undefined || this.#ended || limit.isOver) return found;
        this.#signal.throwIfAborted();
        await Promise.race([this.#next(), limit.ended]);
      }
    } finally {
      limit.lift();
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#wakers.add(resolve));
  }

  #wake(): void {
    const wakers = this.#wakers;
    this.#wakers = new Set();
    for (const wake of wakers) wake();
  }
}
