// A socket in front of a container runtime that seems broken at first: every connection is closed at once. After `mend`
// it forwards to the real runtime.

import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RuntimeRelay {
  /** The value for an agent's flag: `unix://...`. */
  readonly endpoint: string;
  /** The number of connections that were closed while broken. */
  readonly refused: number;
  /** Forwards connections from now on. */
  mend(): void;
  /** Seems broken again: closes every connection, also those that are open. */
  spoil(): void;
  close(): Promise<void>;
}

/** `endpoint`: the real runtime, `unix:///path` or a path. */
export async function startRuntimeRelay(endpoint: string): Promise<RuntimeRelay> {
  const folder = await mkdtemp(join(tmpdir(), 'orch-runtime-'));
  const path = join(folder, 'cri.sock');
  const open = new Set<Socket>();
  let refused = 0;
  let broken = true;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (broken) {
      refused += 1;
      socket.destroy();
      return;
    }
    const real = connect(endpoint.replace(/^unix:\/\//, ''));
    for (const [one, other] of [
      [socket, real],
      [real, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    endpoint: `unix://${path}`,
    get refused() {
      return refused;
    },
    mend: () => {
      broken = false;
    },
    spoil: () => {
      broken = true;
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
