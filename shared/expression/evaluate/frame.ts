// One evaluation: its variables, and what it has cost so far.

import type { Value } from '../value/value.ts';

/** Ends an evaluation that is too expensive, or was interrupted. No operator can absorb it. */
export class EvaluationAborted extends Error {
  override readonly name = 'EvaluationAborted';
  readonly reason: 'cost' | 'interrupted';

  constructor(reason: 'cost' | 'interrupted') {
    super(reason === 'cost' ? 'operation cancelled: actual cost limit exceeded' : 'operation interrupted');
    this.reason = reason;
  }
}

/** Items of folds between two looks at whether the evaluation was interrupted. */
const interruptCheckFrequency = 100;

export class Frame {
  readonly slots: Value[];
  cost = 0;
  private readonly limit: number;
  private readonly interrupted: (() => boolean) | undefined;
  private items = 0;

  constructor(slots: Value[], limit: number, interrupted: (() => boolean) | undefined) {
    this.slots = slots;
    this.limit = limit;
    this.interrupted = interrupted;
  }

  /** Counts cost. Throws EvaluationAborted beyond the limit. */
  spend(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new EvaluationAborted('cost');
  }

  /** Counts an item of a fold. Throws EvaluationAborted when the evaluation was interrupted. */
  countItem(): void {
    if (this.interrupted === undefined) return;
    this.items += 1;
    if (this.items % interruptCheckFrequency === 0 && this.interrupted()) throw new EvaluationAborted('interrupted');
  }
}
