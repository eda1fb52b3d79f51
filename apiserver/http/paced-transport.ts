// Start-up work that asks hundreds of things at once would make the first clients wait for all of it: this lets a few
// through at a time and gives the sockets their turn in between.

import type { Transport } from '../../shared/client/transport.ts';

/** The same transport with at most `atOnce` requests under way; the others wait in order. */
export function pacedTransport(transport: Transport, atOnce: number): Transport {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    setImmediate(() => {
      underWay -= 1;
      waiting.shift()?.();
    });
  };
  return async (request) => {
    if (underWay >= atOnce) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    underWay += 1;
    try {
      return await transport(request);
    } finally {
      leave();
    }
  };
}
