// What changes all the time: free memory, disk and process numbers. Read on every status round, so only files and one
// system call; no program is started.

import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { meminfo } from './host-facts.ts';

/** A limited amount and how much of it is left. */
export interface Supply {
  readonly total: number;
  readonly available: number;
}

export interface HostFigures {
  /** Bytes. */
  readonly memory: Supply;
  /** Bytes and inodes of the file system that holds the agent's root directory. */
  readonly nodeDisk: Supply;
  readonly nodeInodes: Supply;
  /** The same of the file system that holds images; undefined while the runtime has not told where. */
  readonly imageDisk?: Supply;
  readonly imageInodes?: Supply;
  /** Process ids. */
  readonly pids: Supply;
}

export interface HostFiguresOptions {
  readonly rootDirectory: string;
  readonly imageMountpoint: string | undefined;
  /** Where `/proc` is found. Default `/`. */
  readonly root?: string;
}

/** Rejects when `/proc` or the root directory cannot be read: without figures there is no honest status. */
export async function readHostFigures(options: HostFiguresOptions): Promise<HostFigures> {
  const proc = join(options.root ?? '/', 'proc');
  const number = async (path: string): Promise<number> => Number(await readFile(join(proc, path), 'utf8'));
  const memory = meminfo(await readFile(join(proc, 'meminfo'), 'utf8'));
  const loadavg = await readFile(join(proc, 'loadavg'), 'utf8');
  const threads = Number(/\/(\d+) /.exec(loadavg)?.[1] ?? 0);
  const pidTotal = Math.min(await number('sys/kernel/pid_max'), await number('sys/kernel/threads-max'));
  const disk = await diskSupply(options.rootDirectory);
  // The image file system belongs to the runtime: when it is gone, the runtime's own condition tells.
  const images =
    options.imageMountpoint === undefined
      ? undefined
      : await diskSupply(options.imageMountpoint).catch(() => undefined);
  return {
    memory: { total: memory.get('MemTotal') ?? 0, available: memory.get('MemAvailable') ?? 0 },
    nodeDisk: disk.bytes,
    nodeInodes: disk.inodes,
    ...(images === undefined ? {} : { imageDisk: images.bytes, imageInodes: images.inodes }),
    pids: { total: pidTotal, available: Math.max(0, pidTotal - threads) },
  };
}

async function diskSupply(path: string): Promise<{ readonly bytes: Supply; readonly inodes: Supply }> {
  const found = await statfs(path);
  return {
    bytes: { total: found.blocks * found.bsize, available: found.bavail * found.bsize },
    inodes: { total: found.files, available: found.ffree },
  };
}
