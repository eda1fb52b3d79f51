// A clock that the suite moves, for one program: a library that is loaded before all others answers when the program asks
// for the time, the wall clock and the monotonic one alike.

import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockLibrary } from '../../shared/process/host/clock-library.ts';
import type { Clock } from '../wire/time/clock.ts';

export interface MovedClock {
  /** What a program is started with whose clock this is to be. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch, as the program is to see it. */
  now(): number;
  /** Lets time pass, in milliseconds above 0: never back, which programs may rely on. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Undefined: this host has no such library. */
export async function openMovedClock(clock: Clock): Promise<MovedClock | undefined> {
  const library = clockLibrary();
  if (library === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'orch-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  const write = async () => {
    // Never half a file: what cannot be read is the real time, and so a step back.
    await writeFile(`${file}.next`, `+${ahead / 1000}\n`);
    await rename(`${file}.next`, file);
  };
  await write();
  return {
    environment: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
    now: () => clock.now() + ahead,
    advance: async (milliseconds) => {
      ahead += milliseconds;
      await write();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
