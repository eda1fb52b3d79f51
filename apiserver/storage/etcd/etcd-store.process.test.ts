import { setTimeout as pause } from 'node:timers/promises';

import t from 'tap';

import { etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { createAuthority, issueCertificate } from '../../../shared/certificates/authority.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { storeContract } from '../contract/store.contract.ts';
import { type Change, StoreUnavailableError, ValueTooLargeError } from '../contract/store.ts';
import { follow, open, put, until } from '../../../fixtures/apiserver/etcd-store.fixture.ts';

const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  tests([etcd.server]);
} else {
  t.test('the etcd engine', { skip: missing }, () => {});
}

function tests(servers: readonly string[]): void {
  t.test('an empty store is at revision 1, and the first write at 2', async (t) => {
    const store = open(t, { servers });
    t.equal(await store.latest(), 1);
    t.equal(await put(store, '/registry/core/first', 'x'), 2);
  });

  storeContract(t, 'etcd', async (t) => ({
    store: open(t, { servers }),
    passSeconds: (seconds) => pause(seconds * 1000),
    seconds: () => performance.now() / 1000,
  }));

  t.test('two clients see the writes of each other, in one order', async (t) => {
    const [left, right] = [open(t, { servers }), open(t, { servers })];
    const start = await left.latest();
    const [atLeft, atRight] = [follow(t, left, start), follow(t, right, start)];
    const writing = [left, right].map(async (store, side) => {
      for (let count = 0; count < 50; count++) await put(store, `/registry/core/both/${side}-${count}`, 'x');
    });
    await Promise.all(writing);
    const last = await right.latest();
    t.ok(await until(() => atLeft.progress() >= last && atRight.progress() >= last));
    t.strictSame(
      atLeft.changes.map((change) => [change.revision, change.key]),
      atRight.changes.map((change) => [change.revision, change.key]),
    );
    t.equal(atLeft.changes.length, 100);
    t.match(await right.commit({ key: '/registry/core/both/0-0', value: undefined, expected: 7 }), {
      outcome: 'conflict',
    });
    t.equal((await right.range({ prefix: '/registry/core/both/', limit: 30 })).remaining, 70);
  });

  t.test('concurrent requests for the latest revision share a round trip, but never one that had begun', async (t) => {
    const [asking, writing] = [open(t, { servers }), open(t, { servers })];
    await asking.latest();
    const before = await rangesOf(servers[0]);
    const answers = await Promise.all(Array.from({ length: 50 }, async () => asking.latest()));
    t.equal(new Set(answers).size, 1);
    t.equal((await rangesOf(servers[0])) - before, 1);
    for (let count = 0; count < 50; count++) {
      const early = asking.latest();
      const written = await put(writing, `/registry/core/asked/${count}`, 'x');
      t.ok((await asking.latest()) >= written, 'what was acknowledged before the question is in the answer');
      await early;
    }
  });

  t.test('writes under another prefix are not shown, but the follower reports their revision', async (t) => {
    const [own, other] = [open(t, { servers, prefix: '/own' }), open(t, { servers, prefix: '/own2/' })];
    await put(own, '/registry/core/a', 'x');
    const follower = follow(t, own, await own.latest());
    for (let count = 0; count < 3; count++) await put(other, `/registry/core/${count}`, 'x');
    const latest = await own.latest();
    t.ok(await until(() => follower.progress() >= latest), 'progress reaches the revision of the others');
    t.notOk(follower.changes.some((change) => change.key.startsWith('/registry/core/')));
    t.strictSame(
      (await own.range({ prefix: '' })).entries.filter(({ key }) => key.startsWith('/registry')).map(({ key }) => key),
      ['/registry/core/a'],
    );
    await t.rejects(own.get('registry'), TypeError, 'a key that could leave the prefix');
  });

  t.test('a value beyond the limit of etcd is refused as too large, and the store still works', async (t) => {
    const store = open(t, { servers });
    for (const size of [1.6 * 2 ** 20, 3 * 2 ** 20]) {
      const large = { key: '/registry/core/large', value: Buffer.alloc(size, 'x'), expected: 0 };
      await t.rejects(store.commit(large), ValueTooLargeError);
    }
    const value = Buffer.alloc(1_500_000, 'x');
    const follower = follow(t, store, await store.latest());
    for (let count = 0; count < 3; count++) {
      await store.commit({ key: `/registry/core/large/${count}`, value, expected: 0 });
    }
    t.equal(follower.changes.length, 3);
    const start = follower.changes[0]?.revision ?? 0;
    const replayed = follow(t, store, start - 1);
    t.ok(await until(() => replayed.changes.length >= 3), 'a response that comes in pieces');
    t.ok(replayed.changes[2]?.value?.equals(value));
  });

  t.test('keys that share a lease expire together and are delivered in one batch', async (t) => {
    const store = open(t, { servers });
    const start = await store.latest();
    const batches: (readonly Change[])[] = [];
    const stop = new AbortController();
    const ended = store.follow({ after: start, signal: stop.signal, onChanges: (batch) => batches.push(batch) });
    const write = (name: string) => ({ key: `/registry/core/brief/${name}`, value: Buffer.from('x'), expected: 0 });
    await Promise.all(['a', 'b', 'c'].map((name) => store.commit({ ...write(name), ttlSeconds: 1 })));
    t.ok(await until(() => batches.flat().filter((change) => change.value === undefined).length === 3));
    stop.abort();
    await ended;
  });

  t.test(
    'https needs the authority and a certificate that etcd takes; one etcd that is away is passed over',
    async (t) => {
      const authority = createAuthority({ commonName: 'etcd-ca', clock: systemClock });
      const issue = (commonName: string, usage: 'client' | 'server') =>
        issueCertificate(authority, { commonName, ipAddresses: ['127.0.0.1'], usages: [usage], clock: systemClock });
      const [own, shown] = [issue('etcd', 'server'), issue('orch-apiserver', 'client')];
      const ca = authority.certificatePem;
      const secure = await startEtcdProcess({ tls: { ca, certificate: own.certificatePem, privateKey: own.keyPem } });
      t.teardown(() => secure.remove());
      const client = { certificate: shown.certificatePem, privateKey: shown.keyPem };
      const servers = ['https://127.0.0.1:1', secure.server];
      const store = open(t, { servers, tls: { ca, client } });
      t.equal(await put(store, '/a', 'x'), 2);
      const stranger = open(t, { servers, tls: { ca } });
      await t.rejects(stranger.get('/a'), StoreUnavailableError);
      for (const server of ['http://127.0.0.1:2379', 'ftp://a', 'localhost:2379']) {
        t.throws(() => open(t, { servers: [server], tls: { ca } }), TypeError, server);
      }
    },
  );
}

/** How often this etcd was asked for keys. */
async function rangesOf(server: string | undefined): Promise<number> {
  const metrics = await (await fetch(`${server}/metrics`)).text();
  const count = /^grpc_server_started_total\{grpc_method="Range",.*\} (\S+)$/m.exec(metrics)?.[1];
  if (count === undefined) throw new Error('etcd does not tell how often it was asked');
  return Number(count);
}
