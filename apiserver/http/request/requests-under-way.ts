// Knows every request under way, so that a stop can wait for the short ones and end the long-running ones cleanly (requirements
// LIM).

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { RequestContext } from '../contract/stage.ts';

/** Steps in which watches are ended when they are not ended at once. */
const mostRounds = 100;

/** Why the signal of a watch aborts when the server goes down; the watch ends without an error. */
export class ServerStoppingError extends Error {
  override readonly name = 'ServerStoppingError';
  constructor() {
    super('the server is stopping');
  }
}

export class RequestsUnderWay {
  /** Only counted, not listed. */
  #short = 0;
  readonly #long = new Set<RequestContext>();
  #waiters: (() => void)[] = [];
  #draining = false;

  /** True from `drain` on: new requests are refused. */
  get draining(): boolean {
    return this.#draining;
  }

  get size(): number {
    return this.#short + this.#long.size;
  }

  add(context: RequestContext): void {
    if (context.longRunning) this.#long.add(context);
    else this.#short += 1;
  }

  /** Once for each that was added. */
  remove(context: RequestContext): void {
    if (context.longRunning) this.#long.delete(context);
    else this.#short -= 1;
    if (this.#draining && this.size === 0) {
      for (const resolve of this.#waiters.splice(0)) {
        resolve();
      }
    }
  }

  /**
   * Accepts no new requests. Resolves when the short requests are answered and the long-running ones have ended. `over`:
   * milliseconds over which the end of the long-running ones is spread, so that their clients do not all reconnect at once;
   * 0 (default): at once.
   */
  drain(pace?: { readonly over: number; readonly clock: Clock }): Promise<void> {
    this.#draining = true;
    void this.#endLong(pace);
    return this.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiters.push(resolve));
  }

  async #endLong(pace: { readonly over: number; readonly clock: Clock } | undefined): Promise<void> {
    const reason = new ServerStoppingError();
    const contexts = [...this.#long];
    const rounds = pace === undefined || pace.over === 0 ? 1 : Math.min(contexts.length, mostRounds);
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await pace?.clock.sleep(pace.over / rounds);
      for (let index = round; index < contexts.length; index += rounds) contexts[index]?.exchange.cancel(reason);
    }
  }
}
