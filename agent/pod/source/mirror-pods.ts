// Keeps a mirror pod at the API server for each static pod: created again when it is deleted, replaced when the manifest
// changes, and removed with its static pod. Mirror pods make static pods visible at the server; deleting one stops nothing.

import { isAlreadyExists, isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { underSignals } from '../../../shared/process/async/joined-signal.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { type RoundLoop, roundLoop } from '../../../shared/process/loop/round-loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Pod } from '../object/pod.ts';
import { hashOfStatic, isMirror, mirroredHash, mirrorOf, type NodeIdentity } from './static-pod.ts';
import { controllerOf } from '../../../shared/object/api-object.ts';

export interface MirrorPodsOptions {
  readonly pods: ResourceClient<Pod>;
  /** The pods of this node as the server has them; undefined while they are not known. */
  readonly bound: () => readonly Pod[] | undefined;
  /** Undefined while the sources of static pods were not all read once. */
  readonly statics: () => readonly Pod[] | undefined;
  readonly node: () => NodeIdentity | undefined;
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. */
const period = 60_000;
const retryPeriod = 5_000;
const patience = 30_000;

export class MirrorPods implements Loop {
  readonly name = 'mirror-pods';
  readonly #options: MirrorPodsOptions;
  readonly #rounds: RoundLoop;

  constructor(options: MirrorPodsOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#rounds = roundLoop({
      name: this.name,
      round: (signal) => underSignals([signal], (limit) => this.#round(limit), patience),
      failed: (error) => log.warn('mirror pods could not be written; trying again', { error: String(error) }),
      period,
      retryPeriod,
      clock,
    });
  }

  /** Called when static pods or mirror pods have changed. */
  wake(): void {
    this.#rounds.wake();
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#rounds.run(signal);
  }

  /** False: not all is known yet, or something was replaced and is to be looked at again. */
  async #round(limit: AbortSignal): Promise<boolean> {
    const { vendor } = this.#options;
    const [bound, statics, node] = [this.#options.bound(), this.#options.statics(), this.#options.node()];
    if (bound === undefined || statics === undefined || node === undefined) return false;
    const mirrors = new Map(bound.filter((pod) => isMirror(pod, vendor)).map((pod) => [keyOf(pod), pod]));
    let settled = true;
    for (const pod of statics) {
      const mirror = mirrors.get(keyOf(pod));
      mirrors.delete(keyOf(pod));
      const isCurrent =
        mirror !== undefined &&
        mirroredHash(mirror, vendor) === hashOfStatic(pod, vendor) &&
        mirror.metadata.deletionTimestamp === undefined &&
        controllerOf(mirror.metadata)?.uid === node.uid;
      if (isCurrent) continue;
      settled = false;
      if (mirror !== undefined) await this.#delete(mirror, limit);
      await this.#create(mirrorOf(pod, node, vendor), limit);
    }
    for (const mirror of mirrors.values()) await this.#delete(mirror, limit);
    return settled;
  }

  async #create(mirror: Pod, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.pods.in(mirror.metadata.namespace ?? 'default').create(mirror, { signal });
    } catch (error) {
      // The old mirror pod still exists, or another pod has the name: the next round tries again.
      if (!isAlreadyExists(error)) throw error;
    }
  }

  async #delete({ metadata }: Pod, signal: AbortSignal): Promise<void> {
    const { name = '', namespace = 'default', uid } = metadata;
    const preconditions = uid === undefined ? {} : { preconditions: { uid } };
    try {
      await this.#options.pods.in(namespace).delete(name, { gracePeriodSeconds: 0, ...preconditions, signal });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}

function keyOf({ metadata }: Pod): string {
  return `${metadata.namespace ?? 'default'}/${metadata.name ?? ''}`;
}
