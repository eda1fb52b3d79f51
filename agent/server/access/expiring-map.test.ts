// Cached answers are given as long as they hold, and no longer; a full map forgets the oldest.

import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { ExpiringMap } from './expiring-map.ts';

t.test('an entry holds until its time is over, to the millisecond', async (t) => {
  const clock = new FakeClock();
  const map = new ExpiringMap<string>(clock);
  map.set('a', 'x', 1_000);
  t.equal(map.get('a'), 'x');
  t.equal(map.get('b'), undefined);
  await clock.advance(999);
  t.equal(map.get('a'), 'x', 'asking for it does not prolong it');
  await clock.advance(1);
  t.equal(map.get('a'), undefined);
});

t.test('each entry has its own lifetime, and setting it again begins anew', async (t) => {
  const clock = new FakeClock();
  const map = new ExpiringMap<number>(clock);
  map.set('short', 1, 10);
  map.set('long', 2, 100);
  await clock.advance(9);
  map.set('short', 3, 10);
  await clock.advance(9);
  t.strictSame([map.get('short'), map.get('long')], [3, 2]);
  await clock.advance(1);
  t.strictSame([map.get('short'), map.get('long')], [undefined, 2]);
  map.set('never', 4, 0);
  t.equal(map.get('never'), undefined, 'a lifetime of nothing');
});

t.test('a full map forgets the entry that was set first, and only that', (t) => {
  const map = new ExpiringMap<string>(new FakeClock(), 2);
  map.set('a', '1', 1_000);
  map.set('b', '2', 1_000);
  map.set('a', '3', 1_000);
  t.strictSame([map.get('a'), map.get('b')], ['3', '2'], 'setting what is there needs no room');
  map.set('c', '4', 1_000);
  t.strictSame([map.get('a'), map.get('b'), map.get('c')], ['3', undefined, '4']);
  t.end();
});

t.test('it keeps 1024 entries where nothing else is said', (t) => {
  const map = new ExpiringMap<number>(new FakeClock());
  for (let at = 0; at < 1_025; at += 1) map.set(String(at), at, 1_000);
  t.strictSame([map.get('0'), map.get('1'), map.get('1024')], [undefined, 1, 1_024]);
  t.end();
});
