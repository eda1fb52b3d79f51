// The servers: the node's API over TLS, and the health endpoint over plain HTTP on the loopback address. Closing ends idle
// connections at once, and the others after the given time.

import { X509Certificate } from 'node:crypto';
import { createServer as createPlainServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Listening {
  readonly port: number;
  /** Accepts no more connections; resolves when all are closed, at the latest after `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

export interface TlsListening extends Listening {
  /** Uses this pair (PEM) for new connections. Throws for a key that does not match. */
  use(pair: { readonly certificate: string; readonly key: string }): void;
  /**
   * Trusts only client certificates of these authorities (PEM) from now on. Existing connections end with their current
   * request. Throws when they are not certificates, or when no client certificates were requested at the start.
   */
  trust(clientAuthorities: string): void;
}

export interface TlsListenerOptions {
  readonly address: string;
  /** 0: any free port. */
  readonly port: number;
  /** PEM; both undefined: no handshake succeeds until a pair is put into use. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Authorities of client certificates, PEM; undefined: none is asked for. */
  readonly clientAuthorities: string | undefined;
  /** Default TLS 1.2. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3';
  /** As OpenSSL writes them; default: those of Node. */
  readonly ciphers?: string;
  readonly handler: RequestListener;
  /** For requests that ask for another protocol on their connection. Absent: they are answered like others. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** Bytes of the line and the headers of a request. A command for a container stands in the line, with its arguments. */
const headLimit = 1024 * 1024;

/** Rejects when the address is not available (`EADDRINUSE`, ...) or the key does not match the certificate. */
export async function listenTls(options: TlsListenerOptions): Promise<TlsListening> {
  const { certificate, key, clientAuthorities, minVersion = 'TLSv1.2', ciphers } = options;
  const common = { minVersion, ...(ciphers === undefined ? {} : { ciphers }) };
  let trusted = clientAuthorities === undefined ? {} : { ca: clientAuthorities };
  let pair = certificate === undefined || key === undefined ? {} : { cert: certificate, key };
  const outdated = new WeakSet<Socket>();
  const server = createTlsServer(
    {
      ...common,
      ...trusted,
      ...pair,
      maxHeaderSize: headLimit,
      // A caller without a certificate may have a token: the handler decides, not the handshake.
      ...(clientAuthorities === undefined ? {} : { requestCert: true, rejectUnauthorized: false }),
    },
    (request, response) => {
      if (outdated.has(request.socket)) request.socket.destroy();
      else options.handler(request, response);
    },
  );
  const { upgrade } = options;
  if (upgrade !== undefined) {
    server.on('upgrade', (request, socket, head) => {
      if (outdated.has(request.socket)) socket.destroy();
      else upgrade(request, socket, head);
    });
  }
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listening = await listen(server, options.address, options.port);
  return {
    ...listening,
    use: (next) => {
      const found = { cert: next.certificate, key: next.key };
      server.setSecureContext({ ...common, ...trusted, ...found });
      pair = found;
    },
    trust: (authorities) => {
      if (clientAuthorities === undefined) throw new Error('client certificates are not asked for');
      checkCertificates(authorities);
      trusted = { ca: authorities };
      server.setSecureContext({ ...common, ...trusted, ...pair });
      for (const socket of sockets) outdated.add(socket);
      server.closeIdleConnections();
    },
  };
}

/** Throws when the text is not a list of certificates. */
export function checkCertificates(pem: string): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('there is no certificate in it');
  for (const block of blocks) void new X509Certificate(block);
}

export async function listenPlain(address: string, port: number, handler: RequestListener): Promise<Listening> {
  return listen(createPlainServer(handler), address, port);
}

function listen(server: Server, address: string, port: number): Promise<Listening> {
  server.keepAliveTimeout = 90_000;
  server.maxConnections = 1_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve({ port: (server.address() as AddressInfo).port, close: (grace) => close(server, grace) });
    });
  });
}

function close(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
