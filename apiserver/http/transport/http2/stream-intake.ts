// The streams of one connection as its client moves them: HEADERS, DATA and RST_STREAM (RFC 9113, section 5.1), with the
// window for what comes.

import type { BodyBudget } from '../body/body-budget.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { ConnectionSender } from './connection-sender.ts';
import type { FrameOutput } from './frame/frame-output.ts';
import type { HeaderFrame } from './header/header-block.ts';
import { HeaderDecoder } from './header/header-decoder.ts';
import { OpenStreams } from './open-streams.ts';
import { ConnectionFault, defaultWindow, type ErrorCode, errorCode, frameType, largest } from './frame/protocol.ts';
import { RequestBody } from './request-body.ts';
import { RequestFields } from './header/request-fields.ts';
import { ServerStream, type StreamHost } from './stream.ts';

/** Bytes of a body that a client may send before the first read. */
export const bodyWindow = 1024 * 1024;
/** Bytes that came before the client is given as much room again on the connection. */
const grantedTogether = 32 * 1024;
/** Streams that we broke off and remember. */
const remembered = 128;
const nothing = Buffer.alloc(0);

export interface IntakeOptions {
  readonly budget: BodyBudget;
  /** Streams at once. */
  readonly maxStreams: number;
  /** A request came; its body may still be coming. */
  readonly request: (stream: ServerStream, fields: RequestFields) => void;
  /** The first stream was opened, or the last one is closed. */
  readonly busy: (busy: boolean) => void;
}

export class StreamIntake implements StreamHost {
  readonly open = new OpenStreams();
  readonly sender: ConnectionSender;
  readonly #output: FrameOutput;
  readonly #options: IntakeOptions;
  readonly #limits: ConnectionLimits;
  readonly #decoder = new HeaderDecoder();
  /** The newest stream that the client began, and the numbers that it left out before it. */
  newest = 0;
  #skippedFrom = 0;
  #skippedTo = 0;
  /** Streams beyond this one are not taken any more. */
  lastTaken = largest;
  /** Whether the client knows our settings. */
  acknowledged = false;
  #window = defaultWindow;
  #ungranted = 0;
  /** Streams that we broke off: what the client still sends for them is in order. */
  readonly #broken = new Int32Array(remembered);
  #brokenCount = 0;

  constructor(sender: ConnectionSender, output: FrameOutput, limits: ConnectionLimits, options: IntakeOptions) {
    this.sender = sender;
    this.#output = output;
    this.#limits = limits;
    this.#options = options;
  }

  /** A header block came: a request, or trailers. Throws ConnectionFault. */
  headers(frame: HeaderFrame): void {
    const { stream: id } = frame;
    const fields = new RequestFields();
    this.#decoder.decode(frame.block, fields.take);
    if (id > this.newest) {
      this.#begin(id, frame, fields);
      return;
    }
    const stream = this.open.get(id);
    if (stream === undefined || stream.remoteEnded) {
      this.#lateHeaders(stream, id);
      return;
    }
    // Trailers are ignored.
    const incomplete = stream.promised !== undefined && stream.received < stream.promised;
    if (!frame.endStream || fields.malformedTrailers || incomplete) this.fault(stream, errorCode.protocol);
    else this.#take(stream, nothing, true);
  }

  /** A piece of a DATA frame, see `FrameHandler`. Throws ConnectionFault. */
  data(id: number, piece: Buffer, counted: number, last: boolean, end: boolean): void {
    if (id > this.newest) throw new ConnectionFault(errorCode.protocol, 'DATA comes for a stream that never began');
    this.#window -= counted;
    if (this.#window < 0) throw new ConnectionFault(errorCode.flowControl, 'more came than the window allows');
    this.#grantConnection(counted);
    if (counted === 0 && !end) this.#limits.control();
    const stream = this.open.get(id);
    if (stream === undefined || stream.remoteEnded) {
      if (last) this.#late(stream, id);
      return;
    }
    stream.receiveWindow -= counted;
    stream.received += piece.length;
    const { promised, received } = stream;
    if (stream.receiveWindow < 0) {
      this.fault(stream, errorCode.flowControl);
    } else if (promised !== undefined && (received > promised || (end && received < promised))) {
      this.fault(stream, errorCode.protocol);
    } else {
      this.#take(stream, piece, end);
    }
  }

  /** RST_STREAM came. Throws ConnectionFault. */
  resetByClient(id: number, code: ErrorCode): void {
    if (id > this.newest)
      throw new ConnectionFault(errorCode.protocol, 'RST_STREAM comes for a stream that never began');
    const stream = this.open.get(id);
    if (stream === undefined) {
      this.#limits.control();
      return;
    }
    this.close(stream, code === errorCode.noError ? errorCode.cancel : code);
    this.#limits.reset();
  }

  reset(stream: ServerStream, code: ErrorCode): void {
    this.#output.number(frameType.reset, stream.id, code);
    this.sender.schedule();
    this.#broken[this.#brokenCount % remembered] = stream.id;
    this.#brokenCount += 1;
    this.close(stream, code);
  }

  /** The client broke a rule that holds for this stream. Throws ConnectionFault when it does so too often. */
  fault(stream: ServerStream, code: ErrorCode): void {
    this.reset(stream, code);
    this.#limits.reset();
  }

  /** The stream is over. */
  close(stream: ServerStream, code: ErrorCode): void {
    if (stream.closed) return;
    this.open.remove(stream);
    stream.close(code);
    if (this.open.count === 0) this.#options.busy(false);
  }

  /** The connection is over. */
  closeAll(): void {
    for (const stream of this.open.all()) this.close(stream, errorCode.cancel);
  }

  #begin(id: number, { endStream, dependsOn }: HeaderFrame, fields: RequestFields): void {
    if (id % 2 === 0) throw new ConnectionFault(errorCode.protocol, 'a client began a stream with an even number');
    if (id > this.newest + 2) {
      this.#skippedFrom = this.newest + 1;
      this.#skippedTo = id;
    }
    this.newest = id;
    if (id > this.lastTaken) return;
    const stream = this.#newStream(id, endStream, fields.contentLength);
    this.open.add(stream);
    if (this.open.count === 1) this.#options.busy(true);
    if (this.open.count > this.#options.maxStreams) {
      this.reset(stream, errorCode.refusedStream);
      // Before it knows the limit a client may take it for higher.
      if (this.acknowledged) this.#limits.reset();
      return;
    }
    const empty = endStream && (fields.contentLength ?? 0) > 0;
    if (fields.fault() !== undefined || dependsOn === id || empty) this.fault(stream, errorCode.protocol);
    else this.#options.request(stream, fields);
  }

  #newStream(id: number, endStream: boolean, promised: number | undefined): ServerStream {
    const windows = { send: this.sender.streamWindow, receive: bodyWindow };
    if (endStream) return new ServerStream(id, this, windows, undefined, promised);
    const body = new RequestBody(this.#options.budget, (bytes) => this.#grant(stream, bytes));
    const stream = new ServerStream(id, this, windows, body, promised);
    return stream;
  }

  #take(stream: ServerStream, piece: Buffer, end: boolean): void {
    if (end) stream.remoteEnded = true;
    stream.body?.add(piece, end);
    if (end && stream.localEnded) this.close(stream, errorCode.noError);
  }

  #lateHeaders(stream: ServerStream | undefined, id: number): void {
    if (stream === undefined && id >= this.#skippedFrom && id < this.#skippedTo) {
      throw new ConnectionFault(errorCode.protocol, 'a stream begins after one with a higher number');
    }
    if (stream === undefined && !this.#broken.includes(id)) {
      throw new ConnectionFault(errorCode.streamClosed, 'HEADERS comes for a stream that has ended');
    }
    this.#late(stream, id);
  }

  /** What comes for a stream that the client has ended, or that is gone. */
  #late(stream: ServerStream | undefined, id: number): void {
    if (stream !== undefined) {
      this.fault(stream, errorCode.streamClosed);
    } else if (!this.#broken.includes(id)) {
      this.#output.number(frameType.reset, id, errorCode.streamClosed);
      this.sender.schedule();
      this.#limits.reset();
    }
  }

  #grantConnection(bytes: number): void {
    this.#ungranted += bytes;
    if (this.#ungranted < grantedTogether) return;
    this.#window += this.#ungranted;
    this.#output.number(frameType.windowUpdate, 0, this.#ungranted);
    this.#ungranted = 0;
    this.sender.schedule();
  }

  #grant(stream: ServerStream, bytes: number): void {
    if (stream.closed || stream.remoteEnded) return;
    stream.receiveWindow += bytes;
    this.#output.number(frameType.windowUpdate, stream.id, bytes);
    this.sender.schedule();
  }
}
