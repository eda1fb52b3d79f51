// The sending half of a connection: heads at once, bodies frame by frame in turn, as far as the windows of the client reach
// and the system takes what it is given. So nothing that a client does not read is ever made into frames.

import { httpDate } from '../../header/http-date.ts';
import type { FrameOutput } from './frame/frame-output.ts';
import { HeaderEncoder, type ResponseHeaders } from './header/header-encoder.ts';
import { defaultFrameSize, defaultWindow, flag, frameHead, frameType, writeHead } from './frame/protocol.ts';
import type { Sent } from './send-queue.ts';
import type { ServerStream, StreamSender } from './stream.ts';

/** The largest frame that we make where the client takes larger ones. */
const largestFrame = 64 * 1024;
/** Bytes of a head, or a whole response, that are written whatever is queued. */
const smallAnswer = 48 * 1024;
/** Bytes that may wait for the system before whole answers wait in their streams. */
const waitingLimit = 256 * 1024;

export class ConnectionSender implements StreamSender {
  readonly encoder = new HeaderEncoder();
  /** Bytes of bodies that the client takes on this connection. */
  window = defaultWindow;
  /** The window that a new stream has. */
  streamWindow = defaultWindow;
  #frameSize = defaultFrameSize;
  readonly #output: FrameOutput;
  /** Called when the frame with END_STREAM was made. */
  readonly #ended: (stream: ServerStream) => void;
  /** DATA frames that were made. */
  dataFrames = 0;
  #first: ServerStream | undefined;
  #last: ServerStream | undefined;
  #scheduled = false;

  constructor(output: FrameOutput, ended: (stream: ServerStream) => void) {
    this.#output = output;
    this.#ended = ended;
  }

  get writing(): boolean {
    return this.#output.writing;
  }

  set frameSize(size: number) {
    this.#frameSize = Math.min(size, largestFrame);
  }

  /** Sends the head of an answer; `end`: there is nothing but the head. */
  head(stream: ServerStream, status: number, headers: ResponseHeaders, end: boolean): void {
    this.#writeBlock(stream, this.encoder.encode(status, headers, httpDate()), end ? flag.endStream : 0);
    this.schedule();
    if (end) this.#ended(stream);
  }

  /** A whole answer: small ones are in frames at once. */
  respond(stream: ServerStream, status: number, headers: ResponseHeaders, body: Buffer, sent: Sent | undefined): void {
    const { length } = body;
    const output = this.#output;
    if (length === 0) {
      this.head(stream, status, headers, true);
      sent?.(body);
      return;
    }
    this.#writeBlock(stream, this.encoder.encode(status, headers, httpDate()), 0);
    const fits = length <= this.#frameSize && length <= stream.sendWindow && length <= this.window;
    if (this.#first !== undefined || !fits || length > smallAnswer || output.waiting > waitingLimit) {
      stream.push(body, sent);
      stream.end();
      return;
    }
    this.#dataHead(stream, length, flag.endStream);
    body.copy(output.slab, output.at);
    output.at += length;
    stream.framed += length;
    this.schedule();
    this.#ended(stream);
    sent?.(body);
  }

  /** The stream has something to send. */
  ready(stream: ServerStream): void {
    if (!stream.listed) {
      stream.listed = true;
      if (this.#last === undefined) this.#first = stream;
      else this.#last.behind = stream;
      this.#last = stream;
    }
    this.schedule();
  }

  /** Sends at the end of this turn of the event loop. */
  schedule(): void {
    if (this.#scheduled || this.#output.writing) return;
    this.#scheduled = true;
    setImmediate(this.#send);
  }

  /** Sends now what the windows allow. */
  flush(): void {
    this.#makeFrames();
    this.#output.flush();
  }

  /** The system has taken what it was given. */
  taken(): void {
    if (this.#first !== undefined || this.#output.waiting > 0) this.schedule();
  }

  readonly #send = (): void => {
    this.#scheduled = false;
    this.flush();
  };

  #makeFrames(): void {
    let room = this.#output.roomForBodies;
    while (room > 0 && this.#first !== undefined) {
      const stream = this.#first;
      const { queued } = stream;
      const length = Math.max(0, Math.min(queued, this.#frameSize, stream.sendWindow, this.window));
      const over = queued === 0 && stream.ending;
      if (stream.closed || stream.localEnded || (length === 0 && !over)) {
        if (queued > 0 && this.window <= 0) {
          this.#tellBlocked();
          return;
        }
        this.#unlist();
        if (queued > 0 && !stream.closed) stream.owner?.blocked();
        continue;
      }
      room -= this.#makeFrame(stream, length, length === queued && stream.ending);
    }
  }

  /** Makes one DATA frame of the first stream, which then goes to the end of the line. */
  #makeFrame(stream: ServerStream, length: number, end: boolean): number {
    const output = this.#output;
    this.#unlist();
    this.#dataHead(stream, length, end ? flag.endStream : 0);
    const { at } = output;
    output.at += length;
    stream.moveTo(output.slab, at, length);
    if (end) this.#ended(stream);
    else if (stream.queued > 0) this.ready(stream);
    else stream.owner?.emptied();
    return frameHead + length;
  }

  /** The window of the connection is empty: all in the line wait for the client. */
  #tellBlocked(): void {
    for (let stream = this.#first; stream !== undefined; stream = stream.behind) {
      if (!stream.closed && stream.queued > 0) stream.owner?.blocked();
    }
  }

  #unlist(): void {
    const stream = this.#first;
    if (stream === undefined) return;
    this.#first = stream.behind;
    if (this.#first === undefined) this.#last = undefined;
    stream.behind = undefined;
    stream.listed = false;
  }

  /** Makes room for a DATA frame and writes its head. */
  #dataHead(stream: ServerStream, length: number, flags: number): void {
    const output = this.#output;
    output.room(frameHead + length);
    output.at = writeHead(output.slab, output.at, length, frameType.data, flags, stream.id);
    stream.sendWindow -= length;
    this.window -= length;
    this.dataFrames += 1;
  }

  #writeBlock(stream: ServerStream, block: Buffer, flags: number): void {
    if (block.length <= defaultFrameSize) {
      this.#output.frame(frameType.headers, flags | flag.endHeaders, stream.id, block);
      return;
    }
    for (let at = 0; at < block.length; at += defaultFrameSize) {
      const piece = block.subarray(at, at + defaultFrameSize);
      const last = at + defaultFrameSize >= block.length ? flag.endHeaders : 0;
      const type = at === 0 ? frameType.headers : frameType.continuation;
      this.#output.frame(type, (at === 0 ? flags : 0) | last, stream.id, piece);
    }
  }
}
