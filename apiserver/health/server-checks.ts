// What the server's health endpoints look at, by the names that probes know (requirements HEALTH): the store is `etcd` to them,
// whichever engine it is.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { HealthCheck } from './health-check.ts';
import type { Readiness } from './readiness.ts';

/** Milliseconds after which a store that does not answer counts as failed. */
const storePatience = 2000;

export interface ServerChecksOptions {
  /** `latest` answers when the store can. */
  readonly store: { latest(): unknown };
  /** What else the store needs; nothing restarts a server for it, so it is no part of liveness. */
  readonly storeChecks: readonly HealthCheck[];
  readonly clock: Clock;
  readonly readiness: Readiness;
  /** Milliseconds of start-up in which unfinished work does not fail liveness. */
  readonly livezGracePeriod: number;
}

/** In the order in which they are printed. */
export function serverChecks(options: ServerChecksOptions): {
  readonly live: readonly HealthCheck[];
  readonly ready: readonly HealthCheck[];
  readonly healthy: readonly HealthCheck[];
} {
  const { readiness, livezGracePeriod, storeChecks } = options;
  const answers = async (signal: AbortSignal): Promise<void> => storeAnswers(options, signal);
  const basic: readonly HealthCheck[] = [
    { name: 'ping', check: () => {} },
    { name: 'log', check: () => {} },
    { name: 'etcd', check: answers },
  ];
  return {
    live: [...basic, ...readiness.hookChecks(livezGracePeriod)],
    healthy: [...basic, ...storeChecks, ...readiness.hookChecks(livezGracePeriod)],
    ready: [
      ...basic,
      { name: 'etcd-readiness', check: answers },
      ...storeChecks,
      readiness.syncCheck(),
      ...readiness.hookChecks(),
      readiness.shutdownCheck(),
    ],
  };
}

async function storeAnswers({ store, clock }: ServerChecksOptions, signal: AbortSignal): Promise<void> {
  const answered = new AbortController();
  const patience = clock.sleep(storePatience, AbortSignal.any([signal, answered.signal])).then(() => {
    throw new Error(`the store did not answer within ${storePatience} ms`);
  });
  patience.catch(() => {});
  try {
    await Promise.race([store.latest(), patience]);
  } finally {
    answered.abort(new Error('the store answered'));
  }
}
