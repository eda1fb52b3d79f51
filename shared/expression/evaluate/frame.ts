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

/** Items of folds, and cost, between two checks for an interruption of the evaluation. */
const itemsBetweenLooks = 16;
const costBetweenLooks = 500;

export class Frame {
  readonly slots: Value[];
  cost = 0;
  private readonly limit: number;
  private readonly interrupted: (() => boolean) | undefined;
  private items = 0;
  private looked = 0;

  constructor(slots: Value[], limit: number, interrupted: (() => boolean) | undefined) {
    this.slots = slots;
    this.limit = limit;
    this.interrupted = interrupted;
  }

  /** Counts cost. Throws EvaluationAborted beyond the limit, and when the evaluation was interrupted. */
  spend(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new EvaluationAborted('cost');
    if (this.cost - this.looked < costBetweenLooks) return;
    this.looked = this.cost;
    this.look();
  }

  /** Counts an item of a fold. Throws EvaluationAborted when the evaluation was interrupted. */
  countItem(): void {
    this.items += 1;
    if (this.items % itemsBetweenLooks === 0) this.look();
  }

  private look(): void {
    if (this.interrupted?.() === true) throw new EvaluationAborted('interrupted');
  }
}
