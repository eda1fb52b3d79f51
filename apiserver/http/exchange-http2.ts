// An exchange over one HTTP/2 stream, on Node's stream API (the compatibility layer costs half the requests per second).

import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { discardRest, readBody } from './body-reader.ts';
import type { Exchange, ResponseBody } from './exchange.ts';
import { distinctHeaders, type RequestHeaders } from './repeated-headers.ts';
import { clientGone, RequestSignal } from './request-signal.ts';
import type { StalledWriters } from './stalled-writers.ts';
import { StreamBody } from './stream-body.ts';
import type { WriteRounds } from './write-rounds.ts';

/** What all streams of a connection share. */
export interface ConnectionFacts {
  readonly remoteAddress: string;
  /** One array per connection: methods may cache by its identity. */
  readonly certificateChain: readonly Buffer[];
}

/** Milliseconds without a byte that the rest of a body may take once its request is answered. */
const unfinishedBodyTimeout = 5000;

export class Http2Exchange implements Exchange {
  readonly httpVersion = '2.0';
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly remoteAddress: string;
  readonly certificateChain: readonly Buffer[];
  readonly #stream: ServerHttp2Stream;
  readonly #connection: ConnectionFacts;
  readonly #rounds: WriteRounds;
  readonly #stalled: StalledWriters;
  readonly #signal = new RequestSignal();
  #body: StreamBody | undefined;

  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
    connection: ConnectionFacts,
    rounds: WriteRounds,
    stalled: StalledWriters,
  ) {
    this.method = headers[':method'] ?? '';
    this.url = headers[':path'] ?? '';
    this.headers = distinctHeaders(headers, rawHeaders);
    this.remoteAddress = connection.remoteAddress;
    this.certificateChain = connection.certificateChain;
    this.#stream = stream;
    this.#connection = connection;
    this.#rounds = rounds;
    this.#stalled = stalled;
    // A reset by the client surfaces as 'error' on some paths; 'close' follows and tells all we need.
    stream.on('error', ignore);
    stream.once('close', () => this.#closed());
  }

  get signal(): AbortSignal {
    return this.#signal.signal;
  }

  get clientGone(): boolean {
    return this.#signal.clientGone;
  }

  get started(): boolean {
    return this.#body !== undefined;
  }

  cancel(reason: Error): void {
    this.#signal.abort(reason);
  }

  whenAborted(listener: () => void): void {
    this.#signal.whenAborted(listener);
  }

  readBody(limit: number): Promise<Buffer> {
    const length = this.headers['content-length'];
    return readBody(this.#stream, limit, typeof length === 'string' ? length : undefined, this.#signal);
  }

  start(status: number, headers: Readonly<Record<string, string | readonly string[]>>): ResponseBody {
    if (this.#body !== undefined) {
      throw new TypeError('the answer was started before');
    }
    const stream = this.#stream;
    this.#body = new StreamBody(stream, this.#connection, this.#rounds, this.#stalled, (reason) => {
      this.#signal.abort(reason);
      stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    });
    if (!stream.destroyed && !stream.closed) {
      stream.respond({ ':status': status, ...headers });
    }
    return this.#body;
  }

  #closed(): void {
    this.#body?.closed();
    // A reset without an error looks like a finished stream to Node: only our own end tells.
    if (this.#body?.ended !== true) {
      this.#signal.abort(clientGone);
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
