// Knows every request under way, so that a stop can wait for the short ones and end the long-running ones cleanly
// (wire section 15.3).

import type { RequestContext } from './stage.ts';

/** Why the signal of a watch aborts when the server goes down; the watch ends without an error. */
export class ServerStoppingError extends Error {
  override readonly name = 'ServerStoppingError';
  constructor() {
    super('the server is stopping');
  }
}

export class RequestsUnderWay {
  readonly #short = new Set<RequestContext>();
  readonly #long = new Set<RequestContext>();
  #waiters: (() => void)[] = [];
  #draining = false;

  /** True from `drain` on: new requests are refused. */
  get draining(): boolean {
    return this.#draining;
  }

  get size(): number {
    return this.#short.size + this.#long.size;
  }

  add(context: RequestContext): void {
    (context.longRunning ? this.#long : this.#short).add(context);
  }

  remove(context: RequestContext): void {
    (context.longRunning ? this.#long : this.#short).delete(context);
    if (this.#draining && this.size === 0) {
      for (const resolve of this.#waiters.splice(0)) {
        resolve();
      }
    }
  }

  /** From now on nothing new; resolves when the short requests are answered and the long ones have ended. */
  drain(): Promise<void> {
    this.#draining = true;
    const reason = new ServerStoppingError();
    for (const context of this.#long) {
      context.exchange.cancel(reason);
    }
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiters.push(resolve));
  }
}
