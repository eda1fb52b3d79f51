// What an agent tells its init system: starts one under a socket that hears it.

import type { CaseContext } from './case.ts';

/** The times at which signs of life were heard, in milliseconds: as many as wanted, or those that came in the time. */
export async function signsOfLife(
  c: CaseContext,
  environment: Readonly<Record<string, string>>,
  wanted: number,
  within: number,
): Promise<readonly number[]> {
  const socket = await c.notifySocket();
  await c.launchAgent({ flags: [], environment: { ...socket.environment, ...environment } });
  const times: number[] = [];
  const deadline = c.clock.monotonic() + within;
  while (times.length < wanted && c.clock.monotonic() < deadline) {
    const heard = socket.heard().split('WATCHDOG=1').length - 1;
    while (times.length < heard) times.push(c.clock.monotonic());
    await c.clock.sleep(20, c.signal);
  }
  return times;
}
