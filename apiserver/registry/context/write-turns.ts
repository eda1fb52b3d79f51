// Writes of one object that start from its current state run one after the other, in the order of their arrival. Each sees
// the result of the one before it, so none is repeated because of a race inside this process. A write that names a
// version does not wait: the version either matches the current object or it does not.

import type { ResourceRequest } from '../contract/resource-handler.ts';

type Request = Pick<ResourceRequest, 'signal'>;

/** Attempts of a write that names a version: after a lost race the second one shows whether the object is stale or gone. */
const attemptsOfNamed = 2;

export class WriteTurns {
  /** A key is here while a write has its turn, with what begins the next turns; each is taken out when its request ends first. */
  readonly #lines = new Map<string, Set<() => void>>();
  #waiting = 0;

  /** Writes that wait for their turn now. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` when every earlier write of this key is done, and returns its result. Rejects with the reason of the request's
   * signal when the request is over before its turn; `work` is not called then.
   */
  async take<T>(key: string, request: Request, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, new Set());
    else await this.#wait(line, request.signal);
    try {
      return await work();
    } finally {
      this.#pass(key);
    }
  }

  /**
   * Repeats `attempt` until it does not return 'lost', and returns its result. In its turn, unless it is `named`: then
   * at once. In its turn it loses only to another server; `attempt` ends the repetition by throwing when the request is over.
   */
  write<T>(
    key: string,
    request: Request,
    { named, attempt }: { readonly named: boolean; readonly attempt: () => Promise<T | 'lost'> },
  ): Promise<T> {
    const inTurn = (): Promise<T> => this.take(key, request, () => untilWon(attempt));
    return named ? atOnce(attempt, inTurn) : inTurn();
  }

  async #wait(line: Set<() => void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#waiting += 1;
    let leave = (): void => {};
    try {
      await new Promise<void>((resolve, reject) => {
        line.add(resolve);
        leave = () => {
          // A turn that was given meanwhile is passed on by the one that has it.
          if (line.delete(resolve)) reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
      });
    } finally {
      this.#waiting -= 1;
      signal.removeEventListener('abort', leave);
    }
  }

  #pass(key: string): void {
    const line = this.#lines.get(key);
    const [next] = line ?? [];
    if (line === undefined || next === undefined) {
      this.#lines.delete(key);
      return;
    }
    line.delete(next);
    next();
  }
}

async function untilWon<T>(attempt: () => Promise<T | 'lost'>): Promise<T> {
  for (;;) {
    const result = await attempt();
    if (result !== 'lost') return result;
  }
}

/** Without a turn as long as that is of use, then with one. */
async function atOnce<T>(attempt: () => Promise<T | 'lost'>, inTurn: () => Promise<T>): Promise<T> {
  for (let done = 0; done < attemptsOfNamed; done += 1) {
    const result = await attempt();
    if (result !== 'lost') return result;
  }
  return inTurn();
}
