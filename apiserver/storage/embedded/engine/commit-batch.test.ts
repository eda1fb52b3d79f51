import t from 'tap';
import type { Entry, Write } from '../../contract/store.ts';
import { CommitBatch } from './commit-batch.ts';

const now = Date.UTC(2026, 0, 1);
const held: ReadonlyMap<string, Entry> = new Map(
  ['/a', '/b'].map((key, index) => [key, { key, value: Buffer.from(key), revision: index + 3 }]),
);

/** A batch on a store with /a at revision 3 and /b at 4. */
function batchOf(...writes: readonly Write[]): CommitBatch {
  const batch = new CommitBatch({
    latest: 4,
    now,
    current: (key) => held.get(key)?.revision ?? 0,
    entry: (key) => held.get(key),
  });
  for (const write of writes) batch.add(write);
  return batch;
}

const value = Buffer.from('new');

t.test('a key ends its seconds after now, without them never', async (t) => {
  const { endings } = batchOf(
    { key: '/c', value, expected: 0, ttlSeconds: 90 },
    { key: '/d', value, expected: 0 },
    { key: '/a', value, expected: 3, ttlSeconds: 0.5 },
  );
  t.strictSame(endings, [
    { key: '/c', revision: 5, expires: now + 90_000 },
    { key: '/a', revision: 7, expires: now + 500 },
  ]);
});

t.test('each write sees those before it, and one that fails changes nothing', async (t) => {
  const batch = batchOf(
    { key: '/c', value, expected: 0 },
    { key: '/c', value, expected: 0 },
    { key: '/c', value: undefined, expected: 5 },
    { key: '/c', value, expected: 0 },
  );
  t.match(batch.results, [
    { outcome: 'committed', revision: 5 },
    { outcome: 'conflict', current: { key: '/c', revision: 5 } },
    { outcome: 'committed', revision: 6 },
    { outcome: 'committed', revision: 7 },
  ]);
  t.strictSame(
    batch.changes.map(({ revision, previous }) => [revision, previous?.revision]),
    [
      [5, undefined],
      [6, 5],
      [7, undefined],
    ],
  );
});

t.test('another key guards a write, also one that was written in the same batch', async (t) => {
  const guarded = (key: string, revision: number): Write => ({
    key,
    value,
    expected: 0,
    onlyWhile: { key: '/a', revision },
  });
  const { results } = batchOf(
    guarded('/c', 3),
    guarded('/d', 2),
    { key: '/a', value, expected: 3 },
    guarded('/e', 3),
    guarded('/f', 6),
  );
  t.match(results, [
    { outcome: 'committed', revision: 5 },
    { outcome: 'conflict', overtaken: '/a', current: { revision: 3 } },
    { outcome: 'committed', revision: 6 },
    { outcome: 'conflict', overtaken: '/a', current: { revision: 6 } },
    { outcome: 'committed', revision: 7 },
  ]);
});

t.test('keys change together or not at all, the others first', async (t) => {
  const write = (expected: number): Write => ({
    key: '/c',
    value,
    expected: 0,
    together: [{ key: '/b', value: undefined, expected }],
  });
  const { results, changes } = batchOf(write(3), write(4));
  t.match(results, [
    { outcome: 'conflict', overtaken: '/b', current: { revision: 4 } },
    { outcome: 'committed', revision: 6 },
  ]);
  t.strictSame(
    changes.map(({ key, revision, value: written }) => [key, revision, written === undefined]),
    [
      ['/b', 5, true],
      ['/c', 6, false],
    ],
  );
});
