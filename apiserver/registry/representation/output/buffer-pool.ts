// A pool of buffers for response bodies that are joined from many objects. Such bodies are large and short-lived: without
// the pool the garbage collector would run several times a second because of them.

/** Sizes of buffers, in bytes: powers of two from the smallest to the largest. */
const smallest = 64 * 1024;
export const largestPart = 1024 * 1024;

/** Bytes kept for the next answers. */
const keptBytes = 8 * 1024 * 1024;

export class BufferPool {
  readonly #free = new Map<number, ArrayBuffer[]>();
  #freeBytes = 0;

  /** A buffer of exactly this length with any content. Above `largestPart`, or far below the smallest size, a new one. */
  take(length: number): Buffer {
    const size = sizeFor(length);
    if (size === undefined) return Buffer.allocUnsafe(length);
    const known = this.#free.get(size)?.pop();
    if (known !== undefined) this.#freeBytes -= size;
    return Buffer.from(known ?? Buffer.allocUnsafeSlow(size).buffer, 0, length);
  }

  /** Returns a buffer of `take` that is no longer read. Those not worth keeping are left to the garbage collector. */
  readonly giveBack = (buffer: Buffer): void => {
    const memory = buffer.buffer;
    const size = sizeFor(buffer.length);
    if (size !== memory.byteLength || !(memory instanceof ArrayBuffer)) return;
    if (this.#freeBytes + size > keptBytes) return;
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [memory]);
    else free.push(memory);
    this.#freeBytes += size;
  };
}

/** Undefined: memory of this length is not worth keeping. */
function sizeFor(length: number): number | undefined {
  if (length <= smallest / 4 || length > largestPart) return undefined;
  return Math.max(smallest, 2 ** Math.ceil(Math.log2(length)));
}
