// A SPDY/3.1 connection whose streams this side opens. Data of the peer is read only as fast as the reader consumes it: a slow
// reader makes the peer wait, and this process buffers nothing.

import type { Duplex } from 'node:stream';
import {
  dataFrames,
  endFrame,
  pingFrame,
  refuseFrame,
  type SpdyEvent,
  SpdyProtocolError,
  SpdyReader,
  StreamOpener,
} from './spdy-frames.ts';

/** An event of a stream. */
export type StreamEvent = Extract<SpdyEvent, { type: 'data' | 'end' | 'reset' }>;

export class SpdyClient {
  readonly #connection: Duplex;
  readonly #opener = new StreamOpener();
  #next = 1;

  /** The connection speaks SPDY from its next byte on. */
  constructor(connection: Duplex) {
    this.#connection = connection;
    // `events` ends when the connection fails.
    connection.on('error', () => undefined);
  }

  /** Its number. Header names are in lower case. */
  open(headers: Readonly<Record<string, string>>): number {
    const stream = this.#next;
    this.#next += 2;
    this.#write(this.#opener.open(stream, headers));
    return stream;
  }

  /** The caller must not change the bytes afterwards. False: wait for `drained` before more. */
  send(stream: number, bytes: Buffer): boolean {
    let taken = true;
    for (const frame of dataFrames(stream, bytes)) taken = this.#write(frame);
    return taken;
  }

  /** Nothing more is sent on the stream. */
  end(stream: number): void {
    this.#write(endFrame(stream));
  }

  /** Resolves when more may be sent, or the connection is closed. */
  drained(): Promise<void> {
    const connection = this.#connection;
    if (!connection.writableNeedDrain || connection.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        connection.off('drain', done);
        connection.off('close', done);
        resolve();
      };
      connection.on('drain', done);
      connection.on('close', done);
    });
  }

  /**
   * What the peer says, once. The next event is read when the one before was taken. Ends with the connection, also when that breaks;
   * throws SpdyProtocolError.
   */
  async *events(): AsyncGenerator<StreamEvent> {
    const reader = new SpdyReader();
    try {
      for await (const chunk of this.#connection as AsyncIterable<Buffer>) {
        for (const event of reader.read(chunk)) {
          if (event.type === 'data' || event.type === 'end' || event.type === 'reset') yield event;
          else this.#respond(event);
        }
      }
    } catch (error) {
      if (error instanceof SpdyProtocolError) throw error;
    }
  }

  close(): void {
    this.#connection.destroy();
  }

  #respond(event: SpdyEvent): void {
    // Numbers of this side are odd, and it sends none.
    if (event.type === 'ping' && event.id % 2 === 0) this.#write(pingFrame(event.id));
    if (event.type === 'opened') this.#write(refuseFrame(event.stream));
  }

  #write(frame: Buffer): boolean {
    return this.#connection.writable ? this.#connection.write(frame) : false;
  }
}
