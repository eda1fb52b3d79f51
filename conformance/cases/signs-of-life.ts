// What an agent tells its init system: starts one under a socket that hears it.

import { expectOk } from '../wire/expect/status.ts';
import { limitOf } from '../wire/own-time.ts';
import type { CaseContext } from './case.ts';
import { expectLasting } from './lasting.ts';

const sign = 'WATCHDOG=1';

/** Milliseconds between two looks. */
const pause = 20;

/**
 * The times at which signs of life were heard, in milliseconds, until they are enough or `within` is over. What comes while
 * this process stands still is heard late: times tell only in the mean of several, and not of any several.
 */
export async function signsOfLife(
  c: CaseContext,
  environment: Readonly<Record<string, string>>,
  enough: (times: readonly number[]) => boolean,
  within: number,
): Promise<readonly number[]> {
  const socket = await c.notifySocket();
  await c.launchAgent({ flags: [], environment: { ...socket.environment, ...environment } });
  const count = () => socket.heard().split(sign).length - 1;
  const times: number[] = [];
  const limit = limitOf(c.clock, within);
  let known = count();
  try {
    while (!enough(times) && !limit.isOver) {
      await c.clock.sleep(pause, c.signal);
      const now = c.clock.monotonic();
      for (const heard = count(); known < heard; known += 1) times.push(now);
    }
  } finally {
    limit.lift();
  }
  return times;
}

/** Whether an agent gives no sign of life, when it has had the time for some. */
export async function isSilent(c: CaseContext, environment: Readonly<Record<string, string>>): Promise<boolean> {
  const socket = await c.notifySocket();
  const agent = await c.launchAgent({ flags: [], environment: { ...socket.environment, ...environment } });
  // Each answer is a turn that the agent has had: two seconds of them at least.
  await expectLasting(c, async () => expectOk(await agent.wire.get('/healthz')), 20);
  await socket.caughtUp();
  return !socket.heard().includes(sign);
}
