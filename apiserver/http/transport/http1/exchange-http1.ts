// An exchange over one HTTP/1.1 request and its response.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyBudget } from '../body/body-budget.ts';
import { readBody } from '../body/body-reader.ts';
import type { Exchange, ResponseBody } from '../../contract/exchange.ts';
import type { ConnectionFacts } from '../http2/exchange-http2.ts';
import { distinctHeaders, type RequestHeaders } from '../../header/repeated-headers.ts';
import { AbortableExchange, clientGone } from '../body/request-signal.ts';
import type { StalledWriters } from '../write/stalled-writers.ts';
import { StreamBody } from '../body/stream-body.ts';
import type { FlushScheduler } from '../write/flush-scheduler.ts';

/** Milliseconds without a byte that the rest of a body may take once its request is answered, unless the caller says. */
const unfinishedBodyTimeout = 5000;
/** Times that the rest of a body may be found going on: a client that sends a byte now and then is not waited for without an end. */
const mostLooks = 12;

/** What all exchanges of a listener share. */
export interface Http1Carrier {
  readonly rounds: FlushScheduler;
  readonly stalled: StalledWriters;
  readonly budget: BodyBudget;
  /** Milliseconds without a byte that the rest of a body may take once its request is answered. */
  readonly unfinishedBody?: number;
}

export class Http1Exchange extends AbortableExchange implements Exchange {
  readonly httpVersion: '1.0' | '1.1';
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly remoteAddress: string;
  readonly certificateChain: readonly Buffer[];
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connection: ConnectionFacts;
  readonly #rounds: FlushScheduler;
  readonly #stalled: StalledWriters;
  readonly #budget: BodyBudget;
  #body: StreamBody | undefined;
  readonly #unfinishedBody: number;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    connection: ConnectionFacts,
    { rounds, stalled, budget, unfinishedBody = unfinishedBodyTimeout }: Http1Carrier,
  ) {
    super();
    this.httpVersion = request.httpVersion === '1.0' ? '1.0' : '1.1';
    this.method = request.method ?? '';
    this.url = request.url ?? '';
    this.headers = distinctHeaders(request.headers, request.rawHeaders);
    this.remoteAddress = connection.remoteAddress;
    this.certificateChain = connection.certificateChain;
    this.#request = request;
    this.#response = response;
    this.#connection = connection;
    this.#rounds = rounds;
    this.#stalled = stalled;
    this.#budget = budget;
    this.#unfinishedBody = unfinishedBody;
    response.on('error', ignore);
    response.on('close', () => this.#closed());
  }

  get started(): boolean {
    return this.#body !== undefined;
  }

  readBody(limit: number): Promise<Buffer> {
    return readBody(this.#request, limit, this.#request.headers['content-length'], this.requestSignal, this.#budget);
  }

  send(
    status: number,
    headers: Readonly<Record<string, string | readonly string[]>>,
    body: Buffer,
    sent?: (body: Buffer) => void,
  ): void {
    this.start(status, headers).end(body, sent);
  }

  start(status: number, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody {
    if (this.#body !== undefined) {
      throw new TypeError('the answer was started before');
    }
    const response = this.#response;
    this.#body = new StreamBody(response, this.#connection, this.#rounds, this.#stalled, (reason) => {
      this.requestSignal.abort(reason);
      response.destroy();
    });
    if (!response.destroyed) {
      response.writeHead(status, headers as Record<string, string>);
      if (headers['content-length'] === undefined && this.method !== 'HEAD') {
        // A stream's head must reach the client before the first event exists.
        response.flushHeaders();
      }
    }
    return this.#body;
  }

  #closed(): void {
    this.#body?.closed();
    if (!this.#response.writableFinished) {
      this.requestSignal.abort(clientGone);
    } else if (!this.#request.complete) {
      endWithoutBytes(this.#request, this.#unfinishedBody);
    }
  }
}

/**
 * Ends the connection of an answered request when the rest of its body does not arrive: no other request can use it. Not
 * at once, because data to a closed port would make the client's system discard the response. Not with the
 * socket's own timer, because Node restarts that with each byte.
 */
function endWithoutBytes(request: IncomingMessage, patience: number): void {
  const { socket } = request;
  let seen = -1;
  let looks = 0;
  const look = (): void => {
    if (socket.bytesRead === seen || looks === mostLooks) {
      socket.destroySoon();
      return;
    }
    looks += 1;
    seen = socket.bytesRead;
    timer = setTimeout(look, patience).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  const done = (): void => clearTimeout(timer);
  request.once('end', done).once('close', done);
  look();
}

function ignore(): void {}
