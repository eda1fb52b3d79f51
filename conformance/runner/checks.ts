// The checks within a case: one verdict for each set of requirements, in the order of their first check. A set that is
// checked several times holds only if every check passed.

import { type Case, NotObservable } from '../contract/case.ts';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import type { Transcript } from '../wire/exchange/transcript.ts';
import type { Check, FailedCheck } from './result.ts';

/** The checks of one run of one case. */
export class Checks {
  readonly #subject: Case;
  readonly #transcript: Transcript;
  readonly #verdicts = new Map<string, Check>();

  constructor(subject: Case, transcript: Transcript) {
    this.#subject = subject;
    this.#transcript = transcript;
  }

  /** The verdicts so far. */
  get list(): readonly Check[] {
    return [...this.#verdicts.values()];
  }

  /** The first failed check. */
  get firstFailed(): FailedCheck | undefined {
    return this.list.find((check) => check.outcome === 'failed');
  }

  /** The reason when nothing could be judged: each requirement of the case was checked and none was observable. */
  get nothingSeen(): string | undefined {
    const skipped = this.list.filter((check) => check.outcome === 'skipped');
    const unseen = new Set(skipped.flatMap(({ requirements }) => requirements));
    const isWhole = skipped.length === this.#verdicts.size && this.#subject.requirements.every((id) => unseen.has(id));
    return isWhole ? skipped[0]?.reason : undefined;
  }

  /** See `CaseContext.holds`. After `signal` aborts nothing is judged: a failure then is due to the abort. */
  async holds(ids: string | readonly string[], look: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
    const requirements = [ids].flat();
    for (const id of requirements) {
      if (!this.#subject.requirements.includes(id))
        throw new TypeError(`case ${this.#subject.id} judges ${id}, which is not among its requirements`);
    }
    try {
      await look();
      signal.throwIfAborted();
      this.#add({ requirements, outcome: 'passed' });
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      this.#add(this.#verdictOf(error, requirements));
      return false;
    }
  }

  #verdictOf(error: unknown, requirements: readonly string[]): Check {
    if (error instanceof NotObservable) return { requirements, outcome: 'skipped', reason: error.message };
    if (!(error instanceof ExpectationFailed)) throw error;
    const { what, expected, got } = error;
    const transcript = this.#transcript.last(2).map((exchange) => exchange.transcript());
    return { requirements, outcome: 'failed', what, expected, got, transcript };
  }

  /** Keeps the worst of several verdicts about the same requirements; any verdict outweighs `skipped`. */
  #add(check: Check): void {
    const key = check.requirements.join(' ');
    const before = this.#verdicts.get(key);
    const weight = { skipped: 0, passed: 1, failed: 2 };
    if (before === undefined || weight[check.outcome] > weight[before.outcome]) this.#verdicts.set(key, check);
  }
}
