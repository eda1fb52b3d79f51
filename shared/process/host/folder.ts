// Creates folders. Not with the recursive option of Node: in a file system where no folder can be created
// (/proc), it loops endlessly.

import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates the folder and missing parents with this mode (less the umask). Resolves with the topmost folder
 * that was created, undefined when all existed; concurrent calls are allowed. Rejects with a one-line Error that names it.
 */
export async function makeFolder(path: string, mode: number): Promise<string | undefined> {
  try {
    const missing: string[] = [];
    for (let folder = resolve(path); !(await isFolder(folder)); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) {
      await mkdir(folder, { mode }).catch(async (error: unknown) => {
        if (!(await isFolder(folder))) throw error;
      });
    }
    return missing[0];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`the folder ${path} cannot be made: ${why}`, { cause: error });
  }
}

/** False when nothing has this name. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  throw new Error(`${path} is not a folder`);
}
