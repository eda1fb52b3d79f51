// What a store promises of writes, as tests: guards, several keys together, writers at the same time.

import { type StoreScenarios } from '../../../fixtures/apiserver/store-subject.fixture.ts';
import { type CommitResult, mostTogether, type Revision } from './store.ts';

export const writeScenarios: StoreScenarios = {
  async 'a create happens once; the conflict of the second one has the current value'(t, s) {
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
  async 'a write takes as many keys with it as the contract says, and no more'(t, s) {
    const guard = await s.put('guard', 'x');
    const write = (name: string, count: number) => ({
      key: s.prefix + name,
      value: Buffer.from('x'),
      expected: 0,
      onlyWhile: { key: `${s.prefix}guard`, revision: guard },
      together: Array.from({ length: count }, (_, index) => ({
        key: `${s.prefix}${name}-${index}`,
        value: Buffer.from(String(index)),
        expected: 0,
      })),
    });
    await t.rejects(s.store.commit(write('more', mostTogether + 1)), TypeError);
    t.equal(await s.read('more'), undefined);
    t.match(await s.store.commit(write('most', mostTogether)), { outcome: 'committed' });
    t.equal(await s.read(`most-${mostTogether - 1}`), String(mostTogether - 1));
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
        if (result.outcome === 'conflict') t.equal(result.current?.revision, revision, 'the conflict names the winner');
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
};
