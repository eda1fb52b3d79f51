// Servers that start on the data of others, for cases about what a restart changes and what it does not.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseContext, OwnServer } from './case.ts';

/** A folder that outlives servers, and the servers on it, one at a time. */
export interface DataFolder {
  readonly path: string;
  /** Ends the one that runs, and starts the next with these flags. */
  restart(...flags: readonly string[]): Promise<OwnServer>;
}

/** Runs the body with a data folder that goes after it, when its last server has ended. */
export async function withDataFolder(c: CaseContext, body: (folder: DataFolder) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'conformance-data-'));
  let running: OwnServer | undefined;
  const end = async () => {
    running?.terminate();
    await running?.ended;
    running = undefined;
  };
  try {
    await body({
      path,
      restart: async (...flags) => {
        await end();
        running = await c.launchServer({ server: [`--data-dir=${join(path, 'data')}`, ...flags] });
        return running;
      },
    });
  } finally {
    await end();
    await rm(path, { recursive: true, force: true });
  }
}
