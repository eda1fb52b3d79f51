// Removes a folder with all that is in it, however deep: containers can nest folders until no path leads to the last of them.

import { lstat, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of a path below the folder from which on what is deeper is moved up. */
const longest = 1_024;

/** Does nothing if it does not exist. Links are removed, never followed. Nothing writes to it meanwhile. Rejects with the system's error. */
export async function removeTree(folder: string): Promise<void> {
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return;
  // Before anything is removed: `rm` that fails still goes on with what it has begun, beside whatever is done next. Each round makes
  // long paths shorter, until none is left.
  for (let round = 0; found.isDirectory() && (await moveUp(folder, folder, `.deep-${round}-`, 0)) > 0; round += 1);
  await rm(folder, { recursive: true, force: true });
}

/** Moves folders with a long path into the top one. Resolves with how many have been moved, `moved` included. */
async function moveUp(top: string, folder: string, prefix: string, moved: number): Promise<number> {
  let count = moved;
  for await (const entry of await opendir(folder)) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    if (Buffer.byteLength(path) - Buffer.byteLength(top) < longest) count = await moveUp(top, path, prefix, count);
    else {
      await rename(path, join(top, `${prefix}${count}`));
      count += 1;
    }
  }
  return count;
}
