// What a connection sends: frames are written one behind the other into memory that is used again, and leave with one write
// for each turn of the event loop. While the system has not taken that write the next ones gather.

import type { Writable } from 'node:stream';
import { frameHead, type frameType, write32, writeHead } from './protocol.ts';

/** Memory for what most connections send in a turn, and for those that send more. */
const smallSlab = 8 * 1024;
const largeSlab = 64 * 1024 + 64;
/** Bytes that leave together at the most, as far as they are bodies. */
const together = 256 * 1024;
/** Slabs of each size that are kept for the next use. */
const keptSlabs = 64;

/** Memory for frames, shared by all connections. */
export class FrameMemory {
  readonly #small: Buffer[] = [];
  readonly #large: Buffer[] = [];

  take(bytes: number): Buffer {
    return bytes <= smallSlab
      ? (this.#small.pop() ?? Buffer.allocUnsafeSlow(smallSlab))
      : (this.#large.pop() ?? Buffer.allocUnsafeSlow(largeSlab));
  }

  give(slab: Buffer): void {
    const kept = slab.length === smallSlab ? this.#small : this.#large;
    if (kept.length < keptSlabs) kept.push(slab);
  }
}

const none: Buffer = Buffer.alloc(0);

export class FrameOutput {
  readonly #socket: Writable;
  readonly #memory: FrameMemory;
  /** Called when the socket has accepted what was written. */
  readonly #taken: () => void;
  /** What is being written, and how far. */
  slab: Buffer = none;
  at = 0;
  readonly #full: { readonly slab: Buffer; readonly length: number }[] = [];
  #fullBytes = 0;
  #writing = false;
  #ended = false;

  constructor(socket: Writable, memory: FrameMemory, taken: () => void) {
    this.#socket = socket;
    this.#memory = memory;
    this.#taken = taken;
  }

  /** Bytes that wait to be given to the system. */
  get waiting(): number {
    return this.#fullBytes + this.at;
  }

  /** Whether the system has not yet taken the last write. */
  get writing(): boolean {
    return this.#writing;
  }

  /** Bytes of bodies that may still join the next write; none while one is under way. */
  get roomForBodies(): number {
    return this.#writing ? 0 : together - this.waiting;
  }

  /** Makes room for so many bytes, up to 64 KiB, at `at` of `slab`; the caller moves `at`. */
  room(bytes: number): void {
    if (this.slab.length - this.at >= bytes) return;
    if (this.at > 0) {
      this.#full.push({ slab: this.slab, length: this.at });
      this.#fullBytes += this.at;
      this.slab = this.#memory.take(largeSlab);
    } else {
      if (this.slab.length > 0) this.#memory.give(this.slab);
      this.slab = this.#memory.take(bytes);
    }
    this.at = 0;
  }

  /** Bytes that are left where frames are being written now. */
  get left(): number {
    return this.slab.length - this.at;
  }

  frame(type: number, flags: number, stream: number, payload: Buffer): void {
    this.room(frameHead + payload.length);
    this.at = writeHead(this.slab, this.at, payload.length, type, flags, stream);
    payload.copy(this.slab, this.at);
    this.at += payload.length;
  }

  /** A frame whose payload is one number: WINDOW_UPDATE or RST_STREAM. */
  number(type: typeof frameType.windowUpdate | typeof frameType.reset, stream: number, value: number): void {
    this.room(frameHead + 4);
    this.at = writeHead(this.slab, this.at, 4, type, 0, stream);
    this.at = write32(this.slab, this.at, value);
  }

  /** Gives all to the system, and the end. What is written later is lost. */
  end(): void {
    this.#writing = false;
    this.flush();
    this.#ended = true;
    this.#socket.end();
  }

  /** Gives what waits to the system, unless it has not taken what it was given before. */
  flush(): void {
    if (this.#writing || this.#ended || this.waiting === 0) return;
    this.#writing = true;
    const { slab, at } = this;
    const full = this.#full.splice(0);
    this.#fullBytes = 0;
    this.slab = none;
    this.at = 0;
    if (full.length > 0) this.#socket.cork();
    for (const { slab: before, length } of full) this.#socket.write(before.subarray(0, length));
    this.#socket.write(slab.subarray(0, at), (error) => {
      this.#writing = false;
      // After a failure the system may still read it.
      if (error !== undefined && error !== null) return;
      for (const before of full) this.#memory.give(before.slab);
      this.#memory.give(slab);
      this.#taken();
    });
    if (full.length > 0) this.#socket.uncork();
  }
}
