// `--ready-file`: a file that is there while the server is ready, for scripts that wait for it.

import { rm } from 'node:fs/promises';
import { writePrivateFile } from '../../shared/process/host/private-file.ts';

/** Writes the server's address. Does nothing without a path. Rejects with an Error that names the flag. */
export async function writeReadyFile(path: string | undefined, url: string): Promise<void> {
  if (path === undefined) return;
  await writePrivateFile(path, `${url}\n`, 0o644).catch((cause: Error) => refuse(cause));
}

/** Removes the file of this or an earlier run. Does nothing without a path. Rejects with an Error that names the flag. */
export async function clearReadyFile(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  await rm(path, { force: true }).catch((cause: Error) => refuse(cause));
}

function refuse(cause: Error): never {
  throw new Error(`--ready-file: ${cause.message}`, { cause });
}
