// What a case judges apart from its rest: a verdict for each set of requirements, kept in the order in which they were first
// looked at. A set that is looked at again, of one kind after another, holds only when it held every time.

import { type Case, NotObservable } from '../contract/case.ts';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import type { Transcript } from '../wire/exchange/transcript.ts';
import type { Check, FailedCheck } from './result.ts';

/** The verdicts of one run of one case. */
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

  /** The first that stands against the target. */
  get firstFailed(): FailedCheck | undefined {
    return this.list.find((check) => check.outcome === 'failed');
  }

  /** Why nothing at all could be judged: each requirement of the case was looked at, and none of them shows itself. */
  get nothingSeen(): string | undefined {
    const skipped = this.list.filter((check) => check.outcome === 'skipped');
    const unseen = new Set(skipped.flatMap(({ requirements }) => requirements));
    const isWhole = skipped.length === this.#verdicts.size && this.#subject.requirements.every((id) => unseen.has(id));
    return isWhole ? skipped[0]?.reason : undefined;
  }

  /** See `CaseContext.holds`. After the end of `signal` nothing is judged any more: what fails then fails by the end. */
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

  /** Of several verdicts about the same requirements the worst counts, and any says more than none. */
  #add(check: Check): void {
    const key = check.requirements.join(' ');
    const before = this.#verdicts.get(key);
    const weight = { skipped: 0, passed: 1, failed: 2 };
    if (before === undefined || weight[check.outcome] > weight[before.outcome]) this.#verdicts.set(key, check);
  }
}
