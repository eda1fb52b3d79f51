// Bounds how many requests are worked on at once (requirements LIM): reads and writes are counted apart, long-running requests
// and members of `system:masters` are not. Beyond the bound: 429 with Retry-After.

import type { Gauge } from '../../../shared/process/metric/metrics.ts';
import { finallyDo } from '../../../shared/process/async/maybe-promise.ts';
import { throttled } from '../error/plain-text-error.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';

export interface InFlightLimits {
  /** Requests at once that do not change anything; 0: no limit. */
  readonly reading: number;
  /** Requests at once that may change something; 0: no limit. */
  readonly mutating: number;
}

const readingVerbs: ReadonlySet<string> = new Set(['get', 'list', 'watch', 'head', 'options']);

export function inFlightLimit(limits: InFlightLimits, inFlight: Gauge): Stage {
  const counts = { reading: 0, mutating: 0 };
  inFlight.readOnScrape(() => [
    { value: counts.reading, labels: { request_kind: 'readOnly' } },
    { value: counts.mutating, labels: { request_kind: 'mutating' } },
  ]);
  return (next) => {
    const counted = finallyDo(next, (context) => {
      counts[kindOf(context)] -= 1;
    });
    return (context) => {
      if (context.longRunning) {
        return next(context);
      }
      const kind = kindOf(context);
      if (limits[kind] > 0 && counts[kind] >= limits[kind] && !isMaster(context)) {
        throw throttled();
      }
      counts[kind] += 1;
      return counted(context);
    };
  };
}

function kindOf({ info }: RequestContext): keyof InFlightLimits {
  return readingVerbs.has(info.verb) ? 'reading' : 'mutating';
}

function isMaster(context: RequestContext): boolean {
  return context.user?.groups.includes('system:masters') ?? false;
}
