import { randomInt } from 'node:crypto';
import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { openEmbeddedStore } from '../../storage/embedded/engine/embedded-store.ts';
import { parseAddressRange } from './address-range.ts';
import { Pool } from './pool.ts';

t.test('an item has one holder, which releases it', async (t) => {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  t.teardown(() => store.close());
  const pool = new Pool({ store, clock, prefix: '/allocations/test/', holds: () => true });
  const first = { key: '/registry/core/services/a/x', uid: 'u1' };
  const second = { key: '/registry/core/services/a/y', uid: 'u2' };
  t.equal(await pool.take('7', first), 'taken');
  t.equal(await pool.take('7', first), 'taken', 'again by the same');
  t.equal(await pool.take('7', second), 'refused');
  await pool.giveBack('7', second);
  t.equal(await pool.isFree('7', second), false, 'only the holder can release an item');
  await pool.giveBack('7', first);
  t.equal(await pool.take('7', second), 'taken');
});

t.test('an item whose holder was never stored is taken over after a while', async (t) => {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  t.teardown(() => store.close());
  const pool = new Pool({ store, clock, prefix: '/allocations/test/', holds: () => true });
  await pool.take('7', { key: '/registry/core/services/a/x', uid: 'u1' });
  const other = { key: '/registry/core/services/a/y', uid: 'u2' };
  await clock.advance(59_000);
  t.equal(await pool.take('7', other), 'refused', 'the write may still be under way');
  await clock.advance(2_000);
  t.equal(await pool.take('7', other), 'taken');
});

t.test('addresses come from the upper part first, each once, without network and broadcast', async (t) => {
  const range = parseAddressRange('10.0.0.0/24');
  const all = [...range.candidates(() => 0)];
  t.equal(all.length, 254);
  t.equal(new Set(all).size, 254);
  t.equal(all[0], '10.0.0.17');
  t.equal(all.at(-1), '10.0.0.16');
  t.equal(range.contains('10.0.0.0'), false);
  t.equal(range.contains('10.0.0.255'), false);
  t.equal(range.contains('10.0.0.1'), true);
  t.equal(range.contains('10.0.0.01'), false);
  t.throws(() => parseAddressRange('10.0.0.0/33'), TypeError);
});

t.test('a small range has no part that is preferred, and is handed out whole', async (t) => {
  const range = parseAddressRange('10.0.0.16/28');
  // As the service draws them: it never draws from nothing.
  const all = [...range.candidates((below) => randomInt(below))];
  t.equal(all.length, 14);
  t.strictSame([...all].sort()[0], '10.0.0.17');
  t.equal(new Set(all).size, 14);
});
