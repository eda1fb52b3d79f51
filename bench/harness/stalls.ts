// When processes of a benchmark stood still. One without any work, on each core, tells a fault of the server from a machine
// that gave nobody a processor: what stops those too is not the server's doing.

import { fileURLToPath } from 'node:url';

/** The latest tick of a second, in one process. Milliseconds. */
export interface Stall {
  /** When it came, by the monotonic clock that all processes of the machine share. */
  readonly until: number;
  /** By how much it was late. */
  readonly late: number;
  /** How much further than that clock the wall clock went between two ticks, at most: the machine slept, or it was set. */
  readonly jumped: number;
}

/** What `start` imports into a process that is watched. */
export const stallWatch = new URL('../load/stall-watch.js', import.meta.url);
/** A program to watch that has nothing to do. */
export const idleProgram = fileURLToPath(new URL('../load/idle.js', import.meta.url));
/** A program whose lines are stalls: what others wait for on the disk of its argument. */
export const flushWatch = fileURLToPath(new URL('../load/flush-watch.js', import.meta.url));

/** Milliseconds of the clock by which stalls are told. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** What the watch in one process, or in several, told so far: of each second about one later. */
export class Stalls {
  readonly #all: Stall[] = [];

  add(stall: Stall): void {
    this.#all.push(stall);
  }

  /** Those of which a part lies between these times. */
  during(from: number, to: number): readonly Stall[] {
    return this.#all.filter(({ until, late }) => until >= from && until - late <= to);
  }
}
