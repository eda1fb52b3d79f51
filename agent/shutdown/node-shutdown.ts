// Graceful shutdown of the host. The agent holds an inhibitor lock, which delays the shutdown. When it begins, the node is marked not
// ready, new pods are refused, and running pods are stopped with a grace period, critical ones last. Without a login manager the agent
// retries every ten seconds; until then a shutdown kills pods like other processes.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import { type RoundLoop, roundLoop } from '../../shared/process/loop/round-loop.ts';
import type { Lock, Logind } from './logind.ts';
import { shutdownGroups, type ShutdownStep } from './shutdown-order.ts';

export interface EndingPod {
  readonly priority: number;
  /** Returns at once. `grace`: most seconds. */
  end(grace: number): void;
  /** Nothing of it runs any more, and the server knows. */
  hasEnded(): boolean;
}

export interface NodeShutdownOptions {
  readonly logind: Logind;
  /** How long the pods of which priority have; their sum is what the host waits. */
  readonly steps: readonly ShutdownStep[];
  readonly pods: () => readonly EndingPod[];
  /** The host begins to shut down, or does not after all: the node's status and events say so. */
  readonly changed: (shuttingDown: boolean) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. */
const retryPeriod = 10_000;
const lookPeriod = 100;

export class NodeShutdown implements Loop {
  readonly name = 'node-shutdown';
  readonly #options: NodeShutdownOptions;
  readonly #rounds: RoundLoop;
  #shuttingDown = false;
  #lock: Lock | undefined;

  constructor(options: NodeShutdownOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#rounds = roundLoop({
      name: this.name,
      round: (signal) => this.#follow(signal),
      failed: (error) => log.warn('shutdowns of the host are not heard of; trying again', { error: String(error) }),
      period: retryPeriod,
      clock,
    });
  }

  /** The host is going down: no pod begins any more. */
  get isShuttingDown(): boolean {
    return this.#shuttingDown;
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#rounds.run(signal);
  }

  /** Rejects when nothing more can be heard, or the lock is lost. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { logind, steps, log } = this.#options;
    const whole = steps.reduce((sum, { period }) => sum + period, 0);
    if ((await logind.inhibitDelay(signal)) < whole) {
      await logind.setInhibitDelay(whole, signal);
      const delay = await logind.inhibitDelay(signal);
      if (delay < whole)
        log.warn('the host waits shorter than pods may take to end; set InhibitDelayMaxSec', { delay });
    }
    const end = new AbortController();
    const both = AbortSignal.any([signal, end.signal]);
    const broken = (error: unknown): void => end.abort(error);
    let ending: Promise<void> = Promise.resolve();
    let cancelled = new AbortController();
    const heard = (shuttingDown: boolean): void => {
      if (shuttingDown === this.#shuttingDown) return;
      this.#shuttingDown = shuttingDown;
      log.info(shuttingDown ? 'the host is going down: pods end' : 'the host stays', {});
      this.#options.changed(shuttingDown);
      cancelled.abort();
      cancelled = new AbortController();
      const stop = AbortSignal.any([both, cancelled.signal]);
      ending = ending
        .then(() => (shuttingDown ? this.#endPods(stop) : this.#hold(both, broken)))
        .catch((error: unknown) => broken(error));
    };
    try {
      await this.#hold(both, broken);
      await logind.follow(heard, () => log.info('shutdowns of the host wait for pods', { milliseconds: whole }), both);
      if (end.signal.aborted) throw new Error('the lock was lost', { cause: end.signal.reason });
    } finally {
      end.abort();
      await ending;
      this.#lock?.release();
      this.#lock = undefined;
    }
  }

  async #hold(signal: AbortSignal, broken: (error: unknown) => void): Promise<void> {
    const lock = await this.#options.logind.inhibit(signal);
    lock.lost.addEventListener('abort', () => broken(lock.lost.reason), { once: true });
    this.#lock?.release();
    this.#lock = lock;
  }

  /** The host goes on when the last pod has ended, or their time is over. */
  async #endPods(signal: AbortSignal): Promise<void> {
    const { clock, log, steps } = this.#options;
    for (const { pods, period } of shutdownGroups(this.#options.pods(), ({ priority }) => priority, steps)) {
      const limit = clock.monotonic() + period;
      for (const pod of pods) pod.end(Math.floor(period / 1000));
      while (!signal.aborted && clock.monotonic() < limit && !pods.every((pod) => pod.hasEnded())) {
        await clock.sleep(lookPeriod, signal).catch(() => undefined);
      }
      const left = pods.filter((pod) => !pod.hasEnded()).length;
      if (left > 0 && !signal.aborted) log.warn('pods did not end in time before the host goes down', { pods: left });
    }
    if (!signal.aborted) this.#lock?.release();
  }
}
