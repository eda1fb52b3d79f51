// The log files of the host: folders and regular files below one folder. What leads out of it through links, and everything
// that is neither, is refused.

import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** It is there, and is no log to be read. */
export class HostLogRefused extends Error {
  override readonly name = 'HostLogRefused';
}

export interface HostFile {
  readonly kind: 'file';
  /** The caller closes it. */
  readonly handle: FileHandle;
  readonly bytes: number;
  /** Milliseconds since the epoch, in whole seconds. */
  readonly modified: number;
}

export interface HostFolder {
  readonly kind: 'folder';
  /** In order; folders with a slash at the end. */
  readonly names: readonly string[];
  readonly modified: number;
}

/**
 * Opens what lies at a path below the folder; the path has no slash in front. Rejects with HostLogRefused, and with the
 * system's error (ENOENT, ...) for what cannot be opened.
 */
export async function openHostLog(folder: string, path: string): Promise<HostFile | HostFolder> {
  if (path.includes('\0') || path.split('/').includes('..')) throw new HostLogRefused('no path of a log');
  const root = await realpath(folder);
  // Not blocking: a pipe in place of the file must not hold the agent up.
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NONBLOCK);
  let kept = false;
  try {
    // A link may have been made a moment ago: what counts is what was opened.
    const place = await readlink(`/proc/self/fd/${handle.fd}`);
    if (place !== root && !place.startsWith(`${root}/`)) throw new HostLogRefused('it lies outside the folder of logs');
    const found = await handle.stat();
    const modified = Math.floor(found.mtimeMs / 1000) * 1000;
    if (found.isDirectory()) return { kind: 'folder', names: await namesOf(`/proc/self/fd/${handle.fd}`), modified };
    if (!found.isFile()) throw new HostLogRefused('it is no regular file');
    kept = true;
    return { kind: 'file', handle, bytes: found.size, modified };
  } finally {
    if (!kept) await handle.close();
  }
}

async function namesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted();
}
