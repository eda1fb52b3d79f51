// A rotation of keys under kill -9: every object is encrypted with one key or the other, none is lost, none is in clear.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { configText, provider } from '../../../fixtures/apiserver/encryption.fixture.ts';
import { type EtcdProcess, etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';
import { createClient } from '../../../shared/client/index.ts';

const canary = Buffer.from('nobody-shall-read-this').toString('base64');
const count = 100;
const kills = 3;

async function filesHold(folder: string, what: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(what)) return true;
  }
  return false;
}

const noEtcd = etcdMissing();

for (const engine of ['the embedded store', 'etcd'] as const) {
  t.test(
    `repeated kills during a key rotation on ${engine} leave every object readable, and none in plaintext`,
    { timeout: 290_000, skip: engine === 'etcd' && noEtcd !== undefined ? noEtcd : false },
    async (t) => rotate(t, engine === 'etcd' ? await etcdOf(t) : undefined),
  );
}

async function etcdOf(t: Test): Promise<EtcdProcess> {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  return etcd;
}

async function rotate(t: Test, etcd: EtcdProcess | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-rotation-'));
  const file = join(folder, 'encryption.yaml');
  const use = (...keys: readonly string[]) =>
    writeFile(file, configText([['secrets', `[${provider('aesgcm', ...keys)}]`]]));
  const start = () =>
    startServerProcess({
      vendor: 'orch',
      folder,
      args: [`--encryption-provider-config=${file}`, ...(etcd === undefined ? [] : [`--etcd-servers=${etcd.server}`])],
    });
  await use('a');
  let server = await start();
  t.teardown(() => server.remove());
  const secretsOf = async () => {
    const client = await createClient({ kubeconfig: server.kubeconfig });
    return { client, secrets: client.resource({ group: '', version: 'v1', resource: 'secrets' }).in('default') };
  };
  const name = (index: number) => `s${index}`;
  {
    const { client, secrets } = await secretsOf();
    for (let index = 0; index < count; index += 1) {
      await secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: name(index) }, data: { canary } });
    }
    await client.close();
  }
  await server.stop();
  await use('b', 'a');
  for (let kill = 0; kill < kills; kill += 1) {
    server = await start();
    const { client, secrets } = await secretsOf();
    const rewriting = (async () => {
      // Nothing changes but the key.
      for (let index = kill; ; index += 1) await secrets.patch(name(index % count), 'merge', {});
    })().catch(() => {});
    await sleep(100 + 100 * kill);
    await server.kill();
    await rewriting;
    await client.close();
  }
  server = await start();
  const { client, secrets } = await secretsOf();
  const items = (await secrets.list()).items;
  t.equal(items.length, count);
  t.match(
    items,
    Array.from({ length: count }, () => ({ data: { canary } })),
  );
  for (let index = 0; index < count; index += 1) await secrets.patch(name(index), 'merge', {});
  await client.close();
  t.equal(await server.stop(), 0);
  t.notOk(await filesHold(join(folder, 'data'), canary));
  if (etcd !== undefined) t.notOk(await filesHold(etcd.folder, canary));
  await use('b');
  server = await start();
  const after = await secretsOf();
  t.equal((await after.secrets.list()).items.length, count, 'the old key is not needed any more');
  await after.client.close();
}
