// The body of one request over HTTP/2: buffers what arrives, up to the initial window before the first read, then
// up to the reader's limit. An unread body is discarded.

import type { BodyBudget, UnfinishedBody } from '../body/body-budget.ts';
import { BodyAbortedError, BodyTooLargeError } from '../../contract/exchange.ts';
import { GatheredBytes } from '../body/gathered-bytes.ts';
import { throttled } from '../../error/plain-text-error.ts';
import type { RequestSignal } from '../body/request-signal.ts';

/** Bytes that were taken before the client is given as much room again. */
const grantedTogether = 256 * 1024;

interface Reader {
  readonly limit: number;
  readonly request: RequestSignal;
  resolve(body: Buffer): void;
  reject(reason: Error): void;
}

export class RequestBody implements UnfinishedBody {
  readonly #budget: BodyBudget;
  /** Lets the client send so many bytes more. */
  readonly #grant: (bytes: number) => void;
  #bytes = new GatheredBytes();
  #reader: Reader | undefined;
  #ungranted = 0;
  #state: 'coming' | 'whole' | 'aborted' | 'unwanted' | 'given-up' = 'coming';

  constructor(budget: BodyBudget, grant: (bytes: number) => void) {
    this.#budget = budget;
    this.#grant = grant;
  }

  /** A piece came. `last`: the body ends with it. */
  add(piece: Buffer, last: boolean): void {
    if (this.#state !== 'coming') return;
    const reader = this.#reader;
    if (reader !== undefined && this.#bytes.length + piece.length > reader.limit) {
      this.#fail('unwanted', new BodyTooLargeError(reader.limit));
      return;
    }
    if (piece.length > 0) this.#bytes.add(piece);
    if (last) {
      this.#state = 'whole';
      this.#budget.release(this);
      this.#deliver();
      return;
    }
    this.#ungranted += piece.length;
    this.#budget.hold(this, this.#bytes.memory);
    if (reader !== undefined) this.#grantMore();
  }

  /** The client will send no more of it. */
  abort(): void {
    if (this.#state === 'coming') this.#fail('aborted', stoppedSending());
  }

  /** Discards the rest. */
  dismiss(): void {
    if (this.#state === 'coming') this.#fail('unwanted', stoppedSending());
  }

  giveUp(): void {
    this.#fail('given-up', throttled());
  }

  /** The whole body, see `Exchange.readBody`. Once. */
  read(limit: number, promised: number | undefined, request: RequestSignal): Promise<Buffer> {
    if ((promised ?? 0) > limit || this.#bytes.length > limit) {
      this.dismiss();
      return Promise.reject(new BodyTooLargeError(limit));
    }
    if (this.#state === 'given-up') return Promise.reject(throttled());
    if (this.#state === 'aborted' || this.#state === 'unwanted') return Promise.reject(stoppedSending());
    return new Promise((resolve, reject) => {
      this.#reader = { limit, request, resolve, reject };
      if (this.#state === 'whole') {
        this.#deliver();
        return;
      }
      request.onAbort = (reason) => this.#fail('unwanted', reason);
      this.#grantMore();
    });
  }

  #grantMore(): void {
    if (this.#ungranted < grantedTogether) return;
    const bytes = this.#ungranted;
    this.#ungranted = 0;
    this.#grant(bytes);
  }

  #deliver(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    const bytes = this.#bytes.bytes();
    this.#bytes = new GatheredBytes();
    reader.request.onAbort = undefined;
    reader.resolve(bytes);
  }

  #fail(state: 'aborted' | 'unwanted' | 'given-up', reason: Error): void {
    if (this.#state !== 'coming') return;
    this.#state = state;
    this.#budget.release(this);
    this.#bytes = new GatheredBytes();
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) return;
    reader.request.onAbort = undefined;
    reader.reject(reason);
  }
}

function stoppedSending(): Error {
  return new BodyAbortedError('the client stopped sending in the middle of the body');
}
