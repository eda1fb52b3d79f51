// Requests inside the process need no socket, so a chain of them (a controller that lists page after page) would keep the
// event loop to itself, for seconds where a collection is large: clients would wait, and a server that is ready could not
// say so. Nor may one controller with thousands of requests keep the others from theirs.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Handler } from './exchange-local.ts';

/** Milliseconds of local requests after which the sockets have their turn. */
const longestRound = 10;

/** Begins a waiting request again; `first` of its account in this round. */
type Resume = (first: boolean) => void;

/**
 * The same answers; a request that comes when others have kept the event loop busy waits until it has gone round. Then those
 * that wait begin in turns, one of each account after the other, and the first of each account begins in any case.
 */
export function answerInTurns(answer: Handler, clock: Pick<Clock, 'monotonic'>): Handler {
  let busySince: number | undefined;
  const lines = new Map<string, Resume[]>();
  const busy = (): boolean => busySince !== undefined && clock.monotonic() - busySince > longestRound;
  const nextRound = (): void => {
    busySince = undefined;
    const waiting = [...lines.values()];
    lines.clear();
    const longest = Math.max(0, ...waiting.map((line) => line.length));
    for (let place = 0; place < longest; place++) for (const line of waiting) line[place]?.(place === 0);
  };
  const wait = (account: string): Promise<boolean> =>
    new Promise((resolve) => {
      const line = lines.get(account);
      if (line === undefined) lines.set(account, [resolve]);
      else line.push(resolve);
    });
  return async (exchange) => {
    const account = exchange.localUser?.username ?? '';
    for (let first = false; !first && busy(); ) first = await wait(account);
    if (busySince === undefined) {
      busySince = clock.monotonic();
      setImmediate(nextRound);
    }
    await answer(exchange);
  };
}
