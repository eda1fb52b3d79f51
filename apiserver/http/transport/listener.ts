// One TLS port for HTTP/2, HTTP/1.1 and WebSocket. Client certificates are requested, never required: authentication
// decides whether one is valid. All limits of the transport are here (requirements LIM).

import { X509Certificate } from 'node:crypto';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import {
  createServer as createSecureServer,
  type DetailedPeerCertificate,
  type SecureContextOptions,
  type Server,
  type TLSSocket,
} from 'node:tls';
import { BodyBudget } from './body/body-budget.ts';
import { ConnectionMetrics } from './connection/connection-metrics.ts';
import type { ConnectionFacts } from './http2/exchange-http2.ts';
import type { Handler } from './local/exchange-local.ts';
import { HandshakePace } from './connection/handshake-pace.ts';
import { FrameMemory } from './http2/frame/frame-output.ts';
import { headerTimeout, serveHttp1 } from './http1/serve-http1.ts';
import { type Http2Options, ServedConnection } from './http2/serve-http2.ts';
import type { StalledWriters } from './write/stalled-writers.ts';
import type { FlushScheduler } from './write/flush-scheduler.ts';

const defaultStreams = 100;

export interface ListenerOptions {
  /** PEM: serving certificate with its chain, and its key. */
  readonly certificate: string | Buffer;
  readonly privateKey: string | Buffer;
  /** PEM bundle of the CAs whose client certificates are asked for; absent: none are asked for. */
  readonly clientCa?: string | Buffer;
  /** Address to bind; default 127.0.0.1. */
  readonly address?: string;
  /** 0 (default): any free port. */
  readonly port?: number;
  /** Oldest version of TLS; default 1.2. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
  /** As OpenSSL writes them; default: those of Node.js. */
  readonly ciphers?: string;
  /** Further certificates by the name that a client asks for; without names those of the certificate count. */
  readonly named?: readonly NamedCertificate[];
  /** Whether other processes may listen on the same port. Default false. */
  readonly sharePort?: boolean;
  /** Asked with every request over HTTP/2: true makes the client open a new connection for what it asks next. */
  readonly sendAway?: () => boolean;
  /** Milliseconds without a byte that the rest of an HTTP/1.1 body may take once its request is answered; default 5,000. */
  readonly unfinishedBody?: number;
  /** Streams at once on one HTTP/2 connection; 0 (default): 100. */
  readonly maxStreams?: number;
  /** Filled by the listener. Default: counted and not read. */
  readonly connectionMetrics?: ConnectionMetrics;
  /** Memory for bodies of requests; default: one of this listener. */
  readonly budget?: BodyBudget;
  readonly answer: Handler;
  readonly stalled: StalledWriters;
  readonly rounds: FlushScheduler;
  /** Whether neither the port nor a connection keeps the process alive. Default false. */
  readonly unref?: boolean;
}

export interface NamedCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Host names, `*.example.com` for all directly below one. */
  readonly names: readonly string[];
}

/** A bound listener. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  /** Serves another certificate to new connections. */
  renew(certificate: string | Buffer, privateKey: string | Buffer): void;
  /** Accepts nothing new and sends GOAWAY to connected clients; open streams go on. */
  stopAccepting(): void;
  /** Ends every connection within `grace` milliseconds, then by force. Resolves when the port is free. */
  close(grace: number): Promise<void>;
}

/** Binds and serves. Rejects with the system's error when the port is taken or forbidden. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const maxStreams = options.maxStreams === undefined || options.maxStreams === 0 ? defaultStreams : options.maxStreams;
  const secure = createSecureServer({
    ALPNProtocols: ['h2', 'http/1.1'],
    cert: options.certificate,
    key: options.privateKey,
    ...(options.clientCa === undefined ? {} : { ca: options.clientCa, requestCert: true, rejectUnauthorized: false }),
    ...versionsOf(options),
    handshakeTimeout: headerTimeout,
  });
  // Of several contexts for one name Node takes the one that was added last.
  for (const named of (options.named ?? []).toReversed()) {
    addNamed(secure, options, named);
  }
  const { connectionMetrics = new ConnectionMetrics(), budget = new BodyBudget() } = options;
  const sockets = new Map<TLSSocket, ServedConnection | undefined>();
  const http1 = serveHttp1({ ...options, budget, factsOf });
  const http2: Http2Options = { ...options, maxStreams, connectionMetrics, budget, memory: new FrameMemory() };
  secure.on('secureConnection', (socket) => {
    socket.setNoDelay(true);
    if (options.unref === true) socket.unref();
    socket.on('close', () => {
      sockets.delete(socket);
      connectionMetrics.open = sockets.size;
    });
    const isHttp2 = socket.alpnProtocol === 'h2';
    sockets.set(socket, isHttp2 ? new ServedConnection(socket, factsOf(socket), http2) : undefined);
    connectionMetrics.open = sockets.size;
    if (!isHttp2) http1.emit('connection', socket);
  });
  // Handshakes that fail are the client's affair.
  secure.on('tlsClientError', (_error, socket) => socket.destroy());
  const pace = new HandshakePace((socket) => void secure.emit('connection', socket), connectionMetrics, headerTimeout);
  const server = createServer({ pauseOnConnect: true }, (socket) => pace.add(socket));
  await bind(server, options);
  if (options.unref === true) server.unref();
  // Listened for from the start: it may come as soon as nothing is accepted any more.
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const bound = server.address() as AddressInfo;
  const stopAccepting = (): void => {
    if (server.listening) server.close();
    pace.end();
    for (const connection of sockets.values()) connection?.close();
  };
  return {
    address: bound.address,
    port: bound.port,
    renew: (cert, key) =>
      secure.setSecureContext({
        cert,
        key,
        ...(options.clientCa === undefined ? {} : { ca: options.clientCa }),
        ...versionsOf(options),
      }),
    stopAccepting,
    close: async (grace) => {
      stopAccepting();
      http1.close();
      endHttp1(sockets);
      const force = setTimeout(() => {
        for (const socket of sockets.keys()) socket.destroy();
      }, grace);
      await closed;
      clearTimeout(force);
    },
  };
}

function versionsOf({
  minVersion = 'TLSv1.2',
  ciphers,
}: ListenerOptions): Pick<SecureContextOptions, 'ciphers' | 'minVersion'> {
  return { minVersion, ...(ciphers === undefined ? {} : { ciphers }) };
}

/** Of two certificates for one name the first one counts. Throws for one that cannot be read. */
function addNamed(server: Server, options: ListenerOptions, named: NamedCertificate): void {
  const own = new X509Certificate(named.certificate).subjectAltName ?? '';
  const names =
    named.names.length > 0 ? named.names : [...own.matchAll(/(?:^|, )DNS:([^,"]+)/g)].map(([, name = '']) => name);
  const context = {
    cert: named.certificate,
    key: named.privateKey,
    ...(options.clientCa === undefined ? {} : { ca: options.clientCa }),
    ...versionsOf(options),
  };
  for (const name of names) {
    server.addContext(name, context);
  }
}

function bind(server: NetServer, options: ListenerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const where = {
      host: options.address ?? '127.0.0.1',
      port: options.port ?? 0,
      backlog: 1024,
      ...(options.sharePort === true ? { reusePort: true } : {}),
    };
    server.listen(where, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve();
    });
  });
}

function factsOf(socket: TLSSocket): ConnectionFacts {
  return { remoteAddress: socket.remoteAddress ?? '', certificateChain: chainOf(socket) };
}

/** Leaf first. Node links certificates in a circle at the root. */
function chainOf(socket: TLSSocket): readonly Buffer[] {
  const chain: Buffer[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (certificate?.raw !== undefined && chain.length < 10) {
    chain.push(certificate.raw);
    certificate = certificate.issuerCertificate === certificate ? undefined : certificate.issuerCertificate;
  }
  return chain;
}

/** HTTP/1.1 connections without a request under way have nothing that would end them. */
function endHttp1(sockets: ReadonlyMap<TLSSocket, ServedConnection | undefined>): void {
  for (const [socket, connection] of sockets) {
    if (connection === undefined) socket.end();
  }
}
