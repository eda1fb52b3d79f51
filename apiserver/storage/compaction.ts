// Forgets history that is older than five minutes. It notes, in the store itself, which revision was the latest at which
// time: so the window also holds across restarts, and several servers on one store share the notes.

import type { Clock } from '../../shared/process/clock.ts';
import type { Log } from '../../shared/process/log.ts';
import type { Loop } from '../../shared/process/loop.ts';
import type { Entry, Revision, Store } from './store.ts';

/** Where the notes stand; outside of the objects. */
export const compactionMarksKey = '/orchkit/compaction-marks';

/** `revision` was the latest one at `time` (milliseconds since the epoch). */
interface Mark {
  readonly time: number;
  readonly revision: Revision;
}

export interface CompactorOptions {
  readonly store: Pick<Store, 'latest' | 'get' | 'commit' | 'compact'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Time between two looks. Default 60 000. History is kept for up to this much longer than it must. */
  readonly everyMilliseconds?: number;
  /** How long history is kept. Default 300 000 (WATCH-014). */
  readonly historyMilliseconds?: number;
}

export interface Compactor extends Loop {
  /** One look, as of `now` (milliseconds since the epoch). Answers the revision compacted to; undefined: nothing is old enough. */
  readonly compactOnce: (now: number) => Promise<Revision | undefined>;
}

export function compactor(options: CompactorOptions): Compactor {
  const { store, clock, log, everyMilliseconds = 60_000, historyMilliseconds = 300_000 } = options;

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

  return {
    name: 'compactor',
    compactOnce,
    /** A failed look is logged; the next one makes up for it. */
    async run(signal) {
      while (!signal.aborted) {
        await compactOnce(clock.now()).catch((error: unknown) => log.warn('compaction failed', { error }));
        await clock.sleep(everyMilliseconds, signal).catch(() => {});
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
