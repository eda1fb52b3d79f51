// Splits received bytes into frames (RFC 9113, section 4.1). Frames are delivered whole, except DATA: it is delivered piece
// by piece as it arrives, because it is copied into a body anyway.

import { ConnectionFault, defaultFrameSize, errorCode, flag, frameHead, frameType, read31 } from './protocol.ts';

/** What every client sends first (section 3.4). */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const nothing = Buffer.alloc(0);

export interface FrameHandler {
  /** A frame other than DATA. The payload is only valid during the call. Throws ConnectionFault. */
  frame(type: number, flags: number, stream: number, payload: Buffer): void;
  /**
   * A piece of a DATA frame. `counted`: bytes that it takes of the windows, with padding. `last`: nothing of the frame
   * follows; `end`: nor does another frame of the stream. Throws ConnectionFault.
   */
  data(stream: number, piece: Buffer, counted: number, last: boolean, end: boolean): void;
}

/** Reads one connection. After a fault it reads no more. */
export class FrameReader {
  readonly #handler: FrameHandler;
  #prefaceSeen = 0;
  /** A frame that is not here as a whole: its first bytes. */
  #partial: Buffer = nothing;
  #held = 0;
  /** Of the DATA frame that is coming. */
  #dataStream = 0;
  #dataLeft = 0;
  #paddingLeft = 0;
  #dataEnds = false;
  #stopped = false;

  constructor(handler: FrameHandler) {
    this.#handler = handler;
  }

  /** Nothing more is handed over, not even of the chunk that is being read. */
  stop(): void {
    this.#stopped = true;
    this.#partial = nothing;
    this.#held = 0;
  }

  /** Throws ConnectionFault. */
  read(chunk: Buffer): void {
    let at = this.#prefaceSeen < preface.length ? this.#readPreface(chunk) : 0;
    while (at < chunk.length && !this.#stopped) {
      if (this.#dataLeft > 0 || this.#paddingLeft > 0) at = this.#takeData(chunk, at);
      else if (this.#held > 0) at = this.#complete(chunk, at);
      else at = this.#next(chunk, at);
    }
  }

  #readPreface(chunk: Buffer): number {
    const length = Math.min(chunk.length, preface.length - this.#prefaceSeen);
    if (chunk.compare(preface, this.#prefaceSeen, this.#prefaceSeen + length, 0, length) !== 0) {
      throw new ConnectionFault(errorCode.protocol, 'the connection does not begin with the HTTP/2 preface');
    }
    this.#prefaceSeen += length;
    return length;
  }

  /** A frame that begins in this chunk. */
  #next(chunk: Buffer, at: number): number {
    const here = chunk.length - at;
    if (here >= frameHead) {
      const need = needed(chunk, at);
      if (here >= need) {
        this.#handOver(chunk, at);
        return at + need;
      }
      this.#partial = Buffer.allocUnsafe(need);
    } else {
      this.#partial = Buffer.allocUnsafe(frameHead);
    }
    this.#held = chunk.copy(this.#partial, 0, at);
    return chunk.length;
  }

  /** A frame that began in an earlier chunk. */
  #complete(chunk: Buffer, from: number): number {
    let at = from;
    if (this.#held < frameHead) {
      const copied = chunk.copy(this.#partial, this.#held, at, at + frameHead - this.#held);
      this.#held += copied;
      at += copied;
      if (this.#held < frameHead) return at;
      const need = needed(this.#partial, 0);
      if (need > frameHead) {
        const whole = Buffer.allocUnsafe(need);
        this.#partial.copy(whole, 0, 0, frameHead);
        this.#partial = whole;
      }
    }
    const copied = chunk.copy(this.#partial, this.#held, at);
    this.#held += copied;
    if (this.#held === this.#partial.length) {
      const frame = this.#partial;
      this.#partial = nothing;
      this.#held = 0;
      this.#handOver(frame, 0);
    }
    return at + copied;
  }

  #handOver(bytes: Buffer, at: number): void {
    const type = bytes[at + 3] ?? 0;
    const flags = bytes[at + 4] ?? 0;
    const stream = read31(bytes, at + 5);
    const length = lengthAt(bytes, at);
    if (type !== frameType.data) {
      this.#handler.frame(type, flags, stream, bytes.subarray(at + frameHead, at + frameHead + length));
      return;
    }
    this.#dataStream = stream;
    this.#dataEnds = (flags & flag.endStream) !== 0;
    if ((flags & flag.padded) === 0) {
      this.#dataLeft = length;
      if (length === 0) this.#handler.data(stream, nothing, 0, true, this.#dataEnds);
      return;
    }
    const padding = bytes[at + frameHead] ?? 0;
    if (padding >= length) throw new ConnectionFault(errorCode.protocol, 'a frame has more padding than bytes');
    this.#dataLeft = length - 1 - padding;
    this.#paddingLeft = padding;
    const last = this.#dataLeft === 0 && padding === 0;
    this.#handler.data(stream, nothing, 1, last, last && this.#dataEnds);
  }

  #takeData(chunk: Buffer, at: number): number {
    const padding = this.#dataLeft === 0;
    const length = Math.min(chunk.length - at, padding ? this.#paddingLeft : this.#dataLeft);
    if (padding) this.#paddingLeft -= length;
    else this.#dataLeft -= length;
    const last = this.#dataLeft === 0 && this.#paddingLeft === 0;
    const piece = padding ? nothing : chunk.subarray(at, at + length);
    this.#handler.data(this.#dataStream, piece, length, last, last && this.#dataEnds);
    return at + length;
  }
}

/** Bytes that have to be here before the frame at `at` can be handed over: all, of DATA only how much it is padded. */
function needed(bytes: Buffer, at: number): number {
  const length = lengthAt(bytes, at);
  if (length > defaultFrameSize) throw new ConnectionFault(errorCode.frameSize, 'a frame is too large');
  if (bytes[at + 3] !== frameType.data) return frameHead + length;
  const padded = ((bytes[at + 4] ?? 0) & flag.padded) !== 0;
  if (padded && length === 0) throw new ConnectionFault(errorCode.frameSize, 'a padded frame does not say how much');
  return padded ? frameHead + 1 : frameHead;
}

function lengthAt(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}
