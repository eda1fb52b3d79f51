// Notifies the init system that the agent is alive, twice in each interval it asks for, as long as the agent's own health checks
// find no fault (requirements WDOG). When one does, silence lets the init system restart the agent.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { ServiceNotifier } from '../../shared/process/host/sd-notify.ts';
import { faultsOf, type HealthCheck } from '../server/endpoint/health.ts';

export interface WatchdogOptions {
  readonly notifier: ServiceNotifier;
  readonly checks: readonly HealthCheck[];
  readonly clock: Clock;
  readonly log: Log;
}

/** The smallest interval that can be kept reliably, in milliseconds. */
const smallestInterval = 1_000;

/** Undefined when no watchdog is asked for. Throws an Error for an interval that is too small to keep. */
export function watchdog(options: WatchdogOptions): Loop | undefined {
  const { notifier, checks, clock, log } = options;
  const interval = notifier.watchdogInterval;
  if (interval === undefined) return undefined;
  if (interval < smallestInterval) {
    throw new Error(`configure watchdog: ${interval} ms is less than the smallest supported interval of 1 s`);
  }
  return {
    name: 'watchdog',
    run: async (signal) => {
      while (!signal.aborted) {
        const faults = faultsOf(checks);
        if (faults.size === 0) await notifier.alive();
        else log.error('health checks fail: the init system is not notified', { faults: Object.fromEntries(faults) });
        await clock.sleep(interval / 2, signal).catch(() => {});
      }
    },
  };
}
