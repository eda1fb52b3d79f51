// How a connection ends: with GOAWAY, so that the client knows which of its requests were taken (RFC 9113, section 6.8).

import type { Duplex } from 'node:stream';
import type { FrameOutput } from './frame/frame-output.ts';
import { type ErrorCode, errorCode, frameType, largest, write32 } from './frame/protocol.ts';

/** Milliseconds for a client to read the GOAWAY, or to close the connection. */
const patience = 500;
/** Milliseconds in which requests that are on their way may still come after a client is asked to go. */
const onTheirWay = 1000;

export class Farewell {
  readonly #socket: Duplex;
  readonly #output: FrameOutput;
  /** Has the output sent at the end of this turn. */
  readonly #send: () => void;
  #timer: NodeJS.Timeout | undefined;
  #state: 'none' | 'asked' | 'told' | 'ended' = 'none';

  constructor(socket: Duplex, output: FrameOutput, send: () => void) {
    this.#socket = socket;
    this.#output = output;
    this.#send = send;
  }

  get state(): 'none' | 'asked' | 'told' | 'ended' {
    return this.#state;
  }

  /** Asks the client to begin no more streams. `then` is called once those that are on their way had time to come. */
  ask(then: () => void): void {
    this.#state = 'asked';
    this.#goaway(largest, errorCode.noError, '');
    this.#output.frame(frameType.ping, 0, 0, Buffer.alloc(8));
    this.#timer = setTimeout(then, onTheirWay).unref();
  }

  /** Announces the last stream that is processed. */
  tell(last: number): void {
    clearTimeout(this.#timer);
    this.#state = 'told';
    this.#goaway(last, errorCode.noError, '');
  }

  /** Sends what there is and closes. A client that does not close for its part loses the connection. */
  end(): void {
    if (this.#state === 'ended') return;
    this.#finish();
    const close = (): void => this.#closeIn(patience);
    if (this.#socket.writableFinished) close();
    else this.#socket.once('finish', close);
  }

  /** The same at once, because of what the client did: nothing is read any more. */
  fail(last: number, code: ErrorCode, reason: string): void {
    if (this.#state === 'ended') return;
    this.#goaway(last, code, reason);
    this.#finish();
    this.#socket.pause();
    this.#closeIn(patience);
  }

  /** The connection is gone. */
  gone(): void {
    clearTimeout(this.#timer);
    this.#state = 'ended';
  }

  #finish(): void {
    this.gone();
    this.#output.end();
  }

  #closeIn(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#socket.destroy(), milliseconds).unref();
  }

  #goaway(last: number, code: ErrorCode, reason: string): void {
    const payload = Buffer.alloc(8 + Buffer.byteLength(reason));
    write32(payload, write32(payload, 0, last), code);
    payload.write(reason, 8);
    this.#output.frame(frameType.goaway, 0, 0, payload);
    this.#send();
  }
}
