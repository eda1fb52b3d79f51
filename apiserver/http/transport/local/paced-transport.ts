// Start-up work that asks hundreds of things at once would make the first clients wait for all of it: this lets a few
// through at a time and gives the sockets their turn in between. A client's limit of time for an answer has no place here:
// no connection can hang, what takes too long the service itself ends by its request timeout, and the process may have stood
// still in the middle, for which the start must not be abandoned.

import type { Transport } from '../../../../shared/client/contract/transport.ts';

/**
 * The same transport with at most `atOnce` requests under way; the others wait in order. Their answers may take as long as
 * the service lets them, unless the request says.
 */
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
      return await transport({ headTimeout: 0, ...request });
    } finally {
      leave();
    }
  };
}
