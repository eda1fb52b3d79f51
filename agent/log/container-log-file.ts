// Opens the file of a container's log. The path comes from the runtime and lies in a folder that containers may be given
// to write in, so neither is trusted: only a regular file inside the folder of logs is opened, reached without a link.

import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { normalize } from 'node:path';

/** The path leads to something that is no log. The message names no place on the host. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

/** An open log and what identifies its file. */
export interface ContainerLogFile {
  readonly handle: FileHandle;
  readonly inode: bigint;
}

/** Rejects with LogRefused for what is no log, and with the system's error (ENOENT, ...) for what cannot be opened. */
export async function openLog(path: string, folder: string): Promise<ContainerLogFile> {
  const root = await realpath(folder);
  if (normalize(path) !== path || !(isBelow(path, folder) || isBelow(path, root))) {
    throw new LogRefused('the log lies outside the folder of logs');
  }
  // Not blocking: a pipe in place of the file must not hold the agent up.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw new LogRefused('the log is a symbolic link');
    throw error;
  });
  try {
    const found = await handle.stat({ bigint: true });
    if (!found.isFile()) throw new LogRefused('the log is not a regular file');
    if (found.nlink > 1n) throw new LogRefused('the log has another name elsewhere');
    // A folder on the way may be a link, also one made a moment ago: what counts is what was opened.
    const place = await readlink(`/proc/self/fd/${handle.fd}`);
    if (!isBelow(place, root)) throw new LogRefused('the log lies outside the folder of logs');
    return { handle, inode: found.ino };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const blockBytes = 64 * 1024;
const lineFeed = 0x0a;

/** Where the last `lines` lines begin. A last line without a line feed counts as one. */
export async function tailStart(handle: FileHandle, lines: number): Promise<number> {
  const { size } = await handle.stat();
  if (lines === 0) return size;
  const block = Buffer.alloc(blockBytes);
  let left = lines;
  for (let end = size; end > 0; end -= Math.min(end, blockBytes)) {
    const start = Math.max(0, end - blockBytes);
    const { bytesRead } = await handle.read(block, 0, end - start, start);
    for (let at = bytesRead - 1; at >= 0; at -= 1) {
      // The line feed at the very end closes the last line and begins none.
      if (block[at] !== lineFeed || start + at === size - 1) continue;
      left -= 1;
      if (left === 0) return start + at + 1;
    }
  }
  return 0;
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
