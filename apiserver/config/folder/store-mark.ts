// A file beside the embedded store that records that the store exists. Without it a data folder whose store was removed, or
// not restored, would start empty, and all acknowledged writes would be lost silently.

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../shared/process/log/log.ts';
import { writePrivateFile } from '../../../shared/process/host/private-file.ts';

const markName = 'store-in-use';
/** Of a store that has begun: it is the last thing that the making of one writes. */
const manifestName = 'store.json';

/** Throws an Error when the data folder has had a store in `store`, and it is gone. */
export async function requireStore(dataDir: string, store: string): Promise<void> {
  const mark = join(dataDir, markName);
  if (!(await isThere(mark)) || (await isThere(join(store, manifestName)))) return;
  throw new Error(
    `the data folder ${dataDir} has had a store, and ${join(store, manifestName)} is missing: restore ${store} from a copy, or ` +
      `remove it and the file ${mark} to start empty`,
  );
}

/**
 * Says that the store is there; called when it has been opened, before anything is acknowledged. Durable. On a full disk the
 * store can be read all the same: the next start marks it.
 */
export async function markStore(dataDir: string, log: Log): Promise<void> {
  const mark = join(dataDir, markName);
  if (await isThere(mark)) return;
  const text =
    'The folder `store` beside this file holds acknowledged writes. Without it, no server starts on this folder.\n';
  await writePrivateFile(mark, text).catch((error: unknown) => {
    log.warn('the data folder could not be marked as one with a store: its removal would not be detected', { error });
  });
}

/** Rejects with the system's error when it cannot be determined. */
async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
