// Of several servers on the same objects one runs the controllers: the one that holds a Lease. It renews the lease, and
// stops its controllers when it could not for a while, before another server may take the lease over. Times are measured
// by this server's own clock: a lease counts from when it was seen to change, not from what is written into it.

import { setMaxListeners } from 'node:events';

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict } from '../../../shared/client/request/failure.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatMicroTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Gauge } from '../../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { resourcesOf } from '../api/resources.ts';

/** Milliseconds. `renewDeadline` is shorter than `leaseDuration`, `retryPeriod` shorter than that. */
export interface ElectionPeriods {
  /** How long others leave a lease alone that does not change; default 15 s. */
  readonly leaseDuration: number;
  /** How long the leader goes on without having renewed; default 10 s. */
  readonly renewDeadline: number;
  /** Between two tries; default 2 s. */
  readonly retryPeriod: number;
}

export const defaultElection: ElectionPeriods = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 };

export interface LeaderElectionOptions {
  /** Needs the right to create leases, and to read and write this one. */
  readonly client: ApiClient;
  readonly vendor: Vendor;
  /** Who this server is, different from all others. */
  readonly identity: string;
  /** Runs what the leader runs until the signal aborts; called once for each term. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly periods?: ElectionPeriods;
  /** Name of the lease. Default: that of the usual controller manager, which then waits while this server leads. */
  readonly lease?: string;
  /** Shows 1 while this server leads. */
  readonly leading?: Gauge;
}

interface ElectionLease extends ApiObject {
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
}

/** A server that is stopped gives the lease back, so that another one need not wait. */
export function leaderElection(options: LeaderElectionOptions): Loop {
  return { name: 'leader-election', run: (signal) => new Candidate(options).run(signal) };
}

class Candidate {
  readonly #options: LeaderElectionOptions;
  readonly #periods: ElectionPeriods;
  readonly #name: string;
  readonly #namespace: string;
  #last: ElectionLease | undefined;
  /** When the lease was last seen to change, in monotonic milliseconds. */
  #changedAt = 0;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#periods = options.periods ?? defaultElection;
    this.#name = options.lease ?? options.vendor.fill('{short}-controller-manager');
    this.#namespace = options.vendor.fill('{short}-system');
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log, identity, leading } = this.#options;
    leading?.set(0);
    while (!signal.aborted) {
      if (!(await this.#acquire(signal))) return;
      log.info('this server runs the controllers', { identity });
      leading?.set(1);
      await this.#term(signal);
      leading?.set(0);
      if (signal.aborted) await this.#release();
      else log.warn('this server no longer runs the controllers: the lease could not be renewed', { identity });
    }
  }

  /** True when the lease is held, false when the signal aborted first. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, log } = this.#options;
    for (;;) {
      try {
        if (await this.#try(signal)) return true;
      } catch (error) {
        if (signal.aborted) return false;
        log.debug('the lease of the controllers could not be acquired', { error: String(error) });
      }
      await clock.sleep(this.#periods.retryPeriod, signal).catch(() => {});
      if (signal.aborted) return false;
    }
  }

  /** Leads until the signal aborts or the lease could not be renewed in time. */
  async #term(signal: AbortSignal): Promise<void> {
    const end = new AbortController();
    // Every loop of the leader listens to it: many listeners are no leak here.
    setMaxListeners(0, end.signal);
    const stop = (): void => end.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const led = this.#options.lead(end.signal);
    await this.#renewWhilePossible(end.signal);
    end.abort(new Error('another server may lead'));
    signal.removeEventListener('abort', stop);
    await led;
  }

  async #renewWhilePossible(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const { retryPeriod, renewDeadline } = this.#periods;
    let renewedAt = clock.monotonic();
    while (!signal.aborted) {
      await clock.sleep(retryPeriod, signal).catch(() => {});
      const left = renewedAt + renewDeadline - clock.monotonic();
      if (signal.aborted || left <= 0) return;
      const begun = clock.monotonic();
      if (await this.#tryWithin(left, signal)) renewedAt = begun;
      // It has another holder: there is nothing to wait for.
      else if (this.#last !== undefined && this.#last.spec?.holderIdentity !== this.#options.identity) return;
    }
  }

  /** Like `#try`, but false for a failure, and after so many milliseconds. */
  async #tryWithin(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const end = new AbortController();
    const stop = (): void => end.abort();
    signal.addEventListener('abort', stop, { once: true });
    const late = this.#options.clock.sleep(milliseconds, end.signal).then(stop, () => {});
    try {
      return await this.#try(end.signal);
    } catch {
      return false;
    } finally {
      stop();
      signal.removeEventListener('abort', stop);
      await late;
    }
  }

  /** Creates, renews or takes over the lease; false while it has another holder. */
  async #try(signal: AbortSignal): Promise<boolean> {
    const { clock, identity } = this.#options;
    const found = await this.#read(signal);
    if (found === undefined) {
      this.#saw(await this.#leases().create(this.#next(undefined), { signal }));
      return true;
    }
    if (found.metadata.resourceVersion !== this.#last?.metadata.resourceVersion) this.#saw(found);
    const { holderIdentity: holder = '', leaseDurationSeconds } = found.spec ?? {};
    const duration = leaseDurationSeconds === undefined ? this.#periods.leaseDuration : leaseDurationSeconds * 1000;
    if (holder !== '' && holder !== identity && clock.monotonic() - this.#changedAt < duration) return false;
    try {
      this.#saw(await this.#leases().update(this.#next(found), { signal }));
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  async #read(signal: AbortSignal): Promise<ElectionLease | undefined> {
    return this.#leases().find(this.#name, { signal });
  }

  async #release(): Promise<void> {
    const held = this.#last;
    // By now it may have another holder.
    if (held?.spec?.holderIdentity !== this.#options.identity) return;
    const spec = { ...held.spec, holderIdentity: '', leaseDurationSeconds: 1 };
    const giveUp = new AbortController();
    const late = this.#options.clock.sleep(this.#periods.retryPeriod, giveUp.signal).then(
      () => giveUp.abort(),
      () => {},
    );
    await this.#leases()
      .update({ ...held, spec }, { signal: giveUp.signal })
      .catch((error: unknown) => this.#options.log.debug('the lease was not released', { error: String(error) }));
    giveUp.abort();
    await late;
  }

  #saw(lease: ElectionLease): void {
    this.#last = lease;
    this.#changedAt = this.#options.clock.monotonic();
  }

  #next(before: ElectionLease | undefined): ElectionLease {
    const { clock, identity, vendor } = this.#options;
    const now = formatMicroTime(clock.now());
    const isOurs = before?.spec?.holderIdentity === identity;
    const transitions = before?.spec?.leaseTransitions ?? 0;
    return {
      apiVersion: vendor.fill('coordination.{api}/v1'),
      kind: 'Lease',
      ...before,
      metadata: before?.metadata ?? { name: this.#name, namespace: this.#namespace },
      spec: {
        ...before?.spec,
        holderIdentity: identity,
        leaseDurationSeconds: Math.ceil(this.#periods.leaseDuration / 1000),
        acquireTime: isOurs ? (before.spec?.acquireTime ?? now) : now,
        renewTime: now,
        leaseTransitions: before === undefined || isOurs ? transitions : transitions + 1,
      },
    };
  }

  #leases() {
    return this.#options.client.resource<ElectionLease>(resourcesOf(this.#options.vendor).leases).in(this.#namespace);
  }
}
