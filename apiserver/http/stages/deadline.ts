// A request that is not long-running must be answered in time: 60 s unless `--request-timeout` says otherwise, less when
// the client asks by `timeout=`. After that it gets 504, and the work for it is aborted.

import { badRequest, timeout } from '../../../shared/object/errors.ts';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import type { Deadlines } from '../../../shared/process/time/deadlines.ts';
import { durationFault, parseGoDuration } from '../../../shared/object/duration.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';

/** `longest` in milliseconds. */
export function deadline(deadlines: Deadlines, longest: number): Stage {
  const within = (milliseconds: number, context: RequestContext, rest: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const running = deadlines.begin(milliseconds, () => {
        const error = timeout();
        reject(error);
        context.exchange.cancel(error);
      });
      rest.then(
        () => {
          deadlines.meet(running);
          resolve();
        },
        (error: Error) => {
          deadlines.meet(running);
          reject(error);
        },
      );
    });
  return (next) => (context) => {
    if (context.longRunning) {
      return next(context);
    }
    const milliseconds = Math.min(askedTimeout(context) ?? longest, longest);
    context.due = context.receivedMonotonic + milliseconds;
    const rest = next(context);
    // What is answered at once is in time.
    return isPending(rest) ? within(milliseconds, context, rest) : rest;
  };
}

/** Milliseconds of the `timeout` parameter; undefined when absent or zero. */
function askedTimeout(context: RequestContext): number | undefined {
  const text = context.info.query.get('timeout');
  if (text === null || text === '') {
    return undefined;
  }
  const milliseconds = parseGoDuration(text);
  if (milliseconds === undefined) {
    throw badRequest(`invalid timeout specified in the request URL - ${durationFault(text)}`);
  }
  return milliseconds > 0 ? milliseconds : undefined;
}
