// Log lines about health checks: one line when a check starts to fail on any endpoint, one when it succeeds again on
// all of them, independent of the number of probes.

import type { Log } from '../../shared/process/log/log.ts';

export interface HealthLogOptions {
  readonly log: Log;
  /** Whether failures are to be expected (start-up, stopping): then they are information, not warnings. */
  readonly expected: () => boolean;
}

export class HealthLog {
  readonly #options: HealthLogOptions;
  /** Endpoints on which each failing check failed last. */
  readonly #failing = new Map<string, Set<string>>();

  constructor(options: HealthLogOptions) {
    this.#options = options;
  }

  /** The outcome of one check on one endpoint; undefined: it holds. */
  note(endpoint: string, check: string, error: Error | undefined): void {
    const { log, expected } = this.#options;
    const endpoints = this.#failing.get(check);
    if (error === undefined) {
      if (endpoints?.delete(endpoint) === true && endpoints.size === 0) {
        this.#failing.delete(check);
        log.info('a health check succeeds again', { check });
      }
    } else if (endpoints === undefined) {
      this.#failing.set(check, new Set([endpoint]));
      log[expected() ? 'info' : 'warn']('a health check fails', { endpoint, check, reason: error.message });
    } else {
      endpoints.add(endpoint);
    }
  }
}
