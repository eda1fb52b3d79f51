// The bytes of a body while they arrive.

/**
 * Bytes that arrive in pieces. They take about twice their length, however small the pieces are: a list of pieces of one
 * byte would take hundreds of times as much. A body that comes in one piece, as most do, is not copied.
 */
export class GatheredBytes {
  #buffer: Buffer = Buffer.alloc(0);
  length = 0;

  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (this.length === 0) {
      this.#buffer = piece;
    } else {
      // The first piece has no room behind it that is ours.
      if (length > this.#buffer.length) this.#buffer = Buffer.concat([this.bytes()], length * 2);
      this.#buffer.set(piece, this.length);
    }
    this.length = length;
  }

  /** Bytes of memory that they take. */
  get memory(): number {
    return this.#buffer.length;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}
