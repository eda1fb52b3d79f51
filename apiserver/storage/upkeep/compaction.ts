// Compacts history that is older than five minutes, each time it is called. It notes, in the store itself, which revision was
// the latest at which time: so the window also holds across restarts, and several servers on one store share the notes.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Entry, Revision, Store } from '../contract/store.ts';

/** Where the notes stand; outside of the objects. */
export const compactionMarksKey = '/orchkit/compaction-marks';

/** `revision` was the latest one at `time` (milliseconds since the epoch). */
interface Mark {
  readonly time: number;
  readonly revision: Revision;
}

export interface CompactorOptions {
  readonly store: Pick<Store, 'latest' | 'get' | 'commit' | 'compact'>;
  /** How long history is kept at least; at most until the next look after that. Default 300 000 (WATCH-014). */
  readonly historyMilliseconds?: number;
}

export interface Compactor {
  /**
   * One look, as of `now` (milliseconds since the epoch). Answers the revision compacted to; undefined: nothing is old
   * enough. Rejects when the store fails; the next look makes up for it.
   */
  readonly compactOnce: (now: number) => Promise<Revision | undefined>;
}

export function compactor({ store, historyMilliseconds = 300_000 }: CompactorOptions): Compactor {
  async function compactOnce(now: number): Promise<Revision | undefined> {
    const entry = await store.get(compactionMarksKey);
    // Marks of a clock that has been set back would stop the compaction until their time comes again.
    const marks = marksOf(entry).filter((mark) => mark.time <= now);
    const due = marks.findLast((mark) => mark.time <= now - historyMilliseconds);
    if (due !== undefined) await store.compact(due.revision);
    const latest = await store.latest();
    const kept = due === undefined ? marks : marks.slice(marks.indexOf(due) + 1);
    // The note itself is a commit: an idle store must not grow by notes about notes.
    const idle = entry !== undefined && latest === entry.revision;
    if (!idle || due !== undefined) await write([...kept, { time: now, revision: latest }], entry);
    return due?.revision;
  }

  /** A conflict means that another server has just written its notes, which serve as well. */
  async function write(marks: readonly Mark[], entry: Entry | undefined): Promise<void> {
    const value = Buffer.from(JSON.stringify(marks));
    await store.commit({ key: compactionMarksKey, value, expected: entry?.revision ?? 0 });
  }

  return { compactOnce };
}

/** Looks twice in the time that history is kept: for histories of less than the minute of the calendar. */
export function shortHistoryLoop(options: {
  readonly compactor: Compactor;
  readonly historyMilliseconds: number;
  readonly clock: Clock;
  readonly log: Log;
}): Loop {
  const { compactor, historyMilliseconds, clock, log } = options;
  return {
    name: 'compaction',
    async run(signal) {
      while (!signal.aborted) {
        await clock.sleep(historyMilliseconds / 2, signal).catch(() => {});
        if (signal.aborted) return;
        await compactor.compactOnce(clock.now()).catch((error: unknown) => {
          log.error('history could not be compacted; trying again', { error });
        });
      }
    },
  };
}

/** Ascending in time. Notes that cannot be read count as none: history is then kept longer, never shorter. */
function marksOf(entry: Entry | undefined): Mark[] {
  try {
    const marks: unknown = JSON.parse(entry?.value.toString() ?? '[]');
    return Array.isArray(marks) ? marks.filter(isMark).sort((left, right) => left.time - right.time) : [];
  } catch {
    return [];
  }
}

function isMark(value: unknown): value is Mark {
  const { time, revision } = (value ?? {}) as Partial<Mark>;
  return Number.isFinite(time) && Number.isSafeInteger(revision);
}
