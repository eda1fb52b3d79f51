// The part of an answer's body that waits for the windows of the client. Chunks stay as they were given until their bytes are
// in a frame: those who watch the same share them.

/** Called when a chunk is no longer read. */
export type Sent = (chunk: Buffer) => void;

export class SendQueue {
  #chunks: Buffer[] = [];
  #sent: (Sent | undefined)[] = [];
  /** The first chunk that is still here, and how much of it is gone. */
  #first = 0;
  #offset = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  push(chunk: Buffer, sent: Sent | undefined): void {
    this.#chunks.push(chunk);
    this.#sent.push(sent);
    this.#bytes += chunk.length;
  }

  /** Moves so many bytes, no more than there are, to `at`. */
  moveTo(into: Buffer, at: number, bytes: number): void {
    let place = at;
    const end = at + bytes;
    while (place < end) {
      const chunk = this.#chunks[this.#first];
      if (chunk === undefined) break;
      const copied = chunk.copy(into, place, this.#offset, this.#offset + end - place);
      place += copied;
      this.#offset += copied;
      if (this.#offset === chunk.length) this.#next(chunk);
    }
    this.#bytes -= bytes;
  }

  clear(): void {
    this.#chunks = [];
    this.#sent = [];
    this.#first = 0;
    this.#offset = 0;
    this.#bytes = 0;
  }

  #next(chunk: Buffer): void {
    const sent = this.#sent[this.#first];
    this.#first += 1;
    this.#offset = 0;
    if (this.#first === this.#chunks.length) {
      this.#chunks.length = 0;
      this.#sent.length = 0;
      this.#first = 0;
    } else if (this.#first >= 64 && this.#first * 2 >= this.#chunks.length) {
      this.#chunks.splice(0, this.#first);
      this.#sent.splice(0, this.#first);
      this.#first = 0;
    }
    sent?.(chunk);
  }
}
