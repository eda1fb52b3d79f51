// Ports for programs that have to be told theirs. Below those that systems hand out by themselves (from 32768 on Linux, from
// 49152 elsewhere), so that no connection or listener of anybody who left the choice to the system is on one of them, and
// each only once: of two programs that come up side by side with one port, one ends, and the other seems to be both.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const lowest = 20_000;
const highest = 32_767;
/** Ports tried for one that is free. */
const mostTries = 100;

/** Of the whole process: several launchers start programs side by side. */
const handedOut = new Set<number>();

/** A port of the loopback address that nobody listens on. Rejects with the system's error when a hundred are in use. */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(lowest, highest + 1);
    // Far more than run at a time: the oldest have long ended.
    if (handedOut.size > (highest - lowest) / 4) handedOut.clear();
    if (handedOut.has(port)) continue;
    handedOut.add(port);
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
