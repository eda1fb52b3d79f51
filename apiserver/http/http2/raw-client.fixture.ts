// A client that writes its HTTP/2 frames itself, right or wrong, for the tests of the transport.

import type { Duplex } from 'node:stream';
import { HeaderDecoder } from './header-decoder.ts';
import { defaultFrameSize, flag, frameHead, frameType, read31, writeHead } from './protocol.ts';

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** How a stream ended for its client. */
export interface Ended {
  readonly status: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Error code of RST_STREAM. */
  readonly reset: number | undefined;
  /** Error code of GOAWAY, -1 for a connection that was closed without. */
  readonly goaway: number | undefined;
}

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** A frame as bytes. */
export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(frameHead + payload.length);
  payload.copy(bytes, writeHead(bytes, 0, payload.length, type, flags, stream));
  return bytes;
}

/** A header block without tables and codes: every field can be told so, whatever is in it. */
export function block(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(value, 'latin1');
    return Buffer.concat([integer(bytes.length), bytes]);
  };
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

function integer(value: number): Buffer {
  if (value < 0x7f) return Buffer.from([value]);
  const bytes = [0x7f];
  let rest = value - 0x7f;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** A number of four bytes. */
export function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export class RawHttp2 {
  readonly socket: Duplex;
  readonly frames: Frame[] = [];
  closed = false;
  readonly #decoder = new HeaderDecoder();
  readonly #ended = new Map<number, { -readonly [key in keyof Ended]: Ended[key] }>();
  readonly #over = new Set<number>();
  #goaway: number | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #waiting: (() => void)[] = [];
  /** Says that it has read each frame. */
  acknowledges = true;

  /** Sends preface and SETTINGS. */
  constructor(socket: Duplex, settings: Buffer = Buffer.alloc(0)) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', () => {});
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.closed = true;
        this.#wake();
      });
    }
    this.write(preface, frame(frameType.settings, 0, 0, settings));
  }

  write(...bytes: readonly Buffer[]): void {
    if (!this.closed) this.socket.write(Buffer.concat(bytes));
  }

  /** A request whose other fields are the usual ones. */
  ask(stream: number, fields: readonly (readonly [name: string, value: string])[], body?: Buffer): void {
    const method = body === undefined ? 'GET' : 'POST';
    const named = fields.some(([name]) => name === ':path') ? [] : [[':path', '/'] as const];
    const usual = [[':method', method], [':scheme', 'https'], [':authority', 'x'], ...named] as const;
    const head = block([...usual, ...fields]);
    const end = body === undefined ? flag.endStream : 0;
    for (let at = 0; at === 0 || at < head.length; at += defaultFrameSize) {
      const last = at + defaultFrameSize >= head.length ? flag.endHeaders : 0;
      const type = at === 0 ? frameType.headers : frameType.continuation;
      this.write(frame(type, (at === 0 ? end : 0) | last, stream, head.subarray(at, at + defaultFrameSize)));
    }
    if (body !== undefined) this.write(frame(frameType.data, flag.endStream, stream, body));
  }

  /** Resolves when the stream is over, whichever way. */
  async answer(stream: number): Promise<Ended> {
    await this.until(() => this.#over.has(stream) || this.#goaway !== undefined || this.closed);
    const none = { status: undefined, headers: {}, body: '', reset: undefined, goaway: undefined };
    const known = this.#ended.get(stream) ?? none;
    return this.#over.has(stream) ? known : { ...known, goaway: this.#goaway ?? -1 };
  }

  /** Error code of GOAWAY; -1 when the connection was closed without. */
  async end(): Promise<number> {
    await this.until(() => this.closed);
    return this.#goaway ?? -1;
  }

  /** Waits for what other frames bring about. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    while (this.#bytes.length >= frameHead) {
      const length = this.#bytes.readUIntBE(0, 3);
      if (this.#bytes.length < frameHead + length) break;
      const [type = 0, flags = 0] = this.#bytes.subarray(3);
      const payload = this.#bytes.subarray(frameHead, frameHead + length);
      this.#note({ type, flags, stream: read31(this.#bytes, 5), payload });
      this.#bytes = this.#bytes.subarray(frameHead + length);
    }
    this.#wake();
  }

  #note(received: Frame): void {
    const { type, flags, stream, payload } = received;
    this.frames.push(received);
    if (type === frameType.goaway) this.#goaway = payload.readUInt32BE(4);
    if (type === frameType.settings && flags === 0 && this.acknowledges) {
      this.write(frame(frameType.settings, flag.ack, 0));
    }
    if (stream === 0) return;
    const ended = this.#ended.get(stream) ?? {
      status: undefined,
      headers: {},
      body: '',
      reset: undefined,
      goaway: undefined,
    };
    this.#ended.set(stream, ended);
    if (type === frameType.headers) {
      const headers: Record<string, string> = {};
      this.#decoder.decode(payload, ({ name, value }) => {
        headers[name] = value;
      });
      ended.headers = headers;
      ended.status = headers[':status'];
    } else if (type === frameType.data) {
      ended.body += payload.toString();
    } else if (type === frameType.reset) {
      ended.reset = payload.readUInt32BE(0);
      this.#over.add(stream);
    }
    if (type <= frameType.headers && (flags & flag.endStream) !== 0) this.#over.add(stream);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
