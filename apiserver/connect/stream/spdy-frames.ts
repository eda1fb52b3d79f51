// The frames of SPDY/3.1 (draft-mbelshe-httpbis-spdy-00, section 2.2), as far as a client needs them that opens every stream itself
// and reads no headers. What a peer sends is never decompressed, and the bytes of data frames are passed on as they come: a peer
// cannot make this side hold more than `mostControl` bytes.

/** What a peer has sent. */
export type SpdyEvent =
  | { readonly type: 'data'; readonly stream: number; readonly bytes: Buffer }
  /** The peer sends no more on this stream. */
  | { readonly type: 'end'; readonly stream: number }
  | { readonly type: 'reset'; readonly stream: number; readonly status: number }
  /** The peer opens a stream, which it must not. */
  | { readonly type: 'opened'; readonly stream: number }
  /** To be sent back as it is, where the number is one of the peer's. */
  | { readonly type: 'ping'; readonly id: number }
  /** The peer accepts no more streams. */
  | { readonly type: 'goaway'; readonly status: number };

/** The peer violates the protocol. */
export class SpdyProtocolError extends Error {
  override readonly name = 'SpdyProtocolError';
}

const headLength = 8;
const version = 0x8003;
const finFlag = 1;
/** Bytes of a control frame behind its head: those that are read have 8, or headers that are skipped. */
const mostControl = 64 * 1024;

const synStream = 1;
const synReply = 2;
const rstStream = 3;
const ping = 6;
const goaway = 7;
const headersFrame = 8;

/** Parses received bytes into events, in order. Throws SpdyProtocolError; the connection cannot be used after it. */
export class SpdyReader {
  #head = Buffer.alloc(0);
  /** Of the data frame that is read now. */
  #data: { readonly stream: number; readonly fin: boolean; left: number } | undefined;

  *read(chunk: Buffer): Generator<SpdyEvent> {
    let rest = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
    this.#head = Buffer.alloc(0);
    for (;;) {
      if (this.#data !== undefined) {
        const { stream, fin, left } = this.#data;
        const bytes = rest.subarray(0, left);
        rest = rest.subarray(bytes.length);
        this.#data.left -= bytes.length;
        const whole = this.#data.left === 0;
        if (whole) this.#data = undefined;
        if (bytes.length > 0) yield { type: 'data', stream, bytes };
        if (!whole) return;
        if (fin) yield { type: 'end', stream };
      }
      if (rest.length < headLength) break;
      const length = rest.readUIntBE(5, 3);
      const fin = ((rest[4] ?? 0) & finFlag) !== 0;
      if ((rest[0] ?? 0) < 0x80) {
        this.#data = { stream: rest.readUInt32BE(0), fin, left: length };
        rest = rest.subarray(headLength);
        continue;
      }
      if (rest.readUInt16BE(0) !== version) throw new SpdyProtocolError('a frame is not of SPDY/3');
      if (length > mostControl) throw new SpdyProtocolError(`a control frame has ${length} bytes`);
      if (rest.length < headLength + length) break;
      yield* controlEvents(rest.readUInt16BE(2), fin, rest.subarray(headLength, headLength + length));
      rest = rest.subarray(headLength + length);
    }
    // A copy: what is left of a chunk would keep all of it.
    this.#head = Buffer.from(rest);
  }
}

function* controlEvents(type: number, fin: boolean, body: Buffer): Generator<SpdyEvent> {
  const least = type === rstStream || type === goaway ? 8 : streamFrames.has(type) || type === ping ? 4 : 0;
  if (body.length < least) throw new SpdyProtocolError(`a control frame of type ${type} is too short`);
  const number = least === 0 ? 0 : body.readUInt32BE(0) & 0x7fff_ffff;
  if (type === synStream) yield { type: 'opened', stream: number };
  if (type === rstStream) yield { type: 'reset', stream: number, status: body.readUInt32BE(4) };
  if (type === ping) yield { type: 'ping', id: body.readUInt32BE(0) };
  if (type === goaway) yield { type: 'goaway', status: body.readUInt32BE(4) };
  if (fin && (type === synReply || type === headersFrame)) yield { type: 'end', stream: number };
}

const streamFrames: ReadonlySet<number> = new Set([synStream, synReply, headersFrame]);

/** Bytes of a data frame: a peer holds a whole one. */
const mostData = 32 * 1024;

/** The frames that carry these bytes. Their memory is that of `bytes`. */
export function dataFrames(stream: number, bytes: Buffer): readonly Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += mostData) {
    const part = bytes.subarray(at, at + mostData);
    frames.push(dataHead(stream, 0, part.length), part);
  }
  return frames;
}

/** The frame after which a stream carries no more of this side. */
export function endFrame(stream: number): Buffer {
  return dataHead(stream, finFlag, 0);
}

function dataHead(stream: number, flags: number, length: number): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(stream, 0);
  head[4] = flags;
  head.writeUIntBE(length, 5, 3);
  return head;
}

function control(type: number, ...numbers: readonly number[]): Buffer {
  const frame = Buffer.alloc(headLength + 4 * numbers.length);
  frame.writeUInt16BE(version, 0);
  frame.writeUInt16BE(type, 2);
  frame.writeUIntBE(4 * numbers.length, 5, 3);
  for (const [index, number] of numbers.entries()) frame.writeUInt32BE(number, headLength + 4 * index);
  return frame;
}

export const pingFrame = (id: number): Buffer => control(ping, id);
/** Refuses a stream that the peer opens. */
export const refuseFrame = (stream: number): Buffer => control(rstStream, stream, 3);

/**
 * Writes the frames that open streams, in the order in which they are sent: headers are compressed as one stream of zlib for a
 * connection. That stream consists of stored blocks, which any decompressor reads, so that nothing of it has to be kept here. An
 * empty one behind each makes decompressors hand out what they have (the flush of RFC 1979, section 2.1).
 */
export class StreamOpener {
  #begun = false;

  /** Names are in lower case. Throws RangeError for headers beyond a stored block. */
  open(stream: number, headers: Readonly<Record<string, string>>): Buffer {
    const block = headerBlock(headers);
    if (block.length > 0xffff) throw new RangeError('the headers of a stream are too long');
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(block.length, 1);
    stored.writeUInt16LE(block.length ^ 0xffff, 3);
    const begin = this.#begun ? Buffer.alloc(0) : Buffer.from([0x78, 0x01]);
    this.#begun = true;
    const body = Buffer.concat([Buffer.alloc(10), begin, stored, block, flush]);
    body.writeUInt32BE(stream, 0);
    const head = Buffer.alloc(headLength);
    head.writeUInt16BE(version, 0);
    head.writeUInt16BE(synStream, 2);
    head.writeUIntBE(body.length, 5, 3);
    return Buffer.concat([head, body]);
  }
}

const flush = Buffer.from([0, 0, 0, 0xff, 0xff]);

function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(headers);
  const parts = [uint32(entries.length)];
  for (const text of entries.flat()) {
    const bytes = Buffer.from(text);
    parts.push(uint32(bytes.length), bytes);
  }
  return Buffer.concat(parts);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
