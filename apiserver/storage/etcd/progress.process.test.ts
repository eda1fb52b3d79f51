import t from 'tap';

import { etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { EtcdConnection } from './connection.ts';
import { openEtcdStore } from './etcd-store.ts';
import { EtcdFollower } from './follower.ts';
import { KeySpace } from './key-space.ts';
import { watchRequest } from './messages.ts';
import { isSound } from './progress.ts';

t.test('progress requests are trusted from the versions on that answer them in order', async (t) => {
  for (const version of ['3.4.31', '3.5.13', '3.5.21', '3.6.0', '3.6.0-rc.1', '4.0.0']) t.ok(isSound(version), version);
  for (const version of ['3.4.23', '3.4.30', '3.5.0', '3.5.12', '3.3.27', '', 'x']) t.notOk(isSound(version), version);
});

const missing = etcdMissing();
t.test(
  'a follower without changes learns the revision of others by a progress request',
  missing === undefined ? {} : { skip: missing },
  async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    const options = { servers: [etcd.server], clock: systemClock, log: silentLog };
    const others = openEtcdStore({ ...options, prefix: '/others' });
    t.teardown(() => others.close());
    const connection = new EtcdConnection(options);
    t.teardown(() => connection.close());
    const stop = new AbortController();
    const told: number[] = [];
    const follower = new EtcdFollower({
      after: 1,
      signal: stop.signal,
      onChanges: () => t.fail('there is no change'),
      onProgress: (revision) => told.push(revision),
      keys: new KeySpace('/own'),
      openWatch: () => connection.openWatch(),
      askProgress: async (stream) => void stream.write(watchRequest.encode({ progress: {} })),
      onShorter: () => t.fail('the log is as long as before'),
      clock: systemClock,
      log: silentLog,
    });
    const running = follower.run();
    await others.commit({ key: '/a', value: Buffer.from('x'), expected: 0 });
    follower.expect(2);
    t.equal(await follower.told(2, Number.POSITIVE_INFINITY), true);
    t.strictSame(told, [1, 2]);
    stop.abort();
    await running;
  },
);

t.test(
  'a follower asks for changes of others at its first check, also right after another event',
  missing === undefined ? {} : { skip: missing },
  async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    const options = { servers: [etcd.server], clock: systemClock, log: silentLog };
    const others = openEtcdStore({ ...options, prefix: '/others' });
    const own = openEtcdStore({ ...options, prefix: '/own' });
    t.teardown(() => Promise.all([others.close(), own.close()]));
    const connection = new EtcdConnection(options);
    t.teardown(() => connection.close());
    const stop = new AbortController();
    const clock = new FakeClock();
    let asked = 0;
    const follower = new EtcdFollower({
      after: 1,
      signal: stop.signal,
      onChanges: () => {},
      keys: new KeySpace('/own'),
      openWatch: () => connection.openWatch(),
      askProgress: async (stream) => {
        asked += 1;
        stream.write(watchRequest.encode({ progress: {} }));
      },
      onShorter: () => t.fail('the log is as long as before'),
      clock,
      log: silentLog,
    });
    const running = follower.run();
    // A change of its own shows that the watch is established and up to date.
    await own.commit({ key: '/a', value: Buffer.from('x'), expected: 0 });
    t.equal(await follower.told(2, Number.POSITIVE_INFINITY), true);
    for (const revision of [3, 4]) {
      await others.commit({ key: `/${revision}`, value: Buffer.from('x'), expected: 0 });
      follower.expect(revision);
      await clock.advance(2);
      t.equal(asked, revision - 2);
      t.equal(await follower.told(revision, Number.POSITIVE_INFINITY), true);
    }
    stop.abort();
    await running;
  },
);
