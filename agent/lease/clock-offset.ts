// How far this host's clock is from the server's, measured with the answers that come anyway: an answer says when it was
// made. The lease and the certificates hold times of both clocks, so a wrong one should be seen before it hurts.

import type { Transport } from '../../shared/client/contract/transport.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Gauge } from '../../shared/process/metric/metrics.ts';

/** Offset in milliseconds that causes a warning; the coarse resolution of the server's time is subtracted. */
const warnedOffset = 5_000;

export interface ClockOffsetOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Gauge of the offset in seconds, positive when this host is ahead. */
  readonly offset: Gauge;
}

/**
 * The same transport, which compares the clocks at each response. Logs when the offset crosses the threshold, and when it
 * ends. A wall clock that is stepped during a request causes one wrong value, which the next response corrects.
 */
export function comparingClocks(transport: Transport, { clock, log, offset }: ClockOffsetOptions): Transport {
  let isOff = false;
  const compare = (milliseconds: number, uncertainty: number): void => {
    offset.set(milliseconds / 1000);
    const seconds = Math.round(milliseconds / 100) / 10;
    const distance = Math.abs(milliseconds);
    if (!isOff && distance - uncertainty > warnedOffset) {
      isOff = true;
      log.warn('the clock of this host is not that of the server', { secondsAhead: seconds });
    } else if (isOff && distance + uncertainty < warnedOffset) {
      isOff = false;
      log.info('the clock of this host is that of the server again', { secondsAhead: seconds });
    }
  };
  return async (request) => {
    const begun = clock.monotonic();
    const answer = await transport(request);
    const took = clock.monotonic() - begun;
    const made = answerTime(answer.headers['date']);
    // The header has whole seconds, so half a second is added on average. The response was created half a round trip ago.
    if (made !== undefined) compare(clock.now() - took / 2 - (made + 500), 500 + took / 2);
    return answer;
  };
}

function answerTime(header: string | string[] | undefined): number | undefined {
  const time = Date.parse(String(header));
  return Number.isNaN(time) ? undefined : time;
}
