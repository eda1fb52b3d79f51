// Renews the node's lease every quarter of its duration, on a beat of its own: a replace of the last known lease without
// reading it first; when that fails, read or create, with pauses of 200 ms doubling to 7 s. Knows nothing of the status of the
// node.

import { isNotFound } from '../../shared/client/request/failure.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { type BackOff, backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log, LogFields } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Gauge, HistogramSeries } from '../../shared/process/metric/metrics.ts';
import type { ObjectApi } from '../connection/object-api.ts';
import { type Lease, type LeaseTerms, nextLease } from './next-lease.ts';

export interface LeaseKeeperOptions {
  readonly leases: ObjectApi<Lease>;
  /** The node's uid, called until it is known: a lease without its owner would outlive the node. */
  readonly nodeUid: (signal: AbortSignal) => Promise<string>;
  readonly terms: Omit<LeaseTerms, 'nodeUid'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Gauge of the wall time of the last renewal, in seconds. */
  readonly renewed?: Gauge;
  /** Histogram of the lateness of renewals, in seconds. */
  readonly lateness?: HistogramSeries;
  /** Called from the second consecutive failure on: connections may hang. Default: nothing. */
  readonly onRepeatedFailure?: () => Promise<void>;
  /** Called when the lease's node does not exist. Must not throw. Default: nothing. */
  readonly nodeMissing?: () => void;
  /** Milliseconds from the first renewal to the second, from which on it is the beat; default: as between any two. */
  readonly firstPause?: number;
  /** Numbers in [0, 1). Default Math.random. */
  readonly random?: () => number;
}

const attemptsPerRenewal = 5;
/** At the first start, so many attempts may find no node yet. Only later failures are logged as warnings. */
const attemptsBeforeNode = 4;
const backOff: BackOff = { initial: 200, cap: 7_000 };

export class LeaseKeeper implements Loop {
  readonly name = 'node-lease';
  readonly #options: LeaseKeeperOptions;
  #last: Lease | undefined;
  #nodeUid = '';
  /** When the first failure since the last success was logged; undefined: there was none. */
  #failingSince: number | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  /** Sets the node's uid: from the next renewal on it owns the lease. */
  ownedBy(uid: string): void {
    this.#nodeUid = uid;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, terms, renewed, lateness, firstPause, random = Math.random } = this.#options;
    const period = terms.durationSeconds * 250;
    try {
      for (let due: number | undefined; !signal.aborted; ) {
        if (!(await this.#renew(signal))) await this.#ensure(signal);
        this.#tellEnd();
        renewed?.set(clock.now() / 1000);
        if (due !== undefined) lateness?.observe((clock.monotonic() - due) / 1000);
        const now = clock.monotonic();
        const pause = period * (1 + 0.04 * random());
        due = due === undefined ? now + (firstPause ?? pause) : nextBeat(due, pause, now);
        await clock.sleep(due - now, signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Replaces the last known lease; false when it has to be read again. */
  async #renew(signal: AbortSignal): Promise<boolean> {
    const { leases, onRepeatedFailure } = this.#options;
    for (let attempt = 1; this.#last !== undefined && attempt <= attemptsPerRenewal; attempt += 1) {
      try {
        this.#last = await leases.update(this.#next(this.#last), signal);
        return true;
      } catch (error) {
        signal.throwIfAborted();
        this.#tellFailure('the node lease could not be renewed', { attempt, error: String(error) });
        // Another client changed or deleted it: another replace of the same version cannot succeed.
        if (error instanceof StatusError && (error.code === 409 || error.code === 404)) return false;
        if (attempt > 1) await onRepeatedFailure?.();
      }
    }
    return false;
  }

  /** Reads or creates the lease. Retries until the signal aborts. */
  async #ensure(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    for (let failures = 1; ; failures += 1) {
      try {
        this.#last = await this.#readOrCreate(signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        // The node is registered concurrently: at a first start it does not exist yet.
        if (isNotFound(error) && failures <= attemptsBeforeNode) {
          if (failures === 1) log.info('the node lease waits for its node');
        } else this.#tellFailure('the node lease could not be written', { failures, error: String(error) });
      }
      await clock.sleep(backOffDelay(backOff, failures), signal);
    }
  }

  #tellFailure(message: string, fields: LogFields): void {
    this.#failingSince ??= this.#options.clock.monotonic();
    this.#options.log.warn(message, fields);
  }

  #tellEnd(): void {
    if (this.#failingSince === undefined) return;
    const { clock, log } = this.#options;
    log.info('the node lease is written again', {
      secondsFailing: Math.round((clock.monotonic() - this.#failingSince) / 1000),
    });
    this.#failingSince = undefined;
  }

  async #readOrCreate(signal: AbortSignal): Promise<Lease> {
    const { leases, terms, nodeUid } = this.#options;
    // Read each time: a node that was deleted and created again has another uid.
    this.#nodeUid = await nodeUid(signal).catch((error: unknown) => {
      if (isNotFound(error)) this.#options.nodeMissing?.();
      throw error;
    });
    let found: Lease;
    try {
      found = await leases.get(terms.nodeName, signal);
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 404) throw error;
      return leases.create(this.#next(undefined), signal);
    }
    return leases.update(this.#next(found), signal);
  }

  #next(previous: Lease | undefined): Lease {
    const { terms, clock } = this.#options;
    return nextLease(previous, { ...terms, nodeUid: this.#nodeUid }, clock.now());
  }
}

/**
 * When the next renewal is due after one that was due at `due` and complete at `now`: the first multiple of the period that is
 * not almost reached. Slow responses do not shift this schedule. Otherwise all nodes would renew together after the server was
 * unresponsive for a moment.
 */
function nextBeat(due: number, pause: number, now: number): number {
  return due + pause * Math.max(1, Math.ceil((now - due) / pause + 0.25));
}
