// Ports for programs that need theirs as an argument. Below those that systems hand out by themselves (from 32768 on Linux, from
// 49152 elsewhere), so that no connection or listener whose port the system chose is on one of them, and a
// program that comes back finds its port free. Each only once: of two programs that come up side by side with one port, one
// ends, and the other is taken for both.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const lowest = 20_000;
const highest = 32_767;
/** Most ports that are tried. */
const mostTries = 100;

/** The next port, shared by the whole process. It starts at random, because other processes choose ports too. */
let next = randomInt(lowest, highest + 1);

/**
 * A port of the loopback address without a listener; it is returned again only after all others. Rejects with the system's
 * error when a hundred in a row are in use.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = next;
    next = port === highest ? lowest : port + 1;
    try {
      await listenOnce(port);
      return port;
    } catch (error) {
      if (tries >= mostTries) throw error;
    }
  }
}

async function listenOnce(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
