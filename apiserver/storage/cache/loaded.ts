// Whether a cache is loaded, for callers that wait until it is. None needs to.

export class Loaded {
  #promise: Promise<void>;
  #reached = false;
  #resolve: () => void = () => {};
  #reject: (reason: Error) => void = () => {};

  constructor() {
    this.#promise = quiet(
      new Promise((resolve, reject) => {
        this.#resolve = resolve;
        this.#reject = reject;
      }),
    );
  }

  /** Resolves when it is loaded; rejects with the reason of `fail`. */
  get promise(): Promise<void> {
    return this.#promise;
  }

  /** The same without waiting. False after `fail`. */
  get reached(): boolean {
    return this.#reached;
  }

  reach(): void {
    this.#reached = true;
    this.#resolve();
  }

  /** It will not be loaded any more: callers that wait, and those that come later, get the reason. */
  fail(reason: Error): void {
    this.#reject(reason);
    if (this.#reached) this.#promise = quiet(Promise.reject(reason));
    this.#reached = false;
  }
}

/** A rejection that no one waits for is no defect. */
function quiet(promise: Promise<void>): Promise<void> {
  promise.catch(() => {});
  return promise;
}
