// What every store engine promises, as tests: `store.ts` says it in words. Keys stand under a prefix of each test's own,
// so that the suite also runs on an engine that others use.

import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import type { Test } from 'tap';

import {
  type Change,
  CompactedError,
  type CommitResult,
  type Entry,
  FutureRevisionError,
  type Revision,
  type Store,
  StoreUnavailableError,
} from './store.ts';

/** An engine under test. */
export interface StoreHarness {
  readonly store: Store;
  /** Lets so many seconds pass for the lifetimes of keys. */
  passSeconds(seconds: number): Promise<void>;
  /** The time in seconds, as those lifetimes see it. */
  seconds(): number;
}

/** Runs the suite. `open` answers a working store; the suite closes it. */
export function storeContract(t: Test, engine: string, open: (t: Test) => Promise<StoreHarness>): void {
  for (const [title, run] of Object.entries(scenarios)) {
    t.test(`${engine}: ${title}`, async (t) => {
      const harness = await open(t);
      t.teardown(() => harness.store.close());
      await run(t, new Subject(harness));
    });
  }
}

/** A store and a prefix of its own, with the writes that tests make. */
class Subject {
  readonly store: Store;
  readonly harness: StoreHarness;
  readonly prefix = `/registry/${randomUUID()}/`;

  constructor(harness: StoreHarness) {
    this.harness = harness;
    this.store = harness.store;
  }

  commit(name: string, value: string | undefined, expected: Revision, ttlSeconds?: number): Promise<CommitResult> {
    return this.store.commit({
      key: this.prefix + name,
      value: value === undefined ? undefined : Buffer.from(value),
      expected,
      ...(ttlSeconds === undefined ? {} : { ttlSeconds }),
    });
  }

  /** A write that must succeed; answers its revision. */
  async put(name: string, value: string | undefined, expected: Revision = 0, ttlSeconds?: number): Promise<Revision> {
    const result = await this.commit(name, value, expected, ttlSeconds);
    if (result.outcome !== 'committed') throw new Error(`${name} holds ${result.current?.revision}, not ${expected}`);
    return result.revision;
  }

  async read(name: string): Promise<string | undefined> {
    return (await this.store.get(this.prefix + name))?.value.toString();
  }

  async list(revision?: Revision): Promise<string[]> {
    const range = await this.store.range({ prefix: this.prefix, ...(revision === undefined ? {} : { revision }) });
    return range.entries.map((entry) => this.show(entry));
  }

  show(entry: Entry | undefined): string {
    return entry === undefined ? '-' : `${entry.key.slice(this.prefix.length)}=${entry.value.toString()}`;
  }

  /** Follows in the background; `changes` grows with what stands under the prefix. */
  follow(after: Revision): { changes: Change[]; stop: () => Promise<void>; ended: Promise<void> } {
    const controller = new AbortController();
    const changes: Change[] = [];
    const ended = this.store.follow({
      after,
      signal: controller.signal,
      onChanges: (batch) => changes.push(...batch.filter((change) => change.key.startsWith(this.prefix))),
    });
    ended.catch(() => {});
    const stop = async (): Promise<void> => {
      controller.abort();
      await ended;
    };
    return { changes, stop, ended };
  }
}

/** The oldest revision that a CompactedError names. */
async function oldestTold(call: Promise<unknown>): Promise<Revision | undefined> {
  return call.then(
    () => undefined,
    (error: unknown) => (error instanceof CompactedError ? error.oldest : undefined),
  );
}

/** Waits, for a minute at most, until the condition holds. */
async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!condition() && Date.now() < end) await turn();
}

const scenarios: Record<string, (t: Test, s: Subject) => Promise<void>> = {
  async 'a create happens once; the second one is told what the key holds'(t, s) {
    const before = await s.store.latest();
    const first = await s.put('a', 'one');
    t.ok(first > before, 'the revision grows');
    const again = await s.commit('a', 'two', 0);
    t.equal(again.outcome, 'conflict');
    t.match(again, { current: { key: `${s.prefix}a`, revision: first } });
    t.equal(await s.read('a'), 'one');
    t.ok((await s.store.latest()) >= first);
  },

  async 'an update needs the revision that the key has'(t, s) {
    const first = await s.put('a', 'one');
    const second = await s.put('a', 'two', first);
    t.ok(second > first);
    t.match(await s.commit('a', 'three', first), { outcome: 'conflict', current: { revision: second } });
    t.strictSame(
      await s.commit('b', 'x', first),
      { outcome: 'conflict', current: undefined },
      'a missing key has no revision',
    );
    t.equal(await s.read('a'), 'two');
  },

  async 'a removal is guarded too, and the key can be created again'(t, s) {
    const first = await s.put('a', 'one');
    t.match(await s.commit('a', undefined, first + 1000), { outcome: 'conflict' });
    const removed = await s.put('a', undefined, first);
    t.ok(removed > first);
    t.equal(await s.store.get(`${s.prefix}a`), undefined);
    t.match(await s.commit('a', undefined, first), { outcome: 'conflict', current: undefined });
    t.ok((await s.put('a', 'again')) > removed);
  },

  async 'a write that needs another key as it was happens only while it is so'(t, s) {
    const write = (name: string, guard: string, revision: Revision): Promise<CommitResult> =>
      s.store.commit({
        key: s.prefix + name,
        value: Buffer.from('x'),
        expected: 0,
        onlyWhile: { key: s.prefix + guard, revision },
      });
    const first = await s.put('guard', 'one');
    t.match(await write('a', 'guard', first), { outcome: 'committed' });
    const second = await s.put('guard', 'two', first);
    const late = await write('b', 'guard', first);
    t.match(late, {
      outcome: 'conflict',
      overtaken: `${s.prefix}guard`,
      current: { key: `${s.prefix}guard`, revision: second },
    });
    t.equal(late.outcome === 'conflict' && s.show(late.current), 'guard=two');
    t.equal(await s.read('b'), undefined);
    const taken = await write('a', 'guard', first);
    t.match(taken, { outcome: 'conflict', current: { key: `${s.prefix}a` } });
    t.notOk('overtaken' in taken);
    await s.put('guard', undefined, second);
    t.strictSame(await write('b', 'guard', second), {
      outcome: 'conflict',
      overtaken: `${s.prefix}guard`,
      current: undefined,
    });
    t.strictSame(await write('b', 'none', 1), {
      outcome: 'conflict',
      overtaken: `${s.prefix}none`,
      current: undefined,
    });
    // Together on their way to the disk, as a removal of the guard and what comes just before and after it.
    const third = await s.put('guard', 'three');
    const results = await Promise.all([
      write('c', 'guard', third),
      s.put('guard', undefined, third),
      write('d', 'guard', third),
    ]);
    const [before, removed, after] = results;
    for (const { outcome, ...told } of [before, after]) {
      if (outcome === 'committed') t.ok('revision' in told && told.revision < removed);
      else t.strictSame(told, { overtaken: `${s.prefix}guard`, current: undefined });
    }
  },

  async 'keys that are written together are all written, or none is'(t, s) {
    const key = (name: string): string => s.prefix + name;
    const change = (name: string, value: string | undefined, expected: Revision) => ({
      key: key(name),
      value: value === undefined ? undefined : Buffer.from(value),
      expected,
    });
    const count = await s.put('count', '0');
    const gone = await s.put('gone', 'x');
    const seen: string[] = [];
    const end = new AbortController();
    const following = s.store.follow({
      after: gone,
      signal: end.signal,
      onChanges: (changes) => seen.push(...changes.map(({ key: one, value }) => `${one}=${value?.toString() ?? ''}`)),
    });
    const made = await s.store.commit({
      ...change('a', 'one', 0),
      together: [change('count', '1', count), change('gone', undefined, gone)],
    });
    t.equal(made.outcome, 'committed');
    t.equal(await s.read('a'), 'one');
    t.equal(await s.read('count'), '1');
    t.equal(await s.read('gone'), undefined);
    const now = await s.store.get(key('count'));
    t.ok((now?.revision ?? 0) > count);
    const late = await s.store.commit({ ...change('b', 'two', 0), together: [change('count', '2', count)] });
    t.match(late, { outcome: 'conflict', overtaken: key('count'), current: { revision: now?.revision } });
    t.equal(await s.read('b'), undefined);
    t.equal(await s.read('count'), '1');
    const taken = await s.store.commit({
      ...change('a', 'two', 0),
      together: [change('count', '2', now?.revision ?? 0)],
    });
    t.match(taken, { outcome: 'conflict', current: { key: key('a') } });
    t.notOk('overtaken' in taken, 'its own key comes first');
    t.equal(await s.read('count'), '1');
    // At the same time: exactly one has the count as it expects it.
    const race = await Promise.all(
      ['c', 'd', 'e'].map((name) =>
        s.store.commit({ ...change(name, name, 0), together: [change('count', name, now?.revision ?? 0)] }),
      ),
    );
    t.strictSame(race.map(({ outcome }) => outcome).sort(), ['committed', 'conflict', 'conflict']);
    const winner = await s.read('count');
    t.strictSame(
      await Promise.all(['c', 'd', 'e'].map((name) => s.read(name))),
      ['c', 'd', 'e'].map((name) => (name === winner ? name : undefined)),
    );
    await t.rejects(
      s.store.commit({ ...change('f', 'x', 0), together: [change('f', 'y', 0)] }),
      TypeError,
      'a key is changed once',
    );
    t.strictSame(
      seen.slice(0, 3).sort(),
      [`${key('a')}=one`, `${key('count')}=1`, `${key('gone')}=`],
      'followers see all of it',
    );
    end.abort();
    await following;
  },

  async 'a write that no caller may ask for is refused as a defect'(t, s) {
    await t.rejects(s.commit('a', undefined, 0), TypeError, 'a removal of nothing');
    await t.rejects(s.commit('a', 'x', -1), TypeError);
    await t.rejects(s.commit('a', 'x', 0, 0), TypeError, 'a lifetime of nothing');
    const guard = { key: `${s.prefix}b`, revision: 0 };
    await t.rejects(
      s.store.commit({ key: `${s.prefix}a`, value: Buffer.from('x'), expected: 0, onlyWhile: guard }),
      TypeError,
    );
    await t.rejects(s.store.commit({ key: '', value: Buffer.from('x'), expected: 0 }), TypeError);
  },

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

  async 'a follower gets what was before and what comes, each once, in order, with what was there before'(t, s) {
    const start = await s.store.latest();
    const a1 = await s.put('a', '1');
    const a2 = await s.put('a', '2', a1);
    const follower = s.follow(start);
    const a3 = await s.put('a', undefined, a2);
    await s.put('a', '4');
    await until(() => follower.changes.length >= 4);
    t.strictSame(
      follower.changes.map(({ revision, value, previous }) => [revision > start, value?.toString(), s.show(previous)]),
      [
        [true, '1', '-'],
        [true, '2', 'a=1'],
        [true, undefined, 'a=2'],
        [true, '4', '-'],
      ],
    );
    t.strictSame(
      follower.changes.slice(0, 3).map((change) => change.revision),
      [a1, a2, a3],
    );
    await follower.stop();
    await s.put('b', '1');
    t.equal(follower.changes.length, 4, 'nothing comes after the signal');
    const resumed = s.follow(a2);
    await until(() => resumed.changes.length >= 3);
    t.strictSame(
      resumed.changes.map((change) => s.show(change.previous)),
      ['a=2', '-', '-'],
      'resumed between two changes',
    );
    await resumed.stop();
  },

  async 'followers that start under writes miss nothing and see nothing twice'(t, s) {
    const start = await s.store.latest();
    const writing = Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let count = 0; count < 40; count++) await s.put(`${writer}-${count}`, 'x');
      }),
    );
    const followers = [s.follow(start)];
    for (let more = 0; more < 5; more++) {
      await turn();
      followers.push(s.follow(start));
    }
    await writing;
    const expected = (await s.store.range({ prefix: s.prefix })).entries.map((entry) => entry.revision);
    expected.sort((left, right) => left - right);
    for (const follower of followers) {
      await until(() => follower.changes.length >= expected.length);
      t.strictSame(
        follower.changes.map((change) => change.revision),
        expected,
      );
      await follower.stop();
    }
  },

  async 'a commit is told only after the followers of this process were handed it'(t, s) {
    const follower = s.follow(await s.store.latest());
    await turn();
    await turn();
    for (let count = 0; count < 20; count++) {
      const revision = await s.put(`k${count}`, 'x');
      t.equal(follower.changes.at(-1)?.revision, revision);
    }
    await follower.stop();
  },

  async '64 writers of one key with the same guard: exactly one commits'(t, s) {
    let revision = await s.put('hot', '0');
    for (let round = 0; round < 5; round++) {
      const guard = revision;
      const results = await Promise.all(
        Array.from({ length: 64 }, (_, at) => s.commit('hot', `${round}.${at}`, guard)),
      );
      const won = results.filter((result) => result.outcome === 'committed');
      t.equal(won.length, 1);
      revision = won[0]?.revision ?? 0;
      for (const result of results) {
        if (result.outcome === 'conflict') t.equal(result.current?.revision, revision, 'told of the winner');
      }
    }
  },

  async '64 writers of different keys all commit, each with a revision of its own'(t, s) {
    const revisions = await Promise.all(Array.from({ length: 64 }, (_, at) => s.put(`k${at}`, `${at}`)));
    t.equal(new Set(revisions).size, 64);
    t.equal((await s.list()).length, 64);
    t.ok((await s.store.latest()) >= Math.max(...revisions));
  },

  async '64 writers that read, change and write again lose no increment'(t, s) {
    await s.put('sum', '0');
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        for (;;) {
          const entry = await s.store.get(`${s.prefix}sum`);
          const next = String(Number(entry?.value.toString()) + 1);
          if ((await s.commit('sum', next, entry?.revision ?? 0)).outcome === 'committed') return;
        }
      }),
    );
    t.equal(await s.read('sum'), '64');
  },

  async 'a key with a lifetime ends as an ordinary removal; a later write without one keeps it'(t, s) {
    const start = await s.store.latest();
    const begun = s.harness.seconds();
    await s.put('short', 'x', 0, 5);
    const kept = await s.put('kept', 'x', 0, 5);
    await s.put('kept', 'y', kept);
    const follower = s.follow(start);
    await s.harness.passSeconds(3);
    const still = await s.read('short');
    t.ok(still === 'x' || s.harness.seconds() - begun >= 5, 'it lives as long as was asked');
    await s.harness.passSeconds(4);
    await until(() => follower.changes.length >= 4);
    t.equal(await s.read('short'), undefined);
    t.equal(await s.read('kept'), 'y');
    const last = follower.changes.at(-1);
    t.match(last, { key: `${s.prefix}short`, value: undefined });
    t.equal(s.show(last?.previous), 'short=x');
    await follower.stop();
  },

  async 'after close every call is refused, and its followers have lost the log'(t, s) {
    const follower = s.follow(await s.store.latest());
    const writing = s.put('last', 'x');
    await turn();
    await s.store.close();
    await s.store.close();
    t.ok((await writing) > 0, 'a commit under way is finished');
    await t.rejects(follower.ended, StoreUnavailableError);
    await t.rejects(s.commit('late', 'x', 0), StoreUnavailableError);
    await s.commit('late', 'x', 0).catch((error: StoreUnavailableError) => t.equal(error.refused, true));
    await t.rejects(s.store.get(`${s.prefix}last`), StoreUnavailableError);
    await t.rejects(s.store.range({ prefix: s.prefix }), StoreUnavailableError);
    await t.rejects(async () => s.store.latest(), StoreUnavailableError);
    await t.rejects(s.store.compact(1), StoreUnavailableError);
    await t.rejects(s.follow(1).ended, StoreUnavailableError);
  },
};
