// The pods that wait for a node, and when each has its next turn. Pure: the caller brings the time, in milliseconds.

import { backOffDelay } from '../../../shared/process/time/back-off.ts';

/** After a failure, before what changed in the cluster gives another turn. */
const backOff = { initial: 1_000, cap: 10_000 };
/** A pod is also retried without a change, because a change may have been missed. */
const longestWait = 5 * 60_000;

interface Pending {
  readonly priority: number;
  /** Who came first has its turn first, among equals. */
  readonly order: number;
  failures: number;
  due: number;
  /** When a change may give it a turn. */
  earliest: number;
}

export class PendingPods {
  readonly #pods = new Map<string, Pending>();
  #count = 0;

  get size(): number {
    return this.#pods.size;
  }

  /** How many failed at their last turn. */
  get failed(): number {
    let failed = 0;
    for (const { failures } of this.#pods.values()) if (failures > 0) failed += 1;
    return failed;
  }

  /** Its turn comes now, or when its delay is over. Its place is kept where it waits already. */
  add(key: string, priority: number, now: number): void {
    const known = this.#pods.get(key);
    if (known === undefined) {
      this.#pods.set(key, { priority, order: this.#count++, failures: 0, due: now, earliest: now });
    } else {
      this.#pods.set(key, { ...known, priority, due: Math.min(known.due, Math.max(now, known.earliest)) });
    }
  }

  delete(key: string): void {
    this.#pods.delete(key);
  }

  /** Something has changed that may help: each gets a turn as soon as its delay is over. */
  retryAll(now: number): void {
    for (const pod of this.#pods.values()) pod.due = Math.min(pod.due, Math.max(now, pod.earliest));
  }

  /** The one whose turn it is: the highest priority, then the first. Undefined: none is due. */
  next(now: number): string | undefined {
    let best: [string, Pending] | undefined;
    for (const entry of this.#pods) {
      const [, pod] = entry;
      if (pod.due > now) continue;
      const [, other] = best ?? [];
      const isBetter =
        other === undefined ||
        pod.priority > other.priority ||
        (pod.priority === other.priority && pod.order < other.order);
      if (isBetter) best = entry;
    }
    return best?.[0];
  }

  /** It found no place, or could not be put there (`soon`: that is tried again without any change). */
  failedNow(key: string, now: number, soon: boolean): void {
    const pod = this.#pods.get(key);
    if (pod === undefined) return;
    pod.failures += 1;
    pod.earliest = now + backOffDelay(backOff, pod.failures);
    pod.due = soon ? pod.earliest : now + longestWait;
  }

  /** When the next one is due; undefined: none waits. */
  nextDue(): number | undefined {
    let due: number | undefined;
    for (const pod of this.#pods.values()) due = due === undefined ? pod.due : Math.min(due, pod.due);
    return due;
  }
}
