// Requests inside the process need no socket, so a chain of them (a controller that lists page after page) would keep the
// event loop to itself, for seconds where a collection is large: clients would wait, and a server that is ready could not
// say so.

import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../shared/process/clock.ts';
import type { Answer } from './exchange-local.ts';

/** Milliseconds of local requests after which the sockets have their turn. */
const longestTurn = 10;

/** The same answers; a request that comes when others have kept the event loop busy waits until it has gone round. */
export function answerInTurns(answer: Answer, clock: Pick<Clock, 'monotonic'>): Answer {
  let busySince: number | undefined;
  const busy = (): boolean => busySince !== undefined && clock.monotonic() - busySince > longestTurn;
  return async (exchange) => {
    while (busy()) {
      await turn();
    }
    if (busySince === undefined) {
      busySince = clock.monotonic();
      setImmediate(() => {
        busySince = undefined;
      });
    }
    await answer(exchange);
  };
}
