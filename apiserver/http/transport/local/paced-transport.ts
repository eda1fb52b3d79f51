// Start-up work with hundreds of concurrent requests would make the first clients wait for all of it. This transport sends a few
// at a time and yields to the sockets in between. It has no client timeout: no connection can hang, the service ends slow
// requests with its own request timeout, and the process may have been suspended in the middle, which must not make the
// start fail.

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
