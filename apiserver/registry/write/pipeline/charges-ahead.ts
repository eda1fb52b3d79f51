// Quotas that are charged before the object is stored, where a write is counted by more of them than one commit takes. None of
// them is passed: each commit is judged by what is stored. What is used may show too much for a moment, and after a crash until
// the controller has counted anew.

import type { KeyChange, Store } from '../../../storage/contract/store.ts';

/** A quota as it is to be stored. */
export interface ChargedQuota {
  readonly uid: string;
  readonly change: KeyChange;
}

interface Payment {
  readonly key: string;
  readonly before: Buffer;
  readonly written: Buffer;
}

export class ChargesAhead {
  /** Uids of the quotas that are charged. */
  readonly paid = new Set<string>();
  readonly #store: Store;
  readonly #payments: Payment[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** At least one quota, at most as many as one commit takes. False: one of them has changed, and nothing was written. */
  async charge(quotas: readonly ChargedQuota[]): Promise<boolean> {
    const changes = quotas.map(({ change }) => change);
    const before = await Promise.all(changes.map(({ key }) => this.#store.get(key)));
    const [first, ...together] = changes;
    if (first === undefined) throw new TypeError('there is nothing to charge');
    const { outcome } = await this.#store.commit({ ...first, together });
    if (outcome !== 'committed') return false;
    for (const [index, { uid, change }] of quotas.entries()) {
      this.paid.add(uid);
      const entry = before[index];
      if (entry !== undefined && change.value !== undefined)
        this.#payments.push({ key: change.key, before: entry.value, written: change.value });
    }
    return true;
  }

  /**
   * Restores the quotas that have not changed since `charge` wrote them. Quotas that changed keep their usage, which is then too high
   * rather than too low, until the controller recounts it. Never throws.
   */
  async giveBack(): Promise<void> {
    this.paid.clear();
    await Promise.allSettled(this.#payments.splice(0).map((payment) => this.#undo(payment)));
  }

  async #undo({ key, before, written }: Payment): Promise<void> {
    const current = await this.#store.get(key);
    if (current === undefined || !current.value.equals(written)) return;
    await this.#store.commit({ key, value: before, expected: current.revision });
  }
}
