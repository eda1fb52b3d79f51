// Paths inside a volume that are mounted instead of the whole. What lies in a volume was written by containers: a link in it may
// lead anywhere, so a path is gone step by step, and none may be a link out of the volume.

import { mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { VolumeRefused } from './payload.ts';

/** The path to mount, without links; a folder is made where nothing is. Rejects with VolumeRefused. */
export async function resolveSubPath(volume: string, subPath: string): Promise<string> {
  if (subPath === '') return volume;
  if (isAbsolute(subPath) || subPath.split('/').includes('..')) {
    throw new VolumeRefused(`subPath "${subPath}" must be relative to the volume and without ".."`);
  }
  const root = await realpath(volume);
  let path = root;
  for (const step of subPath.split('/').filter((one) => one !== '' && one !== '.')) {
    const next = join(path, step);
    const found = await realpath(next).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (found === undefined) {
      await mkdir(next, { mode: 0o750 }).catch((error: NodeJS.ErrnoException) => {
        // A link to nothing: it could be given a target later.
        throw new VolumeRefused(`subPath "${subPath}" cannot be made (${error.code ?? error.message})`, {
          cause: error,
        });
      });
      path = next;
      continue;
    }
    if (found !== root && !found.startsWith(`${root}/`)) {
      throw new VolumeRefused(`subPath "${subPath}" leads out of the volume by a link`);
    }
    path = found;
  }
  return path;
}
