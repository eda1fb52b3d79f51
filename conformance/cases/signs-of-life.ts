// What an agent tells its init system: starts one under a socket that hears it.

import { expectOk } from '../wire/expect/status.ts';
import { limitOf } from '../wire/own-time.ts';
import type { CaseContext } from './case.ts';
import { expectLasting } from './lasting.ts';

const sign = 'WATCHDOG=1';

/** Milliseconds between two looks, and after which two of them were so far apart that this process stood still. */
const pause = 20;
const standstill = 250;

/**
 * The times at which signs of life were heard, in milliseconds: as many as wanted, or those that came in the time. What came
 * while this process stood still came nobody knows when, so it begins anew after that.
 */
export async function signsOfLife(
  c: CaseContext,
  environment: Readonly<Record<string, string>>,
  wanted: number,
  within: number,
): Promise<readonly number[]> {
  const socket = await c.notifySocket();
  await c.launchAgent({ flags: [], environment: { ...socket.environment, ...environment } });
  const count = () => socket.heard().split(sign).length - 1;
  const times: number[] = [];
  const limit = limitOf(c.clock, within);
  let known = count();
  try {
    for (let last = c.clock.monotonic(); times.length < wanted && !limit.isOver; ) {
      await c.clock.sleep(pause, c.signal);
      const now = c.clock.monotonic();
      if (now - last > standstill) {
        times.length = 0;
        known = count();
      }
      last = now;
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
