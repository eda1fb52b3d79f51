// Mounts of a path inside a volume (`subPath`). Containers can change the contents of a volume at any moment, and a link in it
// may point anywhere. So the path is opened step by step without following links. The opened file is mounted, not the path,
// which may lead elsewhere a moment later.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { isMounted, unmount } from '../../../shared/process/host/mount-table.ts';
import { VolumeRefused } from './payload.ts';

const run = promisify(execFile);
/** Most milliseconds for a mount. */
const patience = 30_000;
/** O_PATH: opens a path without side effects. Node has no constant for it; it is the same on all supported architectures. */
const pathOnly = 0o10000000;

/** The path to mount, without links. Creates a folder if nothing exists there. Rejects with VolumeRefused. */
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
      await makeFolder(root, path, step, subPath);
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

async function makeFolder(root: string, parent: string, step: string, subPath: string): Promise<void> {
  const handle = await openBelow(root, parent);
  try {
    await mkdir(join(handlePath(handle), step), { mode: 0o750 });
  } catch (error) {
    // A dangling link: its target could be created later.
    const { code, message } = error as NodeJS.ErrnoException;
    throw new VolumeRefused(`subPath "${subPath}" cannot be made (${code ?? message})`, { cause: error });
  } finally {
    await handle.close();
  }
}

/** `path` is `root` or lies below it, both without links. Rejects with VolumeRefused when a link has appeared in it. */
async function openBelow(root: string, path: string): Promise<FileHandle> {
  let handle = await open(root, pathOnly | constants.O_NOFOLLOW);
  for (const step of relative(root, path).split('/')) {
    if (step === '') continue;
    const parent = handle;
    try {
      handle = await open(join(handlePath(parent), step), pathOnly | constants.O_NOFOLLOW);
    } finally {
      await parent.close();
    }
    if ((await handle.stat()).isSymbolicLink()) {
      await handle.close();
      throw new VolumeRefused(`${path} was changed to a link while it was being mounted`);
    }
  }
  return handle;
}

function handlePath({ fd }: FileHandle): string {
  return `/proc/${process.pid}/fd/${fd}`;
}

/**
 * Mounts a path inside a volume at `target`, in place of what was mounted there. Rejects with VolumeRefused where the path leads out of
 * the volume, and with the system's error.
 */
export async function mountSubPath(volume: string, subPath: string, target: string): Promise<void> {
  const path = await resolveSubPath(volume, subPath);
  const handle = await openBelow(await realpath(volume), path);
  try {
    if (await isMounted(target)) await unmount(target);
    if ((await handle.stat()).isDirectory()) await mkdir(target, { recursive: true, mode: 0o750 });
    else {
      await mkdir(dirname(target), { recursive: true, mode: 0o750 });
      await writeFile(target, '', { mode: 0o640 });
    }
    // `mount` must use the handle's path in /proc, and not resolve it to the original path.
    const words = ['--no-canonicalize', '--bind', handlePath(handle), target];
    await run('mount', words, { timeout: patience });
  } finally {
    await handle.close();
  }
}
