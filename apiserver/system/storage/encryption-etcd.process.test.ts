// Encryption at rest over etcd with the whole server: what etcd's files hold, keys that do not fit, rotation, reloads, and key
// management plug-ins that end, dawdle or lie.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { type Ask, administratorOf } from '../../../fixtures/apiserver/administrator.fixture.ts';
import { configText, provider } from '../../../fixtures/apiserver/encryption.fixture.ts';
import { startKmsPlugin } from '../../../fixtures/apiserver/kms-plugin.fixture.ts';
import { type EtcdProcess, etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { type Client, createClient } from '../../../shared/client/index.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { type ApiServer, startApiServer } from '../../index.ts';
import { openEtcdStore } from '../../storage/etcd/etcd-store.ts';

const canary = Buffer.from('nobody-shall-read-this').toString('base64');
const groupOf = (resource: string) => ({ group: '', version: 'v1', resource });
const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { canary } });
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { open: name } });

// Most of the time passes in waiting.
t.jobs = 3;
const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  tests(etcd);
} else {
  t.test('encryption over etcd', { skip: missing }, () => {});
}

/** A configuration file, and servers on the same part of etcd that use it, one after the other. */
async function scene(t: Test, etcd: EtcdProcess, name: string, vendor: VendorId = 'orch') {
  const configPath = join(t.testdir({}), 'encryption.yaml');
  const prefix = `/${name}`;
  const options = { vendor, port: 0, controllers: false, etcd: { servers: [etcd.server], prefix } } as const;
  const start = async (reload = false): Promise<{ server: ApiServer; client: Client; ask: Ask }> => {
    const server = await startApiServer({ ...options, encryption: { configPath, reload } });
    t.teardown(() => server.stop());
    const client = await createClient({ kubeconfig: server.kubeconfig });
    t.teardown(() => client.close());
    return { server, client, ask: administratorOf(server) };
  };
  const use = (...providers: readonly string[]) =>
    writeFile(configPath, configText([['secrets', `[${providers.join(', ')}]`]], vendor));
  return { configPath, start, use, prefix };
}

const of = (client: Client, resource: string) => client.resource(groupOf(resource)).in('default');

/** How each stored secret begins. */
async function storedSecrets(etcd: EtcdProcess, prefix: string): Promise<readonly string[]> {
  const store = openEtcdStore({ servers: [etcd.server], prefix, clock: systemClock, log: silentLog });
  try {
    const { entries } = await store.range({ prefix: '/registry/core/secrets/' });
    return entries.map(({ value }) => /^\w+:enc:\w+:v\d:[a-z]+:/.exec(value.toString('latin1'))?.[0] ?? 'in clear');
  } finally {
    await store.close();
  }
}

async function etcdHolds({ folder }: EtcdProcess, what: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(what)) return true;
  }
  return false;
}

async function eventually(look: () => Promise<boolean>, seconds = 60): Promise<boolean> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(50)) {
    if (await look().catch(() => false)) return true;
  }
  return false;
}

const line = (page: string, start: string): number =>
  Number(
    page
      .split('\n')
      .find((each) => each.startsWith(start))
      ?.split(' ')
      .at(-1) ?? 0,
  );

function tests(etcd: EtcdProcess): void {
  for (const vendor of ['orch', 'kubernetes'] as const) {
    t.test(
      `${vendor}: an object with another key cannot be read; reads, lists and watches of others still work`,
      { buffered: true },
      async (t) => {
        const { start, use } = await scene(t, etcd, `keys-${vendor}`, vendor);
        await use(provider('aesgcm', 'a'));
        const first = await start();
        await of(first.client, 'secrets').create(secret('old'));
        await of(first.client, 'configmaps').create(configMap('old'));
        await first.server.stop();
        await use(provider('aesgcm', 'b').replace('name: b', 'name: a'));
        const second = await start();
        const [secrets, maps] = [of(second.client, 'secrets'), of(second.client, 'configmaps')];
        const why = 'cipher: message authentication failed';
        const refused = { code: 500, message: new RegExp(`Internal error occurred: ${why}`) };
        await t.rejects(secrets.get('old'), refused);
        await t.rejects(secrets.patch('old', 'merge', {}), refused);
        await t.rejects(secrets.delete('old'), refused);
        await t.rejects(secrets.list({ limit: 1 }), {
          code: 500,
          message: new RegExp(`unable to transform key .*${why}`),
        });
        // A client would ask again and again.
        for (const query of ['', '?resourceVersion=0', '?watch=1']) {
          const answer = await second.ask('GET', `/api/v1/namespaces/default/secrets${query}`);
          t.equal(answer.status, 429, query);
          t.match(answer.text, /storage is \(re\)initializing: failed to list \*core\.Secret: /);
        }
        await secrets.create(secret('new'));
        t.match(await secrets.get('new'), { data: { canary } });
        t.strictSame(
          (await maps.list()).items.map(({ metadata }) => metadata.name),
          ['old'],
        );
        const { resourceVersion = '' } = (await maps.list()).metadata;
        await maps.create(configMap('new'));
        for await (const event of maps.watch({ resourceVersion })) {
          t.match(event.object, { metadata: { name: 'new' } });
          break;
        }
        await second.server.stop();
        await use(provider('aesgcm', 'b').replace('name: b', 'name: a'), provider('aesgcm', 'a'));
        const third = await start();
        t.equal((await of(third.client, 'secrets').list()).items.length, 2, 'with both keys all are read');
        t.notOk(await etcdHolds(etcd, canary), 'no file of etcd holds what was encrypted');
        t.ok(await etcdHolds(etcd, '"open":"old"'), 'the search finds what is there');
      },
    );
  }

  t.test('keys are rotated by writing each object again, and the old key is not needed after it', async (t) => {
    const { start, use, prefix } = await scene(t, etcd, 'rotation', 'kubernetes');
    const lead = vendorOf('kubernetes').fill('{stored}:enc:');
    await use(provider('aescbc', 'a'));
    const first = await start();
    for (let index = 0; index < 20; index += 1) await of(first.client, 'secrets').create(secret(`s${index}`));
    await first.server.stop();
    await use(provider('secretbox', 'b'), provider('aescbc', 'a'));
    const second = await start();
    const secrets = of(second.client, 'secrets');
    t.strictSame([...new Set(await storedSecrets(etcd, prefix))], [`${lead}aescbc:v1:a:`]);
    for (const item of (await secrets.list()).items) await secrets.update(item);
    t.strictSame([...new Set(await storedSecrets(etcd, prefix))], [`${lead}secretbox:v1:b:`]);
    await second.server.stop();
    await use(provider('secretbox', 'b'));
    const third = await start();
    t.equal((await of(third.client, 'secrets').list()).items.length, 20);
    t.notOk(await etcdHolds(etcd, canary));
  });

  t.test(
    'an invalid file leaves the previous keys in use, and the next valid one is used',
    { timeout: 200_000, buffered: true },
    async (t) => {
      const { start, use, prefix, configPath } = await scene(t, etcd, 'reload');
      await use(provider('aesgcm', 'a'));
      const { client, ask } = await start(true);
      const secrets = of(client, 'secrets');
      await secrets.create(secret('one'));
      await writeFile(configPath, 'kind: Nonsense');
      const reloads = 'apiserver_encryption_config_controller_automatic_reloads_total';
      const page = async () => (await ask('GET', '/metrics')).text;
      const counted = async (status: string) => line(await page(), `${reloads}{status="${status}"`);
      t.ok(await eventually(async () => (await counted('failure')) > 0, 100), 'it was looked at, and refused');
      t.equal((await ask('GET', '/readyz')).text, 'ok');
      await secrets.create(secret('two'));
      t.match(await secrets.get('one'), { data: { canary } });
      t.strictSame(await storedSecrets(etcd, prefix), ['orch:enc:aesgcm:v1:a:', 'orch:enc:aesgcm:v1:a:']);
      await use(provider('aesgcm', 'b'), provider('aesgcm', 'a'));
      t.ok(await eventually(async () => (await counted('success')) > 0, 100));
      await secrets.create(secret('three'));
      t.equal((await storedSecrets(etcd, prefix)).filter((each) => each === 'orch:enc:aesgcm:v1:b:').length, 1);
      t.equal((await secrets.list()).items.length, 3);
    },
  );

  t.test(
    'a plug-in that ends, is slow or answers wrongly: written values stay readable, and none is in plaintext',
    { timeout: 200_000, buffered: true },
    async (t) => {
      const { start, use, prefix } = await scene(t, etcd, 'plugin');
      // The path of a socket is short.
      const folder = await mkdtemp(join(tmpdir(), 'kms-'));
      t.teardown(() => rm(folder, { recursive: true }));
      const socket = join(folder, 's');
      let plugin = await startKmsPlugin({ socket, keyId: 'first' });
      t.teardown(() => plugin.stop());
      await use(`{kms: {apiVersion: v2, name: vault, endpoint: '${plugin.endpoint}', timeout: 1s}}`);
      const first = await start();
      const secrets = of(first.client, 'secrets');
      let count = 0;
      const written = async (why: string) => {
        await secrets.create(secret(`s${(count += 1)}`));
        await secrets.patch(`s${count}`, 'merge', { metadata: { annotations: { why } } });
        t.match(await secrets.get(`s${count}`), { data: { canary } }, why);
        t.equal((await secrets.list()).items.length, count, why);
      };
      await written('healthy');
      plugin.stop();
      const isHealthy = async () => (await first.ask('GET', '/readyz/kms-providers')).status === 200;
      t.ok(await eventually(async () => !(await isHealthy())), 'health reports that it has ended');
      await written('ended');
      plugin = await startKmsPlugin({ socket, keyId: 'first' });
      plugin.state.delay = 5_000;
      await written('slow');
      plugin.state.delay = 0;
      for (const lie of [
        { keyId: 'next', encryptKeyId: 'other' },
        { keyId: '' },
        { keyId: 'next', annotations: new Map([['no domain', Buffer.from('x')]]) },
        { version: 'v9' },
        { healthz: 'ill' },
      ]) {
        Object.assign(plugin.state, { keyId: 'first', encryptKeyId: undefined, annotations: new Map(), ...lie });
        const before = plugin.calls.status;
        t.ok(
          await eventually(async () => !(await isHealthy()) && plugin.calls.status > before),
          'health reports the wrong answer',
        );
        await written(`lies: ${Object.keys(lie).join()}`);
      }
      t.strictSame([...new Set(await storedSecrets(etcd, prefix))], ['orch:enc:kms:v2:vault:']);
      await first.server.stop();
      plugin.stop();

      // A server that starts without the plug-in has no seed: it neither reads nor writes, but for what is not encrypted.
      const second = await start();
      const cold = of(second.client, 'secrets');
      await t.rejects(cold.get('s1'), { code: 500 });
      await t.rejects(cold.create(secret('cold')), { code: 500 });
      await of(second.client, 'configmaps').create(configMap('warm'));
      t.strictSame(
        [...new Set(await storedSecrets(etcd, prefix))],
        ['orch:enc:kms:v2:vault:'],
        'nothing was written in clear',
      );
      plugin = await startKmsPlugin({ socket, keyId: 'first' });
      t.ok(await eventually(async () => (await cold.list()).items.length === count), 'it comes back by itself');
      await cold.create(secret('later'));
      t.notOk(await etcdHolds(etcd, canary));
    },
  );
}
