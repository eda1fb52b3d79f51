// Writes a protobuf message from its end to its beginning: the length of a field's content is known when its head is
// written, so nothing is written twice or moved.

/** Bytes that a writer begins with. */
const firstBytes = 16 * 1024;
/** A longer buffer is not kept for the next message. */
const mostKept = 1024 * 1024;
/** A text of at most this many UTF-16 units is written here: a call of the engine's own writer costs more. */
const shortText = 24;

/** Wire types. */
const varintType = 0;
const bit64Type = 1;
const delimitedType = 2;

/** One message at a time: `finish` ends it, and the writer can be used again. */
export class BackwardWriter {
  #buffer = Buffer.allocUnsafeSlow(firstBytes);
  /** Offset of what was written last. */
  #at = firstBytes;

  /** Bytes written since the beginning. */
  get length(): number {
    return this.#buffer.length - this.#at;
  }

  /** What was written, in memory of its own. */
  finish(): Buffer {
    const message = Buffer.from(this.#buffer.subarray(this.#at));
    this.reset();
    return message;
  }

  /** The same as a text with one character for each byte. */
  finishText(): string {
    const text = this.#buffer.toString('latin1', this.#at);
    this.reset();
    return text;
  }

  /** Drops what was written. */
  reset(): void {
    if (this.#buffer.length > mostKept) this.#buffer = Buffer.allocUnsafeSlow(firstBytes);
    this.#at = this.#buffer.length;
  }

  /** The head of a message or of bytes that were written since the length was `before`. */
  delimited(number: number, before: number): void {
    this.head(number, this.length - before);
  }

  /** The head of something of this length that is not written here. */
  head(number: number, length: number): void {
    this.varint(length);
    this.varint(number * 8 + delimitedType);
  }

  text(number: number, text: string): void {
    const before = this.length;
    if (text.length > shortText || !this.#shortAscii(text)) this.#anyText(text);
    this.delimited(number, before);
  }

  /** Bytes that stand as base64 in JSON. */
  base64(number: number, text: string): void {
    const bytes = Buffer.from(text, 'base64');
    this.#room(bytes.length);
    this.#at -= bytes.length;
    this.#buffer.set(bytes, this.#at);
    this.head(number, bytes.length);
  }

  /** An int32, int64, enum or bool. */
  integer(number: number, value: number | bigint): void {
    if (typeof value === 'number' && value >= 0 && Number.isSafeInteger(value)) this.varint(value);
    else this.#wideVarint(BigInt.asUintN(64, BigInt(value)));
    this.varint(number * 8 + varintType);
  }

  double(number: number, value: number): void {
    this.#room(8);
    this.#at -= 8;
    this.#buffer.writeDoubleLE(value, this.#at);
    this.varint(number * 8 + bit64Type);
  }

  /** At most 2^53 - 1. */
  varint(value: number): void {
    this.#room(8);
    const length = varintLength(value);
    let at = this.#at - length;
    this.#at = at;
    let left = value;
    for (; left > 0x7f_ff_ff_ff; left = Math.floor(left / 128)) this.#buffer[at++] = (left % 128) | 0x80;
    for (; left > 0x7f; left >>>= 7) this.#buffer[at++] = (left & 0x7f) | 0x80;
    this.#buffer[at] = left;
  }

  #wideVarint(value: bigint): void {
    const bytes: number[] = [];
    let left = value;
    for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
    bytes.push(Number(left));
    this.#room(bytes.length);
    this.#at -= bytes.length;
    this.#buffer.set(bytes, this.#at);
  }

  /** False: there is something else than ASCII, and nothing was written. */
  #shortAscii(text: string): boolean {
    this.#room(shortText);
    const start = this.#at - text.length;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit > 0x7f) return false;
      this.#buffer[start + index] = unit;
    }
    this.#at = start;
    return true;
  }

  #anyText(text: string): void {
    const length = Buffer.byteLength(text);
    this.#room(length);
    this.#at -= length;
    this.#buffer.write(text, this.#at, length === text.length ? 'latin1' : 'utf8');
  }

  #room(bytes: number): void {
    if (this.#at >= bytes) return;
    const { length } = this;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, length + bytes));
    this.#buffer.copy(larger, larger.length - length, this.#at);
    this.#at = larger.length - length;
    this.#buffer = larger;
  }
}

/** Bytes of a number as a varint; at most 2^53 - 1. */
function varintLength(value: number): number {
  let length = 1;
  for (let limit = 128; value >= limit; limit *= 128) length += 1;
  return length;
}
