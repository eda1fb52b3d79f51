// An exchange that began as an HTTP/1.1 upgrade to WebSocket. A stream (watch) is sent as messages, one per event; any
// other answer is an ordinary HTTP response on the same socket, as if no upgrade had been asked.

import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { badRequest } from '../../../../shared/object/errors.ts';
import type { MessageKind } from '../../../registry/contract/resource-handler.ts';
import { BodyAbortedError, type Exchange, type ResponseBody } from '../../contract/exchange.ts';
import { type Http1Carrier, Http1Exchange } from './exchange-http1.ts';
import type { WebSocketServers } from './web-socket-servers.ts';
import type { ConnectionFacts } from '../http2/exchange-http2.ts';
import { ClientGoneError } from '../body/request-signal.ts';
import { SlowClientError, type StalledWriters } from '../write/stalled-writers.ts';

const highWaterMark = 64 * 1024;
/** Of the length before an event where events are delimited; a message is delimited by itself. */
const lengthBytes = 4;
/** How the sub-protocol begins of clients that cannot read binary messages. */
const base64Protocol = 'base64.binary.';

export class UpgradeExchange extends Http1Exchange {
  readonly startMessages?: NonNullable<Exchange['startMessages']>;
  readonly acceptWebSocket?: NonNullable<Exchange['acceptWebSocket']>;
  readonly tunnel: NonNullable<Exchange['tunnel']>;
  #accepted = false;

  /** `servers` perform the handshake: `ws` servers without ports of their own. */
  constructor(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    connection: ConnectionFacts,
    servers: WebSocketServers,
    carrier: Http1Carrier,
  ) {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => {
      response.detachSocket(socket);
      socket.end();
    });
    socket.on('error', () => {});
    super(request, response, connection, carrier);
    this.tunnel = () => {
      this.#accepted = true;
      response.detachSocket(socket);
      return { socket, head };
    };
    if ((request.headers.upgrade ?? '').toLowerCase() === 'websocket') {
      this.startMessages = (kind) => {
        requireHandshake(request);
        this.#accepted = true;
        response.detachSocket(socket);
        const body = new MessageBody(kind, carrier.stalled, () => this.cancel(new ClientGoneError()));
        servers.events.handleUpgrade(request, socket, head, (client) => body.attach(client));
        if (!body.attached) {
          // Refused, or the client disconnected: nothing else would end the writer of this body.
          body.destroy(new ClientGoneError());
          this.cancel(new ClientGoneError());
        }
        return body;
      };
      this.acceptWebSocket = (protocol) => {
        requireHandshake(request);
        this.#accepted = true;
        response.detachSocket(socket);
        return servers.accept(request, socket, head, protocol);
      };
    }
  }

  override get started(): boolean {
    return this.#accepted || super.started;
  }

  override readBody(): Promise<Buffer> {
    return Promise.reject(new BodyAbortedError('an upgrade request has no body'));
  }
}

/** Throws 400 for a handshake that cannot be completed, while an ordinary answer is still possible. */
function requireHandshake({ headers }: IncomingMessage): void {
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    throw badRequest('the header Sec-WebSocket-Key of the upgrade must be 16 bytes in base64');
  }
  if (headers['sec-websocket-version'] !== '13') {
    throw badRequest('the header Sec-WebSocket-Version of the upgrade must be 13');
  }
}

/** Every chunk one message. Chunks of text lose their line feeds, of which each ends an event; what the client sends is ignored. */
class MessageBody implements ResponseBody {
  readonly separate = true;
  readonly #kind: MessageKind;
  readonly #stalled: StalledWriters;
  readonly #gone: () => void;
  readonly #early: Buffer[] = [];
  #client: WebSocket | undefined;
  #ended = false;
  #given = 0;
  #waiters: (() => void)[] = [];

  constructor(kind: MessageKind, stalled: StalledWriters, gone: () => void) {
    this.#kind = kind;
    this.#stalled = stalled;
    this.#gone = gone;
  }

  get attached(): boolean {
    return this.#client !== undefined;
  }

  attach(client: WebSocket): void {
    this.#client = client;
    client.on('error', () => {});
    client.on('close', () => {
      this.#stalled.released(this);
      this.#release();
      this.#gone();
    });
    if (this.#kind === 'bytes') this.#send(Buffer.alloc(0));
    for (const chunk of this.#early.splice(0)) {
      this.#send(chunk);
    }
    if (this.#ended) {
      client.close(1000);
    }
  }

  get queued(): number {
    return this.#client?.bufferedAmount ?? 0;
  }

  /** Without what frames add, which counts as waiting: at the most a little less than was taken. */
  get taken(): number {
    return this.#given - this.queued;
  }

  write(chunk: Buffer): boolean {
    if (this.#ended) {
      return false;
    }
    if (this.#client === undefined) {
      this.#early.push(chunk);
      return true;
    }
    this.#send(chunk);
    if (this.queued > this.#stalled.limits.maxQueued) {
      this.destroy(new SlowClientError('the client reads too slowly'));
      return false;
    }
    if (this.queued < highWaterMark) {
      return true;
    }
    // Known as waiting from here on, also where the writer waits for nothing.
    this.#stalled.stalled(this);
    return false;
  }

  #send(chunk: Buffer): void {
    this.#given += chunk.length;
    if (this.#kind === 'bytes' && this.#client?.protocol.startsWith(base64Protocol) === true) {
      this.#client.send(chunk.toString('base64'), { binary: false }, this.#sent);
      return;
    }
    if (this.#kind !== 'text') {
      const message = this.#kind === 'delimited' ? chunk.subarray(lengthBytes) : chunk;
      this.#client?.send(message, { binary: true }, this.#sent);
      return;
    }
    // A chunk may hold several events: JSON text has no bare line feed, so each line is one message.
    let from = 0;
    while (from < chunk.length) {
      const feed = chunk.indexOf(10, from);
      const to = feed === -1 ? chunk.length : feed;
      if (to > from) {
        this.#client?.send(chunk.subarray(from, to), { binary: false }, this.#sent);
      }
      from = to + 1;
    }
  }

  readonly #sent = () => {
    if (this.queued < highWaterMark) {
      this.#stalled.released(this);
      this.#release();
    }
  };

  drained(): Promise<void> {
    if (this.#ended) {
      return new Promise((resolve) => setImmediate(resolve));
    }
    if (this.queued < highWaterMark) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #release(): void {
    for (const resolve of this.#waiters.splice(0)) {
      resolve();
    }
  }

  end(chunk?: Buffer): void {
    if (chunk !== undefined) {
      this.write(chunk);
    }
    this.#ended = true;
    this.#client?.close(1000);
  }

  destroy(_reason: Error): void {
    this.#ended = true;
    this.#stalled.released(this);
    this.#client?.terminate();
    this.#release();
  }
}
