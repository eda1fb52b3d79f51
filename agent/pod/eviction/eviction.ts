// Evicts pods while the node is short of memory, disk or process ids: one at a time, in the order of `ranking.ts`, and only
// after disk space that no pod needs was freed. Also evicts pods above their ephemeral storage limits. Runs every ten seconds.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { type RoundLoop, roundLoop } from '../../../shared/process/loop/round-loop.ts';
import {
  type CrossedSince,
  type EvictionSignal,
  keptFree,
  nextCrossedSince,
  overdue,
  supplyOf,
  type WatchedThreshold,
} from '../../host/eviction-threshold.ts';
import type { HostMetrics } from '../../host/host-metrics.ts';
import type { Pod } from '../object/pod.ts';
import { nothingUsed, type PodAmounts } from './pod-usage.ts';
import { ranked, type Starved } from './ranking.ts';
import { limitVerdict, shortageVerdict, type Verdict } from './verdict.ts';

export interface EvictablePod {
  readonly pod: Pod;
  /** Whether it may be evicted: it is neither critical nor terminating. */
  readonly evictable: boolean;
  /** Returns at once. `grace`: most seconds; undefined: as long as the pod has. */
  evict(verdict: Verdict, grace: number | undefined): void;
  /** True when none of its containers runs any more. */
  hasEnded(): boolean;
}

export interface EvictionOptions {
  readonly thresholds: readonly WatchedThreshold[];
  readonly figures: () => Promise<HostMetrics>;
  readonly pods: () => readonly EvictablePod[];
  /** By uid of the pod. */
  readonly usage: (pods: readonly Pod[], signal: AbortSignal) => Promise<ReadonlyMap<string, PodAmounts>>;
  /** Frees disk space that no pod needs. */
  readonly giveUp: (signal: AbortSignal) => Promise<void>;
  /** Most seconds of grace for a soft threshold; 0: the pod's own grace period. */
  readonly mostGrace: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. */
const period = 10_000;
const patience = 30_000;
const lookPeriod = 500;
/** Seconds. */
const pressingGrace = 1;

const starvedBy: Readonly<Record<EvictionSignal, Starved>> = {
  'memory.available': 'memory',
  'nodefs.available': 'ephemeral-storage',
  'nodefs.inodesFree': 'inodes',
  'imagefs.available': 'ephemeral-storage',
  'imagefs.inodesFree': 'inodes',
  'containerfs.available': 'ephemeral-storage',
  'containerfs.inodesFree': 'inodes',
  'pid.available': 'pids',
};

export class Eviction implements Loop {
  readonly name = 'pod-eviction';
  readonly #options: EvictionOptions;
  readonly #rounds: RoundLoop;
  #since: CrossedSince = new Map();

  constructor(options: EvictionOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#rounds = roundLoop({
      name: this.name,
      round: (signal) => this.#round(signal),
      failed: (error) => log.warn('whether the node runs short could not be found out', { error: String(error) }),
      period,
      clock,
    });
  }

  /** A round that fails is logged; the next one looks again. */
  run(signal: AbortSignal): Promise<void> {
    return this.#rounds.run(signal);
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { clock, log, giveUp } = this.#options;
    let [figures, due] = await this.#look();
    const [first] = due;
    if (first === undefined) return this.#keepLimits(signal);
    const starved = starvedBy[first.threshold.signal];
    log.warn('the node runs short', { of: starved, signal: first.threshold.signal });
    if (starved === 'ephemeral-storage' || starved === 'inodes') {
      await giveUp(signal);
      [figures, due] = await this.#look();
      if (!due.includes(first)) return;
    }
    const evicted = await this.#evictOne(first, figures, signal);
    if (evicted === undefined) {
      log.warn('the node runs short, and no pod can be ended for it', { of: starved });
      return;
    }
    // Another pod is evicted only when this one was not enough.
    const end = clock.monotonic() + patience;
    while (!signal.aborted && !evicted.hasEnded() && clock.monotonic() < end) {
      await clock.sleep(lookPeriod, signal).catch(() => undefined);
    }
  }

  /** The metrics, and the thresholds whose grace period is over, memory first: a shortage of it kills programs. */
  async #look(): Promise<[HostMetrics, readonly WatchedThreshold[]]> {
    const { clock, thresholds } = this.#options;
    const figures = await this.#options.figures();
    const now = clock.monotonic();
    this.#since = nextCrossedSince(this.#since, thresholds, figures, now);
    const isMemory = ({ threshold }: WatchedThreshold): number => (threshold.signal === 'memory.available' ? 0 : 1);
    return [figures, overdue(this.#since, now).toSorted((one, other) => isMemory(one) - isMemory(other))];
  }

  async #evictOne(
    { threshold, gracePeriod }: WatchedThreshold,
    figures: HostMetrics,
    signal: AbortSignal,
  ): Promise<EvictablePod | undefined> {
    const { mostGrace, usage: read } = this.#options;
    const starved = starvedBy[threshold.signal];
    const candidates = this.#options.pods().filter(({ evictable }) => evictable);
    const usages = await read(
      candidates.map(({ pod }) => pod),
      signal,
    );
    const all = candidates.map((one) => ({
      ...one,
      one,
      usage: usages.get(one.pod.metadata.uid ?? '') ?? nothingUsed,
    }));
    const [chosen] = ranked(all, starved);
    const supply = supplyOf(threshold.signal, figures);
    if (chosen === undefined || supply === undefined) return undefined;
    const amounts = { threshold: keptFree(threshold, supply.total), available: supply.available };
    const verdict = shortageVerdict(chosen.pod, chosen.usage, starved, amounts);
    chosen.one.evict(verdict, gracePeriod === 0 ? pressingGrace : mostGrace === 0 ? undefined : mostGrace);
    return chosen.one;
  }

  async #keepLimits(signal: AbortSignal): Promise<void> {
    const limited = this.#options.pods().filter(({ pod, evictable }) => evictable && limitsDisk(pod));
    if (limited.length === 0) return;
    const usages = await this.#options.usage(
      limited.map(({ pod }) => pod),
      signal,
    );
    for (const one of limited) {
      const verdict = limitVerdict(one.pod, usages.get(one.pod.metadata.uid ?? '') ?? nothingUsed);
      if (verdict !== undefined) one.evict(verdict, pressingGrace);
    }
  }
}

function limitsDisk({ spec }: Pod): boolean {
  const { volumes = [], containers = [], initContainers = [] } = spec ?? {};
  return (
    volumes.some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined && emptyDir.medium !== 'Memory') ||
    [...containers, ...initContainers].some(({ resources }) => resources?.limits?.['ephemeral-storage'] !== undefined)
  );
}
