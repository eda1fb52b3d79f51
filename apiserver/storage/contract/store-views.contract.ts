// What a store promises of reads, as tests: values, ranges, older views, compaction.

import { oldestTold, until, type StoreScenarios } from '../../../fixtures/apiserver/store-subject.fixture.ts';
import { CompactedError, FutureRevisionError } from './store.ts';

export const viewScenarios: StoreScenarios = {
  async 'values of any bytes and size come back as they were'(t, s) {
    const large = Buffer.alloc(300_000, 'ab\0\xff', 'latin1');
    for (const [name, value] of [
      ['empty', Buffer.alloc(0)],
      ['large', large],
      ['one', Buffer.from([0])],
    ] as const) {
      await s.store.commit({ key: s.prefix + name, value, expected: 0 });
      t.strictSame((await s.store.get(s.prefix + name))?.value, value, name);
    }
  },
  async 'a range comes in the order of the bytes, in chunks, with the exact rest'(t, s) {
    const names = ['a', 'b', 'b0', 'b/x', 'c', 'ä', '\u{1f600}', '\uffee'];
    for (const name of names) await s.put(name, name);
    const sorted = [...names].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    t.strictSame(
      (await s.list()).map((text) => text.split('=')[0]),
      sorted,
    );
    const first = await s.store.range({ prefix: s.prefix, limit: 3 });
    t.match(first, { more: true, remaining: names.length - 3 });
    const start = `${first.entries.at(-1)?.key}\0`;
    const second = await s.store.range({ prefix: s.prefix, start, limit: 100, revision: first.revision });
    t.match(second, { more: false, remaining: 0, revision: first.revision });
    t.strictSame(
      [...first.entries, ...second.entries].map((entry) => entry.key.slice(s.prefix.length)),
      sorted,
    );
    t.strictSame(
      (await s.store.range({ prefix: `${s.prefix}b` })).entries.map((entry) => s.show(entry)),
      ['b=b', 'b/x=b/x', 'b0=b0'],
    );
  },
  async 'an empty range still shows a revision'(t, s) {
    const range = await s.store.range({ prefix: `${s.prefix}none/`, limit: 5 });
    t.strictSame(range.entries, []);
    t.match(range, { more: false, remaining: 0 });
    t.ok(range.revision >= 1);
  },
  async 'a view of an older revision stays as it was'(t, s) {
    const a1 = await s.put('a', '1');
    const b1 = await s.put('b', '1');
    const a2 = await s.put('a', '2', a1);
    const gone = await s.put('a', undefined, a2);
    const c1 = await s.put('c', '1');
    const a3 = await s.put('a', '3');
    await s.put('b', '2', b1);
    t.strictSame(await s.list(a1), ['a=1']);
    t.strictSame(await s.list(b1), ['a=1', 'b=1']);
    t.strictSame(await s.list(a2), ['a=2', 'b=1']);
    t.strictSame(await s.list(gone), ['b=1']);
    t.strictSame(await s.list(c1), ['b=1', 'c=1']);
    t.strictSame(await s.list(a3), ['a=3', 'b=1', 'c=1']);
    t.strictSame(await s.list(), ['a=3', 'b=2', 'c=1']);
    const chunk = await s.store.range({ prefix: s.prefix, limit: 1, revision: a3 });
    t.match(chunk, { more: true, remaining: 2, revision: a3 });
  },
  async 'a revision that has not happened is refused (FutureRevisionError)'(t, s) {
    const latest = await s.store.latest();
    const asked = s.store.range({ prefix: s.prefix, revision: latest + 1000 });
    await t.rejects(asked, FutureRevisionError);
    await t.rejects(asked, { message: /in the future/ });
  },
  async 'compaction forgets older views and keeps the one it names (CompactedError)'(t, s) {
    const a1 = await s.put('a', '1');
    const b1 = await s.put('b', '1');
    const a2 = await s.put('a', '2', a1);
    const gone = await s.put('b', undefined, b1);
    const c1 = await s.put('c', '1');
    await s.put('c', '2', c1);
    await s.store.compact(gone);
    const old = s.store.range({ prefix: s.prefix, revision: a2 });
    await t.rejects(old, CompactedError);
    t.equal(await oldestTold(old), gone);
    t.strictSame(await s.list(gone), ['a=2']);
    t.strictSame(await s.list(c1), ['a=2', 'c=1']);
    t.strictSame(await s.list(), ['a=2', 'c=2']);
    await s.store.compact(a1);
    await s.store.compact(gone);
    t.strictSame(await s.list(gone), ['a=2'], 'an older or repeated compaction changes nothing');
    const late = s.follow(b1);
    await t.rejects(late.ended, CompactedError);
    t.equal(await oldestTold(late.ended), gone);
    const follower = s.follow(gone);
    await until(() => follower.changes.length === 2);
    t.strictSame(
      follower.changes.map((change) => change.value?.toString()),
      ['1', '2'],
    );
    await follower.stop();
  },
};
