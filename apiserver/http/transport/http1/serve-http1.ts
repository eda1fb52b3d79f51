// The connections of the listener that do not speak HTTP/2: HTTP/1.1 by Node's own server, and WebSocket behind it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { BodyBudget } from '../body/body-budget.ts';
import { Http1Exchange } from './exchange-http1.ts';
import type { ConnectionFacts } from '../http2/exchange-http2.ts';
import type { Handler } from '../local/exchange-local.ts';
import { UpgradeExchange } from './exchange-websocket.ts';
import { type WebSocketServers, webSocketServers } from './web-socket-servers.ts';
import { headerLimit } from '../http2/header/request-fields.ts';
import { clientErrorText, headFault, type ParserError, refusalText } from '../connection/request-head.ts';
import type { StalledWriters } from '../write/stalled-writers.ts';
import type { FlushScheduler } from '../write/flush-scheduler.ts';

/** Milliseconds in which the head of a request must be there, and in which the next request must begin. */
export const headerTimeout = 32_000;
const idleTimeout = 90_000;

export interface Http1Options {
  readonly answer: Handler;
  readonly rounds: FlushScheduler;
  readonly stalled: StalledWriters;
  readonly budget: BodyBudget;
  /** Milliseconds without a byte that the rest of a body may take once its request is answered. */
  readonly unfinishedBody?: number;
  readonly factsOf: (socket: TLSSocket) => ConnectionFacts;
}

/** A server that is given its connections by `emit('connection', socket)`. */
export function serveHttp1(options: Http1Options): Server {
  const facts = new WeakMap<object, ConnectionFacts>();
  const factsFor = (socket: TLSSocket): ConnectionFacts => {
    const known = facts.get(socket) ?? options.factsOf(socket);
    facts.set(socket, known);
    return known;
  };
  const server = createServer({
    headersTimeout: headerTimeout,
    keepAliveTimeout: idleTimeout,
    requestTimeout: 0,
    requireHostHeader: true,
    maxHeaderSize: headerLimit,
  });
  // Node silently drops what is beyond its default of 1,000 headers: one that narrows what a request may do
  // (Impersonate-User behind a proxy) would be lost. The bytes are limited instead.
  server.maxHeadersCount = 0;
  // It never listens itself; with this event Node begins to look for heads that do not come.
  server.emit('listening');
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // A response that has begun cannot be followed by another one.
    const response = responses.get(socket);
    const begun = response !== undefined && response.headersSent && !response.writableFinished;
    if (socket.writable && !begun) socket.write(clientErrorText(error));
    socket.destroy();
  });
  server.on('request', (request, response) => {
    responses.set(request.socket, response);
    const fault = headFault(request);
    if (fault !== undefined) {
      request.socket.end(refusalText(fault));
      return;
    }
    const exchange = new Http1Exchange(request, response, factsFor(request.socket as TLSSocket), options);
    Promise.resolve(options.answer(exchange)).catch(() => response.destroy());
  });
  let servers: Promise<WebSocketServers> | undefined;
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const fault = headFault(request);
    if (fault !== undefined) {
      socket.end(refusalText(fault));
      return;
    }
    // Loaded with the first upgrade: most servers never see one.
    servers ??= webSocketServers();
    const known = factsFor(socket as TLSSocket);
    servers
      .then((ready) => options.answer(new UpgradeExchange(request, socket, head, known, ready, options)))
      .catch(() => socket.destroy());
  });
  return server;
}
