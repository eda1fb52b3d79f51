// What a store promises of its log, as tests: followers, lifetimes of keys, and the end.

import { setImmediate as turn } from 'node:timers/promises';
import { until, type StoreScenarios } from '../../../fixtures/apiserver/store-subject.fixture.ts';
import { StoreUnavailableError } from './store.ts';

export const logScenarios: StoreScenarios = {
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
  async 'a commit resolves only after the followers of this process got it'(t, s) {
    const follower = s.follow(await s.store.latest());
    await turn();
    await turn();
    for (let count = 0; count < 20; count++) {
      const revision = await s.put(`k${count}`, 'x');
      t.equal(follower.changes.at(-1)?.revision, revision);
    }
    await follower.stop();
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
