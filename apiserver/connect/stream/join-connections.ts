// Two connections that become one: what one side sends, the other gets, byte for byte.

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Resolves when one side has ended and the other one has all that it sent, when one breaks, or when nothing has passed for `idle`
 * milliseconds. Both are closed then. `remote` is the side whose silence is measured.
 */
export async function joinConnections(client: Duplex, remote: Duplex, idle: number): Promise<void> {
  const socket = remote as Duplex & Partial<Pick<Socket, 'setTimeout'>>;
  const silent = (): void => {
    client.destroy();
    remote.destroy();
  };
  socket.setTimeout?.(idle, silent);
  const ways = [pipeline(client, remote), pipeline(remote, client)];
  // Neither side of a protocol that is spoken here says anything more when the other one has ended. Ends that break are no fault.
  await Promise.race(ways.map((way) => way.catch(() => undefined)));
  silent();
  await Promise.allSettled(ways);
}
