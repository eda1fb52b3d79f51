// The sockets: the node's API over TLS, and the health endpoint in plain text on the loopback address. Both close fast:
// idle connections at once, the others when the given time is over.

import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  /** Takes no more connections; resolves when all are gone, at the latest after `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

export interface TlsListenerOptions {
  readonly address: string;
  /** 0: any free port. */
  readonly port: number;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  /** Authorities of client certificates, PEM; undefined: none is asked for. */
  readonly clientAuthorities: string | undefined;
  readonly handler: RequestListener;
}

/** Rejects when the address cannot be had (`EADDRINUSE`, ...) or the key does not fit the certificate. */
export async function listenTls(options: TlsListenerOptions): Promise<Listening> {
  const server = createTlsServer(
    {
      cert: options.certificate,
      key: options.key,
      minVersion: 'TLSv1.2',
      ...(options.clientAuthorities === undefined
        ? {}
        : // Who has no certificate may have a token: the handler decides, not the handshake.
          { ca: options.clientAuthorities, requestCert: true, rejectUnauthorized: false }),
    },
    options.handler,
  );
  return listen(server, options.address, options.port);
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
