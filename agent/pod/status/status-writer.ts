// Writes the newest status of each pod to the API server when it differs from the last written one. Deletes terminating pods
// when their containers have ended. A failed write is retried after one second, doubling to ten.

import { isDeepStrictEqual } from 'node:util';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import { underSignals } from '../../../shared/process/async/joined-signal.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { inParallel } from '../../../shared/process/async/in-parallel.ts';
import type { Pod, PodStatus } from '../object/pod.ts';
import { ownConditions, passingConditions } from './conditions.ts';

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
  /** The status at the server; undefined: unknown, because a failed write may have been applied. */
  written: PodStatus | undefined;
  /** The resource version of the object after the last write. */
  version: bigint;
  /** Delete the pod when its status has been written. */
  remove: boolean;
  dirty: boolean;
  /** A write is under way. */
  busy: boolean;
}

const backOff: BackOff = { initial: 1_000, cap: 10_000 };
/** Most concurrent writes. */
const together = 10;
/** Most milliseconds for one write. */
const patience = 30_000;

export class StatusWriter implements Loop {
  readonly name = 'pod-status';
  readonly #options: StatusWriterOptions;
  readonly #wanted = new Map<string, Wanted>();
  #wake: (() => void) | undefined;

  constructor(options: StatusWriterOptions) {
    this.#options = options;
  }

  /**
   * A pod as the server has it now. When another client changed what the agent says of it, and no write is due, the agent's own words
   * are written again. Returns at once.
   */
  seen(pod: Pod): void {
    const known = this.#wanted.get(pod.metadata.uid ?? '');
    const version = versionOf(pod);
    if (known === undefined || known.dirty || known.busy || version === undefined || version < known.version) return;
    known.written = pod.status ?? {};
    known.dirty = statusPatch(known.written, known.status) !== undefined;
    if (known.dirty) this.#wake?.();
  }

  /** Queues a status and returns at once. `remove`: the pod may be deleted at the server. */
  set(pod: Pod, status: PodStatus, remove: boolean): void {
    const { uid = '', name = '', namespace = '' } = pod.metadata;
    const known = this.#wanted.get(uid) ?? {
      namespace,
      name,
      uid,
      status,
      written: pod.status ?? {},
      version: versionOf(pod) ?? 0n,
      remove,
      dirty: true,
      busy: false,
    };
    known.status = status;
    known.remove = remove;
    // What is being written now is not what the server had before.
    known.dirty = remove || known.busy || known.written === undefined || !isDeepStrictEqual(known.written, status);
    this.#wanted.set(uid, known);
    if (known.dirty) this.#wake?.();
  }

  /** The server has the last status of the pod. */
  isSettled(uid: string): boolean {
    const known = this.#wanted.get(uid);
    return known === undefined || (!known.dirty && !known.busy);
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
  #write(one: Wanted, signal: AbortSignal): Promise<boolean> {
    return underSignals([signal], (limit) => this.#writeOnce(one, limit, signal), patience);
  }

  /** `limit` aborts with `signal`, or when the write takes too long. */
  async #writeOnce(one: Wanted, limit: AbortSignal, signal: AbortSignal): Promise<boolean> {
    const { log } = this.#options;
    const { status, uid, name, namespace, remove } = one;
    const pods = this.#options.pods.in(namespace);
    one.dirty = false;
    one.busy = true;
    try {
      const before = one.written ?? (await pods.get(name, { signal: limit })).status ?? {};
      const patch = statusPatch(before, status);
      if (patch !== undefined) {
        one.written = undefined;
        const body = { metadata: { uid }, status: patch };
        const answer = await pods.patch(name, 'strategic', body, { subresource: 'status', signal: limit });
        one.version = versionOf(answer) ?? one.version;
      }
      one.written = status;
      if (remove) await pods.delete(name, { gracePeriodSeconds: 0, preconditions: { uid }, signal: limit });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      if (isNotFound(error) || (isConflict(error) && (await this.#isAnother(one, limit)))) {
        // Deleted, or replaced by another pod of the same name: there is nothing more to write for this one.
        this.forget(uid);
        return true;
      }
      log.warn('the status of a pod could not be written; trying again', {
        namespace,
        pod: name,
        error: String(error),
      });
      one.dirty = true;
      return false;
    } finally {
      one.busy = false;
    }
  }

  /** A conflict may also come from another writer: only another uid means that the pod was replaced. */
  async #isAnother({ namespace, name, uid }: Wanted, signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.#options.pods.in(namespace).get(name, { signal })).metadata.uid !== uid;
    } catch (error) {
      return isNotFound(error);
    }
  }
}

/** Undefined: the server's versions are not numbers. */
function versionOf({ metadata }: Pod): bigint | undefined {
  const { resourceVersion = '' } = metadata;
  return /^\d{1,20}$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined;
}

/** Lists that must be replaced, although a patch would merge them by key. */
const joined: ReadonlySet<string> = new Set(['podIPs', 'hostIPs']);

/** The members that differ; undefined: none does. */
export function statusPatch(before: PodStatus, status: PodStatus): object | undefined {
  const old = new Map(Object.entries(before));
  const changes = new Map<string, unknown>();
  for (const [key, value] of Object.entries(status)) {
    if (key === 'conditions' || isDeepStrictEqual(old.get(key), value)) continue;
    changes.set(key, joined.has(key) ? [...(value as readonly unknown[]), { $patch: 'replace' }] : value);
  }
  const conditions = conditionPatch(before, status);
  if (conditions.length > 0) changes.set('conditions', conditions);
  for (const key of ['message', 'reason', 'podIP', 'podIPs'] as const) {
    if (old.has(key) && !Object.hasOwn(status, key)) changes.set(key, null);
  }
  return changes.size === 0 ? undefined : Object.fromEntries(changes);
}

/**
 * Conditions are joined by their type: those of others are left alone, whatever they said when the status was made, and what one of
 * the agent's own has no more is taken away by name.
 */
function conditionPatch({ conditions: before = [] }: PodStatus, { conditions = [] }: PodStatus): readonly object[] {
  const changed = conditions.flatMap((condition) => {
    const old = before.find(({ type }) => type === condition.type);
    if (!writtenConditions.has(condition.type) || isDeepStrictEqual(old, condition)) return [];
    const lost = (['reason', 'message'] as const).filter(
      (key) => old?.[key] !== undefined && condition[key] === undefined,
    );
    return [{ ...condition, ...Object.fromEntries(lost.map((key) => [key, null])) }];
  });
  const gone = before.filter(
    ({ type }) => passingConditions.includes(type) && !conditions.some((one) => one.type === type),
  );
  return [...changed, ...gone.map(({ type }) => ({ type, $patch: 'delete' }))];
}

const writtenConditions: ReadonlySet<string> = new Set([...ownConditions, ...passingConditions, 'DisruptionTarget']);
