// The folder of a launched program: deleted after it, with what the program mounted there. A node agent mounts at least its
// root folder, and one that was killed unmounts nothing.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { mountsBelow, unmount } from '../../shared/process/host/mount-table.ts';

/**
 * Deletes the folder of a program that has ended. What is mounted in it is unmounted first, so that nothing of another
 * place is deleted; what cannot be unmounted stays, with the folder, and the process gets a warning that says so: it is no
 * reason to lose the results of a run.
 */
export async function removeProgramFolder(folder: string): Promise<void> {
  try {
    for (const point of await mountsIn(folder)) await unmount(point);
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.emitWarning(
      `${folder}, of a program that has ended, is still there: ${why.trim()}. Unmount what is in it and delete it.`,
    );
  }
}

/** None on a host without `/proc`, which has no list of them. */
async function mountsIn(folder: string): Promise<readonly string[]> {
  return existsSync('/proc/self/mountinfo') ? mountsBelow(folder) : [];
}
