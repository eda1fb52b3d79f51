// Work that happens by the calendar (compaction, retention, rotation): a loop that checks at each full minute whether the
// expression matches it. It uses the injected clock, so a jump of the wall clock skips or repeats minutes as expected,
// and a test can move time. Only one run at a time: minutes that pass during a run are skipped.

import { createTask, validate } from 'node-cron';
import type { Clock } from '../time/clock.ts';
import type { Log } from '../log/log.ts';
import type { Loop } from './loop.ts';

const minute = 60_000;

export interface CalendarJobOptions {
  /** Kebab-case, for logs and metrics. */
  readonly name: string;
  /** Five fields: minute, hour, day of month, month, day of week. Others throw TypeError. */
  readonly expression: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The work; `now` is the wall clock in milliseconds. A rejection is logged, and the schedule continues. */
  readonly run: (now: number, signal: AbortSignal) => Promise<void>;
}

/** True for five fields: minute, hour, day of month, month, day of week. */
export function isCalendarExpression(expression: string): boolean {
  return expression.trim().split(/\s+/).length === 5 && validate(expression);
}

/** A loop that does the work at the times of the expression, in the host's time zone. */
export function calendarJob({ name, expression, clock, log, run }: CalendarJobOptions): Loop {
  if (!isCalendarExpression(expression)) {
    throw new TypeError(`"${expression}" is no calendar expression of five fields`);
  }
  return {
    name,
    async run(signal) {
      const times = createTask(expression, () => undefined, { name });
      try {
        for (;;) {
          await clock.sleep(minute - (clock.now() % minute), signal);
          // Timers may wake a little early: the minute meant is the nearest.
          const now = Math.round(clock.now() / minute) * minute;
          if (!times.match(new Date(now))) continue;
          await run(clock.now(), signal).catch((error: unknown) => {
            if (!signal.aborted)
              log.error('a calendar job failed; it runs again at its next time', { job: name, error });
          });
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        await times.destroy();
      }
    },
  };
}
