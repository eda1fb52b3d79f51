// Writes the folder of programs that users of a test environment configure in place of the usual one.

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../shared/process/host/folder.ts';
import { writePrivateFile } from '../shared/process/host/private-file.ts';
import { scriptMark } from './asset-scripts.ts';

/** Bytes at the start of a file that are searched for the mark of our scripts. */
const looked = 200;

/**
 * Creates the folder and writes the scripts with mode 0755; scripts of an earlier run are replaced. Resolves with the absolute
 * path of the folder. Rejects before it writes anything when a file of such a name was not written by orchkit.
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
