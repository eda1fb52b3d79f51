// Writes the folder that users of a test environment name in place of the one with the usual programs.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../shared/process/host/folder.ts';
import { writePrivateFile } from '../shared/process/host/private-file.ts';
import { scriptMark } from './asset-scripts.ts';

/** Bytes of a file that are looked at to tell whose it is. */
const looked = 200;

/**
 * Makes the folder and writes the scripts, mode 0755; those of an earlier run are replaced. Resolves with the folder's absolute
 * path. Rejects before anything is written when the folder holds a file of such a name that is somebody else's.
 */
export async function writeAssets(folder: string, scripts: ReadonlyMap<string, string>): Promise<string> {
  const path = resolve(folder);
  await makeFolder(path, 0o755);
  for (const name of scripts.keys()) {
    if (await isForeign(join(path, name))) {
      throw new Error(
        `${join(path, name)} was not written by orchkit and is not replaced: name another folder, or remove it`,
      );
    }
  }
  for (const [name, text] of scripts) await writePrivateFile(join(path, name), text, 0o755);
  return path;
}

async function isForeign(path: string): Promise<boolean> {
  try {
    const start = (await readFile(path)).subarray(0, looked).toString('latin1');
    return !start.includes(scriptMark);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
