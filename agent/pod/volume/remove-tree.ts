// Removes a folder with all that is in it, however deep: containers can nest folders until no path leads to the last of them.

import { lstat, opendir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of a path below the folder from which on what is deeper is moved up. */
const longest = 1_024;

/** Does nothing if it does not exist. Links are removed, never followed. Nothing writes to it meanwhile. Rejects with the system's error. */
export async function removeTree(folder: string): Promise<void> {
  // What is no folder, or cannot be looked at, is for `rm` alone.
  const isFolder = await lstat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) await shortenPaths(folder);
  await rm(folder, { recursive: true, force: true });
}

/**
 * Before anything is removed, because `rm` that fails for a long path still goes on with what it has begun, beside whatever is done
 * next. Each round makes long paths shorter, until none is left.
 */
async function shortenPaths(folder: string): Promise<void> {
  let moved = 1;
  for (let round = 0; moved > 0; round += 1) moved = await moveUp(folder, folder, `.deep-${round}-`, 0);
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
