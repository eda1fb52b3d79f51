// One TLS port for HTTP/2, HTTP/1.1 and WebSocket. Client certificates are asked for, never demanded: whether one counts
// is authentication's question. All limits of the transport stand here (wire section 15.3).

import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { DetailedPeerCertificate, SecureContextOptions, TLSSocket } from 'node:tls';
import type { WebSocketServer } from 'ws';
import { Http1Exchange } from './exchange-http1.ts';
import { ConnectionFigures } from './connection-figures.ts';
import type { ConnectionFacts } from './exchange-http2.ts';
import type { Answer } from './exchange-local.ts';
import { UpgradeExchange } from './exchange-websocket.ts';
import { headFault, refusalText } from './request-head.ts';
import { serveHttp2 } from './serve-http2.ts';
import type { StalledWriters } from './stalled-writers.ts';
import type { WriteRounds } from './write-rounds.ts';

const headerLimit = 1024 * 1024;
const headerTimeout = 32_000;
const idleTimeout = 90_000;
const defaultStreams = 100;
/** How every sub-protocol begins that carries a bearer token. */
const tokenProtocol = 'base64url.bearer.';
/** Memory that one HTTP/2 connection may hold, in megabytes: Node's 10 do not carry hundreds of watches. */
const sessionMemory = 256;

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
  readonly figures?: ConnectionFigures;
  readonly answer: Answer;
  readonly stalled: StalledWriters;
  readonly rounds: WriteRounds;
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
  /** Accepts nothing new and tells connected clients to go elsewhere; open streams go on. */
  stopAccepting(): void;
  /** Ends every connection within `grace` milliseconds, then by force. Resolves when the port is free. */
  close(grace: number): Promise<void>;
}

/** Binds and serves. Rejects with the system's error when the port is taken or forbidden. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const maxStreams = options.maxStreams === undefined || options.maxStreams === 0 ? defaultStreams : options.maxStreams;
  const settings: SecureServerOptions & { readonly maxHeaderSize: number } = {
    allowHTTP1: true,
    cert: options.certificate,
    key: options.privateKey,
    ...(options.clientCa === undefined ? {} : { ca: options.clientCa, requestCert: true, rejectUnauthorized: false }),
    ...versionsOf(options),
    handshakeTimeout: headerTimeout,
    maxHeaderListPairs: 2000,
    maxSessionMemory: sessionMemory,
    settings: {
      maxConcurrentStreams: maxStreams,
      maxHeaderListSize: headerLimit,
      initialWindowSize: 1024 * 1024,
    },
    maxHeaderSize: headerLimit,
  };
  const server = createSecureServer(settings);
  // Of several contexts for one name Node takes the one that was added last.
  for (const named of (options.named ?? []).toReversed()) {
    addNamed(server, options, named);
  }
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<TLSSocket>();
  const { figures = new ConnectionFigures() } = options;
  const cut = ({ remoteAddress, remotePort }: Pick<TLSSocket, 'remoteAddress' | 'remotePort'>): void => {
    for (const socket of sockets) {
      if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress) socket.destroy();
    }
  };
  serveHttp2(server, { ...options, maxStreams, figures, factsOf, cut }, sessions);
  serveHttp1(server, options);
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    figures.open = sockets.size;
    socket.setNoDelay(true);
    if (options.unref === true) socket.unref();
    socket.on('close', () => {
      sockets.delete(socket);
      figures.open = sockets.size;
    });
  });
  // Handshakes that fail are the client's affair.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await bind(server, options);
  if (options.unref === true) server.unref();
  // Listened for from the start: it may come as soon as nothing is accepted any more.
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  const bound = server.address() as AddressInfo;
  return {
    address: bound.address,
    port: bound.port,
    renew: (cert, key) =>
      server.setSecureContext({
        cert,
        key,
        ...(options.clientCa === undefined ? {} : { ca: options.clientCa }),
        ...versionsOf(options),
      }),
    stopAccepting: () => stopAccepting(server, sessions),
    close: (grace) => close(server, { sessions, sockets, closed }, grace),
  };
}

function versionsOf({
  minVersion = 'TLSv1.2',
  ciphers,
}: ListenerOptions): Pick<SecureContextOptions, 'ciphers' | 'minVersion'> {
  return { minVersion, ...(ciphers === undefined ? {} : { ciphers }) };
}

/** Of two certificates for one name the first one counts. Throws for one that cannot be read. */
function addNamed(server: Http2SecureServer, options: ListenerOptions, named: NamedCertificate): void {
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

function bind(server: Http2SecureServer, options: ListenerOptions): Promise<void> {
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

function serveHttp1(server: Http2SecureServer, options: ListenerOptions): void {
  const { answer, rounds, stalled, unfinishedBody } = options;
  const facts = new WeakMap<object, ConnectionFacts>();
  const factsFor = (socket: TLSSocket): ConnectionFacts => {
    const known = facts.get(socket) ?? factsOf(socket);
    facts.set(socket, known);
    return known;
  };
  // A 'request' listener would switch Node's HTTP/2 compatibility layer on, which doubles the cost of every stream. It
  // is installed by this hook; HTTP/1.1 does not need it.
  server.removeAllListeners('newListener');
  Object.assign(server, {
    headersTimeout: headerTimeout,
    keepAliveTimeout: idleTimeout,
    requestTimeout: 0,
    requireHostHeader: true,
    // Node takes these from the server itself, and silently drops what is beyond its default of 1,000 headers: one that
    // narrows what a request may do (Impersonate-User behind a proxy) would be lost. The bytes are limited instead.
    maxHeaderSize: headerLimit,
    maxHeadersCount: 0,
  });
  server.on('request', (request, response) => {
    const incoming = request as unknown as IncomingMessage;
    const outgoing = response as unknown as ServerResponse;
    const fault = headFault(incoming);
    if (fault !== undefined) {
      incoming.socket.end(refusalText(fault));
      return;
    }
    const known = factsFor(incoming.socket as TLSSocket);
    const exchange = new Http1Exchange(incoming, outgoing, known, rounds, stalled, unfinishedBody);
    Promise.resolve(answer(exchange)).catch(() => outgoing.destroy());
  });
  let messages: Promise<WebSocketServer> | undefined;
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const fault = headFault(request);
    if (fault !== undefined) {
      socket.end(refusalText(fault));
      return;
    }
    messages ??= webSockets();
    const known = factsFor(socket as TLSSocket);
    messages
      .then((ready) => answer(new UpgradeExchange(request, socket, head, known, ready, rounds, stalled)))
      .catch(() => socket.destroy());
  });
}

/** Loaded with the first upgrade: most servers never see one. */
async function webSockets(): Promise<WebSocketServer> {
  const { WebSocketServer: Server } = await import('ws');
  return new Server({
    noServer: true,
    maxPayload: 64 * 1024,
    perMessageDeflate: false,
    clientTracking: false,
    // A token that came as a sub-protocol is never sent back.
    handleProtocols: (offered) => [...offered].find((name) => !name.startsWith(tokenProtocol)) ?? false,
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

function stopAccepting(server: Http2SecureServer, sessions: ReadonlySet<ServerHttp2Session>): void {
  server.close();
  for (const session of sessions) {
    session.close();
  }
}

interface Connections {
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  readonly sockets: ReadonlySet<TLSSocket>;
  /** Resolves when nothing is accepted and no connection is left. */
  readonly closed: Promise<void>;
}

async function close(
  server: Http2SecureServer,
  { sessions, sockets, closed }: Connections,
  grace: number,
): Promise<void> {
  if (server.listening) {
    server.close();
  }
  for (const session of sessions) {
    session.close();
  }
  endIdle(sockets);
  const force = setTimeout(() => {
    for (const session of sessions) {
      session.destroy();
    }
    for (const socket of sockets) {
      socket.destroy();
    }
  }, grace);
  await closed;
  clearTimeout(force);
}

/** HTTP/1.1 connections without a request under way have nothing that would end them. */
function endIdle(sockets: ReadonlySet<TLSSocket>): void {
  for (const socket of sockets) {
    if (socket.alpnProtocol !== 'h2') {
      socket.end();
    }
  }
}
