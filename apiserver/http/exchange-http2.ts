// An exchange over one HTTP/2 stream, on Node's stream API (the compatibility layer costs half the requests per second).

import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { discardRest, readBody } from './body-reader.ts';
import type { Exchange, ResponseBody } from './exchange.ts';
import { httpDate } from './http-date.ts';
import { keepUntilWritten } from './keep-until-written.ts';
import { distinctHeaders, type RequestHeaders } from './repeated-headers.ts';
import { AbortableExchange, clientGone } from './request-signal.ts';
import type { StalledWriters } from './stalled-writers.ts';
import { StreamBody, whenTaken } from './stream-body.ts';
import type { WriteRounds } from './write-rounds.ts';

/** What all requests of a connection share. */
export interface ConnectionFacts {
  readonly remoteAddress: string;
  /** One array per connection: methods may cache by its identity. */
  readonly certificateChain: readonly Buffer[];
}

/** An HTTP/2 connection. Its exchanges count themselves. */
export interface Http2Connection extends ConnectionFacts {
  /** Open ones. */
  streams: number;
  /** When the last one was closed, in milliseconds of the monotonic clock. */
  idleSince: number;
  /** Told when a stream has ended by a reset. */
  broken(): void;
}

/** Milliseconds without a byte that the rest of a body may take once its request is answered. */
const unfinishedBodyTimeout = 5000;

export class Http2Exchange extends AbortableExchange implements Exchange {
  readonly httpVersion = '2.0';
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly remoteAddress: string;
  readonly certificateChain: readonly Buffer[];
  readonly #stream: ServerHttp2Stream;
  readonly #connection: Http2Connection;
  readonly #rounds: WriteRounds;
  readonly #stalled: StalledWriters;
  #body: StreamBody | undefined;
  /** Whether a whole answer was handed to the carrier. */
  #sent = false;

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    connection: Http2Connection,
    rounds: WriteRounds,
    stalled: StalledWriters,
  ) {
    super();
    this.method = headers[':method'] ?? '';
    this.url = headers[':path'] ?? '';
    this.headers = distinctHeaders(headers, rawHeaders);
    this.remoteAddress = connection.remoteAddress;
    this.certificateChain = connection.certificateChain;
    this.#stream = stream;
    this.#connection = connection;
    this.#rounds = rounds;
    this.#stalled = stalled;
    connection.streams += 1;
    // A reset by the client surfaces as 'error' on some paths; 'close' follows and tells all we need.
    stream.on('error', ignore);
    // Once: Node keeps closed streams for a while, and what they refer to.
    stream.once('close', () => this.#closed());
  }

  get alone(): boolean {
    return this.#connection.streams === 1;
  }

  get started(): boolean {
    return this.#sent || this.#body !== undefined;
  }

  readBody(limit: number): Promise<Buffer> {
    const length = this.headers['content-length'];
    return readBody(this.#stream, limit, typeof length === 'string' ? length : undefined, this.requestSignal);
  }

  send(
    status: number,
    headers: Readonly<Record<string, string | readonly string[]>>,
    body: Buffer,
    sent?: (body: Buffer) => void,
  ): void {
    this.#requireFirst();
    this.#sent = true;
    const stream = this.#stream;
    if (stream.destroyed || stream.closed) {
      return;
    }
    stream.respond({ ':status': status, date: httpDate(), ...headers });
    if (!stream.endAfterHeaders) keepUntilWritten(stream);
    if (sent === undefined) stream.end(body);
    else stream.end(body, whenTaken(body, sent));
  }

  start(status: number, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody {
    this.#requireFirst();
    const stream = this.#stream;
    this.#body = new StreamBody(stream, this.#connection, this.#rounds, this.#stalled, (reason) => {
      this.requestSignal.abort(reason);
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    });
    if (!stream.destroyed && !stream.closed) {
      stream.respond({ ':status': status, date: httpDate(), ...headers });
    }
    return this.#body;
  }

  #requireFirst(): void {
    if (this.started) {
      throw new TypeError('the answer was started before');
    }
  }

  #closed(): void {
    const connection = this.#connection;
    connection.streams -= 1;
    if (connection.streams === 0) connection.idleSince = performance.now();
    if (this.#stream.rstCode !== constants.NGHTTP2_NO_ERROR) connection.broken();
    this.#body?.closed();
    // A reset without an error looks like a finished stream to Node: only our own end tells.
    if (!this.#sent && this.#body?.ended !== true) {
      this.requestSignal.abort(clientGone);
    }
  }

  /**
   * Reads away a body that nobody wanted, so that its flow-control window returns to the connection. A client that does
   * not finish sending it does not keep the stream, and with it the connection, for ever.
   */
  finished(): void {
    const stream = this.#stream;
    if (stream.endAfterHeaders || stream.readableEnded || stream.destroyed) {
      return;
    }
    if (stream.readableFlowing === null) {
      discardRest(stream);
    }
    stream.setTimeout(unfinishedBodyTimeout, () => stream.close(constants.NGHTTP2_NO_ERROR));
  }
}

function ignore(): void {}
