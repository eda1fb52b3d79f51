// When processes of a benchmark stood still. An idle process on each core separates a fault of the server from a machine
// without a free processor: a stall that stops the idle processes too is not caused by the server.

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
/** An idle program, to watch. */
export const idleProgram = fileURLToPath(new URL('../load/idle.js', import.meta.url));
/** A program whose lines are stalls: flushes to the disk of its argument. */
export const flushWatch = fileURLToPath(new URL('../load/flush-watch.js', import.meta.url));

/** Milliseconds of the clock that stalls refer to. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The stalls reported so far by one process or by several. Each second is reported about one second later. */
export class Stalls {
  readonly #all: Stall[] = [];

  add(stall: Stall): void {
    this.#all.push(stall);
  }

  /** The stalls that overlap this period. */
  during(from: number, to: number): readonly Stall[] {
    return this.#all.filter(({ until, late }) => until >= from && until - late <= to);
  }
}
