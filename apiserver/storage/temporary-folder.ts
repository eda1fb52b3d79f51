// Folders of stores that live in memory. They end with their store; what a process left that was killed, or that ended
// without closing its stores, goes when the next one makes a folder, so that crashed tests do not fill the memory.

import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `orch-store-<space of process ids>-<process id>-<random>`: an id means nothing outside of its space. */
const form = /^orch-store-(\d+)-(\d+)-\w{6}$/;

/** Where folders are made; the first that can be written is used, by default one in memory where the host has it. */
export async function makeTemporaryFolder(parents: readonly string[] = ['/dev/shm', tmpdir()]): Promise<string> {
  const space = await processSpace();
  let failure: unknown;
  for (const parent of parents) {
    try {
      const folder = await mkdtemp(join(parent, `orch-store-${space}-${process.pid}-`));
      if (space !== unknownSpace) await removeAbandoned(parent, space);
      return folder;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

const unknownSpace = '0';

/** Containers may share a folder and count their processes on their own: the kernel's number of that count. */
async function processSpace(): Promise<string> {
  // Elsewhere there is one for the whole host.
  if (process.platform !== 'linux') return '1';
  const link = await readlink('/proc/self/ns/pid').catch(() => '');
  return /^pid:\[(\d+)\]$/.exec(link)?.[1] ?? unknownSpace;
}

/** Best effort: what belongs to another user, or goes at the same time by another process, is left. */
async function removeAbandoned(parent: string, space: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, of, pid] = form.exec(name) ?? [];
    if (of !== space || isAlive(Number(pid))) continue;
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Anything else, such as a process of another user, says that there is one.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
