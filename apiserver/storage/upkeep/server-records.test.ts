import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { openEmbeddedStore } from '../embedded/engine/embedded-store.ts';
import { ServerRecords } from './server-records.ts';

t.test('a server is known as long as it renews its record, or until it withdraws it', async (t) => {
  const clock = new FakeClock();
  const store = await openEmbeddedStore({ folder: undefined, clock, log: silentLog });
  t.teardown(() => store.close());
  const end = new AbortController();
  const sweeping = store.sweeper.run(end.signal);
  const records = new ServerRecords({ store, ttlSeconds: 15 });
  t.strictSame(await records.announce('192.0.2.1'), ['192.0.2.1']);
  t.strictSame(await records.announce('192.0.2.2'), ['192.0.2.1', '192.0.2.2']);
  for (let seconds = 0; seconds < 30; seconds += 10) {
    await clock.advance(10_000);
    await records.announce('192.0.2.2');
  }
  t.strictSame(await records.announce('192.0.2.2'), ['192.0.2.2'], 'the other one has not renewed');
  await records.announce('192.0.2.1');
  t.strictSame(await records.withdraw('192.0.2.2'), ['192.0.2.1']);
  t.strictSame(await records.withdraw('192.0.2.2'), ['192.0.2.1'], 'again');
  end.abort();
  await sweeping;
});
