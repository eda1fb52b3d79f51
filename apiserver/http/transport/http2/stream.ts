// One stream of a connection: one request and its answer. The connection moves it on; the exchange that answers reads the
// body and writes through it.

import type { ResponseHeaders } from './header/header-encoder.ts';
import { type ErrorCode, errorCode } from './frame/protocol.ts';
import type { RequestBody } from './request-body.ts';
import { SendQueue, type Sent } from './send-queue.ts';

/** Who answers a stream. */
export interface StreamOwner {
  /** The stream is over. `code`: how, `noError` when all was said or the client only wants no more. */
  closed(code: ErrorCode): void;
  /** Some of what was pushed is in frames. */
  moved(): void;
  /** All of it is. */
  emptied(): void;
  /** What was pushed waits for the client to read. */
  blocked(): void;
}

/** The sending half of a connection, as a stream needs it. */
export interface StreamSender {
  /** Whether the system has not yet taken what was sent last. */
  readonly writing: boolean;
  /** Sends the head of an answer; `end`: there is nothing but the head. */
  head(stream: ServerStream, status: number, headers: ResponseHeaders, end: boolean): void;
  /** Sends a whole answer. */
  respond(stream: ServerStream, status: number, headers: ResponseHeaders, body: Buffer, sent: Sent | undefined): void;
  /** The stream has something to send. */
  ready(stream: ServerStream): void;
}

/** What a stream asks of its connection. */
export interface StreamHost {
  readonly sender: StreamSender;
  /** Breaks the stream off with RST_STREAM. */
  reset(stream: ServerStream, code: ErrorCode): void;
}

export class ServerStream {
  readonly id: number;
  /** Undefined for a request without a body. */
  readonly body: RequestBody | undefined;
  readonly #host: StreamHost;
  owner: StreamOwner | undefined;
  /** Bytes that the client takes. */
  sendWindow: number;
  /** Bytes that the client may still send. */
  receiveWindow: number;
  /** Bytes of the body that came, and that the client promised. */
  received = 0;
  readonly promised: number | undefined;
  /** Whether the client has said all. */
  remoteEnded: boolean;
  /** Whether we have said all: the frame with the end is made. */
  localEnded = false;
  closed = false;
  /** Whether nothing is to be pushed any more. */
  ending = false;
  /** Bytes that are in frames. */
  framed = 0;
  /** Whether it is in the queue of streams with data to send, and the next one in that queue. */
  listed = false;
  behind: ServerStream | undefined;
  /** Where it stands among the open ones. */
  place = 0;
  #queue: SendQueue | undefined;

  constructor(
    id: number,
    host: StreamHost,
    windows: { readonly send: number; readonly receive: number },
    body: RequestBody | undefined,
    promised: number | undefined,
  ) {
    this.id = id;
    this.#host = host;
    this.sendWindow = windows.send;
    this.receiveWindow = windows.receive;
    this.body = body;
    this.promised = promised;
    this.remoteEnded = body === undefined;
  }

  /** Bytes that were pushed and are in no frame. */
  get queued(): number {
    return this.#queue?.bytes ?? 0;
  }

  /** Whether the system has not yet taken what the connection sent last. */
  get waitsForSystem(): boolean {
    return this.#host.sender.writing;
  }

  /** A whole answer. */
  respond(status: number, headers: ResponseHeaders, body: Buffer, sent: Sent | undefined): void {
    if (!this.closed) this.#host.sender.respond(this, status, headers, body, sent);
  }

  /** The head of an answer whose body is pushed. */
  begin(status: number, headers: ResponseHeaders): void {
    if (!this.closed) this.#host.sender.head(this, status, headers, false);
  }

  /** Queues a chunk; it leaves after `send`. */
  push(chunk: Buffer, sent: Sent | undefined): void {
    if (this.closed || this.ending || chunk.length === 0) return;
    (this.#queue ??= new SendQueue()).push(chunk, sent);
  }

  /** Has the connection send what was pushed, as the windows allow. */
  send(): void {
    if (!this.closed) this.#host.sender.ready(this);
  }

  /** Nothing more will be pushed. */
  end(): void {
    this.ending = true;
    this.send();
  }

  /** Breaks the stream off. What was pushed is lost. Repeatable. */
  reset(code: ErrorCode = errorCode.internal): void {
    if (!this.closed) this.#host.reset(this, code);
  }

  /** For the sender: moves bytes of the queue into a frame. */
  moveTo(into: Buffer, at: number, bytes: number): void {
    this.#queue?.moveTo(into, at, bytes);
    this.framed += bytes;
    this.owner?.moved();
  }

  /** For the connection: the stream is over. */
  close(code: ErrorCode): void {
    if (this.closed) return;
    this.closed = true;
    this.#queue?.clear();
    if (!this.remoteEnded) this.body?.abort();
    this.owner?.closed(code);
  }
}
