// Keeps checkpoints from filling the disk: none starts when too little space is free, and one that uses the space that must
// stay free is aborted. The size of an archive is unknown before it is written.

import { statfs } from 'node:fs/promises';
import type { Clock } from '../../shared/process/time/clock.ts';

export interface Space {
  readonly total: number;
  readonly free: number;
}

export interface FreeSpaceGuard {
  /** Rejects with an Error for people when too little is free now. */
  look(): Promise<void>;
  /**
   * Does the work while there is enough space; its signal aborts when there is not. Rejects with an Error for users when too
   * little is free, before or during the work; otherwise as the work does. `first`: the check before the work, if the caller
   * has already started it; default: it starts now.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, first?: Promise<void>): Promise<T>;
}

export interface FreeSpaceOptions {
  /** The name in error messages. */
  readonly folder: string;
  /** Bytes of the file system's total that must stay free. */
  readonly kept: (total: number) => number;
  readonly clock: Clock;
  /** Default: what the file system says. */
  readonly read?: () => Promise<Space>;
}

/** Milliseconds between two checks during the work. A fast disk writes some hundred MiB in that time. */
const period = 100;
const mebibyte = 1024 * 1024;

export function freeSpaceGuard({
  folder,
  kept,
  clock,
  read = () => spaceOf(folder),
}: FreeSpaceOptions): FreeSpaceGuard {
  /** Undefined: enough. */
  const fault = async (): Promise<Error | undefined> => {
    const { total, free } = await read();
    const wanted = kept(total);
    if (free >= wanted) return undefined;
    const figures = `${mebibytes(free)} are free in ${folder}, ${mebibytes(wanted)} must stay free`;
    return new Error(`not enough space: ${figures} (checkpointMinimumFree)`);
  };
  const look = async (): Promise<void> => {
    const found = await fault();
    if (found !== undefined) throw found;
  };
  return {
    look,
    run: async (work, signal, first = look()) => {
      await first;
      signal.throwIfAborted();
      const over = new AbortController();
      const cut = new AbortController();
      let during: Error | undefined;
      const looking = (async () => {
        while (during === undefined) {
          await clock.sleep(period, over.signal);
          during = await fault();
        }
        cut.abort(during);
      })().catch((error: unknown) => {
        if (!over.signal.aborted) cut.abort(error);
      });
      try {
        return await work(AbortSignal.any([signal, cut.signal]));
      } catch (error) {
        throw during ?? error;
      } finally {
        over.abort();
        await looking;
      }
    },
  };
}

/** The space for unprivileged users: checkpoints may not use the reserve of the file system. */
async function spaceOf(folder: string): Promise<Space> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}

function mebibytes(bytes: number): string {
  return `${Math.floor(bytes / mebibyte)} MiB`;
}
