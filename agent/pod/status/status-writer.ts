// Writes the statuses of pods to the API server: the newest one of each pod, when it differs from what was written last, and deletes
// pods whose containers have ended and that are to go. A write that fails is tried again after a second doubling to ten.

import { isDeepStrictEqual } from 'node:util';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { inParallel } from '../../../shared/process/async/in-parallel.ts';
import type { Pod, PodStatus } from '../object/pod.ts';

export interface StatusWriterOptions {
  readonly pods: ResourceClient<Pod>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Wanted {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  status: PodStatus;
  /** What the server has, as far as is known. */
  written: PodStatus;
  /** Delete the pod when its status has been written. */
  remove: boolean;
  dirty: boolean;
}

const backOff: BackOff = { initial: 1_000, cap: 10_000 };
/** Writes that are under way at once. */
const together = 10;
/** Milliseconds that one write may take. */
const patience = 30_000;

export class StatusWriter implements Loop {
  readonly name = 'pod-status';
  readonly #options: StatusWriterOptions;
  readonly #wanted = new Map<string, Wanted>();
  #wake: (() => void) | undefined;

  constructor(options: StatusWriterOptions) {
    this.#options = options;
  }

  /** Returns at once. `remove`: the pod may go from the server. */
  set(pod: Pod, status: PodStatus, remove: boolean): void {
    const { uid = '', name = '', namespace = '' } = pod.metadata;
    const known = this.#wanted.get(uid) ?? {
      namespace,
      name,
      uid,
      status,
      written: pod.status ?? {},
      remove,
      dirty: true,
    };
    known.status = status;
    known.remove = remove;
    known.dirty = remove || !isDeepStrictEqual(known.written, status);
    this.#wanted.set(uid, known);
    if (known.dirty) this.#wake?.();
  }

  /** Of a pod that is gone. */
  forget(uid: string): void {
    this.#wanted.delete(uid);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    signal.addEventListener('abort', () => this.#wake?.(), { once: true });
    for (let failures = 0; !signal.aborted; ) {
      const due = [...this.#wanted.values()].filter(({ dirty }) => dirty);
      let failed = false;
      await inParallel(together, due, async (one) => {
        failed = !(await this.#write(one, signal)) || failed;
      });
      failures = failed ? failures + 1 : 0;
      if (failed) await clock.sleep(backOffDelay(backOff, failures), signal).catch(() => undefined);
      else if (![...this.#wanted.values()].some(({ dirty }) => dirty)) await this.#untilWoken(signal);
    }
  }

  async #untilWoken(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = undefined;
  }

  /** False: try again. */
  async #write(one: Wanted, signal: AbortSignal): Promise<boolean> {
    const { log } = this.#options;
    const { status, uid, name, namespace, remove } = one;
    const pods = this.#options.pods.in(namespace);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    one.dirty = false;
    try {
      const patch = statusPatch(one.written, status);
      if (patch !== undefined) {
        const body = { metadata: { uid }, status: patch };
        await pods.patch(name, 'strategic', body, { subresource: 'status', signal: limit });
        one.written = status;
      }
      if (remove) await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid }, signal: limit });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      // Gone, or another pod of the same name: nothing is left to be said about this one.
      if (isNotFound(error) || isConflict(error)) {
        if (isNotFound(error)) this.forget(uid);
        return true;
      }
      log.warn('the status of a pod could not be written; trying again', {
        namespace,
        pod: name,
        error: String(error),
      });
      one.dirty = true;
      return false;
    }
  }
}

/** Lists that a patch would join by their keys, where they are to be replaced. */
const joined: ReadonlySet<string> = new Set(['podIPs', 'hostIPs']);

/** The members that differ; undefined: none does. */
export function statusPatch(before: PodStatus, status: PodStatus): object | undefined {
  const old = new Map(Object.entries(before));
  const changes = new Map<string, unknown>();
  for (const [key, value] of Object.entries(status)) {
    if (isDeepStrictEqual(old.get(key), value)) continue;
    if (joined.has(key)) changes.set(key, [...(value as readonly unknown[]), { $patch: 'replace' }]);
    else changes.set(key, key === 'conditions' ? conditionPatch(before, status) : value);
  }
  for (const key of ['message', 'reason', 'podIP', 'podIPs'] as const) {
    if (old.has(key) && !Object.hasOwn(status, key)) changes.set(key, null);
  }
  return changes.size === 0 ? undefined : Object.fromEntries(changes);
}

/** Conditions are joined by their type: what one of them has no more is to be taken away by name. */
function conditionPatch({ conditions: before = [] }: PodStatus, { conditions = [] }: PodStatus): readonly object[] {
  return conditions.map((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    const lost = (['reason', 'message'] as const).filter(
      (key) => old?.[key] !== undefined && condition[key] === undefined,
    );
    return { ...condition, ...Object.fromEntries(lost.map((key) => [key, null])) };
  });
}
