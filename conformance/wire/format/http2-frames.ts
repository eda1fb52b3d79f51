// Frames and header blocks of HTTP/2, byte by byte (RFC 9113, RFC 7541), for requests that no library would send.

export const frameType = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const frameFlag = { endStream: 1, acknowledged: 1, endHeaders: 4 } as const;

/** The connection preface of a client, sent before its SETTINGS. */
export const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** Names and values as they are sent; characters above 255 are not possible. */
export type RawFields = readonly (readonly [name: string, value: string])[];

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Returns the complete frames at the start of the bytes, and their length. */
export function framesOf(bytes: Buffer): { readonly frames: readonly Frame[]; readonly size: number } {
  const frames: Frame[] = [];
  let at = 0;
  while (bytes.length - at >= 9) {
    const length = bytes.readUIntBE(at, 3);
    if (bytes.length - at < 9 + length) break;
    const [type = 0, flags = 0] = bytes.subarray(at + 3);
    const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
    frames.push({ type, flags, stream, payload: bytes.subarray(at + 9, at + 9 + length) });
    at += 9 + length;
  }
  return { frames, size: at };
}

export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.set([type, flags], 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A payload of one four-byte number. */
export function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Literal header fields without indexing (RFC 7541, 6.2.2) and without Huffman coding. */
export function headerBlock(fields: RawFields): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), headerText(name), headerText(value)]));
}

/** A string in a header block. */
export function headerText(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([length(bytes.length), bytes]);
}

/** An integer with a prefix of seven bits (RFC 7541, 5.1). */
function length(value: number): Buffer {
  if (value < 0x7f) return Buffer.from([value]);
  const bytes = [0x7f];
  let rest = value - 0x7f;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
