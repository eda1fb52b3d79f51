// Whether a request is over before its response is complete, and why. The abort signal is made at the first use: a plain get
// never needs it, and a controller costs more than the whole parsing of its path. A watch with a signal takes 1 KB more.

export class RequestSignal {
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  /** For the one part of the exchange that waits for its client, the reader of the body: cheaper than the signal. */
  onAbort: ((reason: Error) => void) | undefined;
  #listener: (() => void) | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) {
        this.#controller.abort(this.#reason);
      }
    }
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  /** Whether it aborted, or would have, because the client went away. Makes no signal. */
  get clientGone(): boolean {
    return this.#reason instanceof ClientGoneError;
  }

  /** Calls once, when it aborts or at once when it has. A later listener replaces it. */
  whenAborted(listener: () => void): void {
    if (this.#reason === undefined) this.#listener = listener;
    else listener();
  }

  /** The first reason stays. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) {
      return;
    }
    this.#reason = reason;
    this.onAbort?.(reason);
    this.#listener?.();
    this.#controller?.abort(reason);
  }
}

/** Why a request's signal aborts when its client went away. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
  constructor() {
    super('the client went away before the answer was complete');
  }
}

/** One for all clients that left: with a stack of its own it would cost more than the rest of a watch's end. */
export const clientGone = new ClientGoneError();

/** The part of an exchange that is the same over every carrier: who hears that it ended early, and who ends it. */
export abstract class AbortableExchange {
  protected readonly requestSignal = new RequestSignal();

  get aborted(): boolean {
    return this.requestSignal.aborted;
  }

  get signal(): AbortSignal {
    return this.requestSignal.signal;
  }

  get clientGone(): boolean {
    return this.requestSignal.clientGone;
  }

  cancel(reason: Error): void {
    this.requestSignal.abort(reason);
  }

  whenAborted(listener: () => void): void {
    this.requestSignal.whenAborted(listener);
  }
}
