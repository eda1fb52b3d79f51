// Reads a container's log from where it is asked for to its end, and with `follow` on while the container runs: also
// across rotation (the runtime continues in a new file of the same name) and truncation.

import { stat } from 'node:fs/promises';
import type { Clock } from '../../shared/process/time/clock.ts';
import { type ContainerLogFile, openLog, tailStart } from './container-log-file.ts';
import type { LogOptions } from './log-options.ts';
import { LogWriter } from './log-writer.ts';

export interface LogReading {
  readonly path: string;
  /** Folder in which logs lie. */
  readonly folder: string;
  readonly options: LogOptions;
  /** Whether more may come; asked once a second while nothing does. A rejection counts as a no. */
  readonly isRunning: () => Promise<boolean>;
  readonly clock: Clock;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

const blockBytes = 64 * 1024;
/** Milliseconds between two reads of a file that does not grow, and between two status calls of the container. */
const lookPeriod = 200;
const askPeriod = 1_000;

/** Opens the log; the answer yields what is read, and closes it when it is left. Rejects as `openLog` does. */
export async function readLog(reading: LogReading): Promise<AsyncGenerator<Buffer>> {
  const reader = pages(reading, await openLog(reading.path, reading.folder));
  // To its first, empty page: a generator that was not started does not release its arguments.
  await reader.next();
  return reader;
}

async function* pages(reading: LogReading, opened: ContainerLogFile): AsyncGenerator<Buffer> {
  const { options, clock, signal } = reading;
  const writer = new LogWriter(options);
  let file = opened;
  try {
    yield Buffer.alloc(0);
    let position = options.tailLines === undefined ? 0 : await tailStart(file.handle, options.tailLines);
    let asked = clock.monotonic();
    let ended = !options.follow;
    while (!signal.aborted) {
      position = yield* drain(file, position, writer, signal);
      if (writer.full || signal.aborted) return;
      if (ended) {
        yield writer.finish();
        return;
      }
      const next = await replaced(reading, file, position);
      if (next === 'truncated') {
        yield writer.finish();
        position = 0;
      } else if (next !== undefined) {
        const before = file;
        file = next;
        try {
          // What was written between the last read and the change of files.
          yield* drain(before, position, writer, signal);
          yield writer.finish();
        } finally {
          await before.handle.close();
        }
        position = 0;
      } else if (clock.monotonic() - asked >= askPeriod) {
        // Checked before the last read, so that the last lines of the container are not missed.
        ended = !(await reading.isRunning().catch(() => false));
        asked = clock.monotonic();
      } else {
        await clock.sleep(lookPeriod, signal).catch(() => {});
      }
    }
  } finally {
    await file.handle.close();
  }
}

/** Yields everything from the position to the present end; returns the new position. */
async function* drain(
  file: ContainerLogFile,
  start: number,
  writer: LogWriter,
  signal: AbortSignal,
): AsyncGenerator<Buffer, number> {
  let position = start;
  // One for all: the writer copies what it gives and what it keeps.
  const block = Buffer.allocUnsafe(blockBytes);
  while (!writer.full && !signal.aborted) {
    const { bytesRead } = await file.handle.read(block, 0, blockBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const page = writer.push(block.subarray(0, bytesRead));
    if (page.length > 0) yield page;
  }
  return position;
}

/** The file that took the place of this one; undefined while it is the same, or gone with none in its place yet. */
async function replaced(
  { path, folder }: LogReading,
  file: ContainerLogFile,
  position: number,
): Promise<ContainerLogFile | 'truncated' | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.ino === file.inode) return found.size < BigInt(position) ? 'truncated' : undefined;
  return openLog(path, folder).catch(() => undefined);
}
