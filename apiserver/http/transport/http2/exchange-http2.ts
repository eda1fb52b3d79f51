// An exchange over one HTTP/2 stream.

import type { Exchange, ResponseBody } from '../../contract/exchange.ts';
import { Http2Body } from './response-body.ts';
import { type ErrorCode, errorCode } from './frame/protocol.ts';
import type { RequestFields } from './header/request-fields.ts';
import type { ServerStream, StreamOwner } from './stream.ts';
import type { RequestHeaders } from '../../header/repeated-headers.ts';
import { AbortableExchange, clientGone } from '../body/request-signal.ts';
import type { StalledWriters } from '../write/stalled-writers.ts';
import type { FlushScheduler } from '../write/flush-scheduler.ts';

/** What all requests of a connection share. */
export interface ConnectionFacts {
  readonly remoteAddress: string;
  /** One array per connection: methods may cache by its identity. */
  readonly certificateChain: readonly Buffer[];
}

/** An HTTP/2 connection. */
export interface Http2Connection extends ConnectionFacts {
  /** Open streams. */
  readonly streams: number;
}

/** Milliseconds in which the rest of a body may come once its request is answered. */
const unfinishedBodyTimeout = 5000;
const nothing = Buffer.alloc(0);

type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

export class Http2Exchange extends AbortableExchange implements Exchange, StreamOwner {
  readonly httpVersion = '2.0';
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly remoteAddress: string;
  readonly certificateChain: readonly Buffer[];
  readonly #stream: ServerStream;
  readonly #connection: Http2Connection;
  readonly #rounds: FlushScheduler;
  readonly #stalled: StalledWriters;
  #body: Http2Body | undefined;
  /** Whether a whole answer was handed to the carrier. */
  #sent = false;

  constructor(
    stream: ServerStream,
    fields: RequestFields,
    connection: Http2Connection,
    rounds: FlushScheduler,
    stalled: StalledWriters,
  ) {
    super();
    this.method = fields.method;
    this.url = fields.path;
    this.headers = fields.headers;
    this.remoteAddress = connection.remoteAddress;
    this.certificateChain = connection.certificateChain;
    this.#stream = stream;
    this.#connection = connection;
    this.#rounds = rounds;
    this.#stalled = stalled;
    stream.owner = this;
  }

  get alone(): boolean {
    return this.#connection.streams === 1;
  }

  get started(): boolean {
    return this.#sent || this.#body !== undefined;
  }

  readBody(limit: number): Promise<Buffer> {
    const { body, promised } = this.#stream;
    return body === undefined ? Promise.resolve(nothing) : body.read(limit, promised, this.requestSignal);
  }

  send(status: number, headers: AnswerHeaders, body: Buffer, sent?: (body: Buffer) => void): void {
    this.#requireFirst();
    this.#sent = true;
    this.#stream.respond(status, headers, body, sent);
  }

  start(status: number, headers: AnswerHeaders): ResponseBody {
    this.#requireFirst();
    const stream = this.#stream;
    this.#body = new Http2Body(stream, this.#connection, this.#rounds, this.#stalled, (reason) => {
      this.requestSignal.abort(reason);
      stream.reset();
    });
    stream.begin(status, headers);
    return this.#body;
  }

  #requireFirst(): void {
    if (this.started) {
      throw new TypeError('the answer was started before');
    }
  }

  closed(_code: ErrorCode): void {
    this.#body?.closed();
    // An answer that was handed over as a whole counts as read.
    if (!this.#sent && this.#body?.ended !== true) {
      this.requestSignal.abort(clientGone);
    }
  }

  moved(): void {
    this.#body?.moved();
  }

  emptied(): void {
    this.#body?.emptied();
  }

  blocked(): void {
    this.#body?.blocked();
  }

  /**
   * The request is answered. An unread body is discarded; a client that does not finish sending it does not keep
   * the stream, and with it the connection, for ever.
   */
  finished(): void {
    const stream = this.#stream;
    if (stream.closed || stream.remoteEnded) return;
    stream.body?.dismiss();
    setTimeout(() => {
      if (stream.localEnded) stream.reset(errorCode.noError);
    }, unfinishedBodyTimeout).unref();
  }

  /** The answer failed as a whole. */
  failed(): void {
    this.#stream.reset();
  }
}
