// A clock that the suite moves, for one program: a preloaded library answers its time calls, for wall clock and
// monotonic clock alike.

import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockLibrary } from '../../shared/process/host/clock-library.ts';
import type { Clock } from '../wire/time/clock.ts';

export interface MovedClock {
  /** Environment variables for a program that uses this clock. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch by this clock. */
  now(): number;
  /** Advances the clock by milliseconds above 0: never back, because programs rely on that. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Returns undefined if this host does not have the library. */
export async function openMovedClock(clock: Clock): Promise<MovedClock | undefined> {
  const library = clockLibrary();
  if (library === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'orch-clock-'));
  const file = join(folder, 'ahead');
  let ahead = 0;
  const write = async () => {
    // Replace the file atomically: while it is unreadable the library uses the real time, which would be a step back.
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
