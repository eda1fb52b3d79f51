import t from 'tap';

import { EventHistory } from './event-history.ts';
import type { CacheEvent } from '../contract/resource-cache.ts';

function eventsUpTo(from: number, to: number): CacheEvent[] {
  return Array.from({ length: to - from }, (_, index) => {
    const revision = from + index + 1;
    return { revision, key: `/${revision}`, object: undefined, previous: undefined, removed: undefined };
  });
}

const revisions = (runs: readonly (readonly CacheEvent[])[]): number[] => runs.flat().map(({ revision }) => revision);

t.test('runs are all events after a revision, once and in order, from wherever one asks (WATCH-010)', async (t) => {
  const history = new EventHistory({ milliseconds: 1000, events: 700, bytes: 1e9 }, 0);
  let newest = 0;
  for (const [step, size] of [1, 127, 128, 300, 5, 1000, 260].entries()) {
    history.append(eventsUpTo(newest, newest + size), step);
    newest += size;
    for (const after of [history.oldest, history.oldest + 1, history.oldest + 130, newest - 1, newest]) {
      if (after > newest) continue;
      const runs = history.runsSince(after);
      t.strictSame(
        revisions(runs),
        history.since(after).map(({ revision }) => revision),
      );
      t.equal(runs.flat().length, newest - after);
      t.ok(runs.every((run) => run.length > 0));
    }
  }
});

t.test('watchers that resume from different revisions share arrays of the events that both missed', async (t) => {
  const history = new EventHistory({ milliseconds: 1000, events: 10_000, bytes: 1e9 }, 0);
  history.append(eventsUpTo(0, 1000), 0);
  const [, ...rest] = history.runsSince(10);
  const last = rest.pop();
  history.append(eventsUpTo(1000, 1003), 1);
  const other = history.runsSince(50);
  for (const [index, run] of rest.entries()) t.equal(other[index + 1], run);
  t.not(other[rest.length + 1], last, 'the newest run has grown');
  t.equal(history.runsSince(50), other, 'the same question before the next event');
});

t.test('dropped events are in no array', async (t) => {
  const history = new EventHistory({ milliseconds: 1000, events: 10_000, bytes: 1e9 }, 0);
  history.append(eventsUpTo(0, 600), 0);
  history.runsSince(0);
  history.append(eventsUpTo(600, 1300), 1500);
  t.equal(history.oldest, 600);
  t.equal(revisions(history.runsSince(600))[0], 601);
  t.equal(history.runsSince(600).flat().length, 700);
});
