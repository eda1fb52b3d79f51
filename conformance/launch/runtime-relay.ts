// A socket behind which a container runtime is broken until the suite says otherwise: until then every connection ends at
// once, then it is one to the real runtime.

import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RuntimeRelay {
  /** As agents are told of a runtime: `unix://...`. */
  readonly endpoint: string;
  /** Connections that were ended because the runtime is broken. */
  readonly refused: number;
  /** Connections from now on reach the runtime. */
  mend(): void;
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
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
