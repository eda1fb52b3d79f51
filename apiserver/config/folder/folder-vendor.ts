// A data folder holds the names of one vendor profile in its objects and certificates: it remembers which, and is refused
// to a server of another.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../../../shared/process/host/private-file.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';

const markName = 'vendor';

/**
 * Writes the vendor into a folder that has none yet. Throws an Error when it has another one. Only the process that owns
 * the store of the folder may call it.
 */
export async function keepVendor(folder: string, vendor: VendorId): Promise<void> {
  const path = join(folder, markName);
  const known = await markOf(path);
  if (known === undefined) {
    await writePrivateFile(path, `${vendor}\n`);
  } else if (known !== vendor) {
    throw new Error(
      `the data folder ${folder} was made with --vendor ${known} and cannot be served with --vendor ${vendor}: ` +
        'name another folder, or the vendor it was made with',
    );
  }
}

async function markOf(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
