// Encryption at rest, from outside: what the files hold, how a server comes up with other keys, and what a changed file does.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { administratorOf } from '../../../fixtures/apiserver/administrator.fixture.ts';
import { configText, provider } from '../../../fixtures/apiserver/encryption.fixture.ts';
import { createClient } from '../../../shared/client/index.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { type ApiServer, startApiServer } from '../../index.ts';

const canary = Buffer.from('nobody-shall-read-this').toString('base64');

async function server(t: Test, vendor: VendorId, dataDir: string, configPath: string): Promise<ApiServer> {
  const started = await startApiServer({ vendor, dataDir, port: 0, encryption: { configPath }, controllers: false });
  t.teardown(() => started.stop());
  return started;
}

async function everyFile(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)));
  return Buffer.concat(await Promise.all(files));
}

const object = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, data: { canary } });
const secrets = { group: '', version: 'v1', resource: 'secrets' };

for (const vendor of vendorIds) {
  t.test(
    `${vendor}: secrets are not in the data folder in clear, and a restart with other keys serves the rest`,
    async (t) => {
      const folder = t.testdir({});
      const configPath = join(folder, 'encryption.yaml');
      const dataDir = join(folder, 'data');
      const use = (...providers: readonly string[]) =>
        writeFile(configPath, configText([['secrets', `[${providers.join(', ')}]`]], vendor));
      await use(provider('secretbox', 'a'));
      const first = await server(t, vendor, dataDir, configPath);
      await using client = await createClient({ kubeconfig: first.kubeconfig });
      await client.resource(secrets).in('default').create(object('old'));
      await first.stop();
      const stored = await everyFile(join(dataDir, 'store'));
      t.notOk(stored.includes(canary));
      t.ok(stored.includes(vendorOf(vendor).fill('{stored}:enc:secretbox:v1:a:')));
      await use(provider('secretbox', 'b'));
      const second = await server(t, vendor, dataDir, configPath);
      await using other = await createClient({ kubeconfig: second.kubeconfig });
      const own = other.resource(secrets).in('default');
      t.match((await administratorOf(second)('GET', '/readyz')).text, /^\[-\]informer-sync failed: reason withheld$/m);
      t.match((await administratorOf(second)('GET', '/livez')).text, 'ok');
      await t.rejects(own.get('old'), { code: 500, message: /no matching key was found for the provided Secretbox/ });
      await own.create(object('new'));
      t.match(await own.get('new'), { data: { canary } });
      await second.stop();
      await use(provider('secretbox', 'b', 'a'));
      const third = await server(t, vendor, dataDir, configPath);
      await using both = await createClient({ kubeconfig: third.kubeconfig });
      t.equal((await both.resource(secrets).in('default').list()).items.length, 2);
      t.equal((await administratorOf(third)('GET', '/readyz')).text, 'ok');
    },
  );
}

t.test(
  'a configuration that cannot be used ends the start before anything is written, with its path and field',
  async (t) => {
    const folder = t.testdir({});
    const configPath = join(folder, 'encryption.yaml');
    const dataDir = join(folder, 'data');
    const start = () => startApiServer({ dataDir, port: 0, encryption: { configPath } });
    await t.rejects(start(), {
      message: `the encryption configuration ${configPath} cannot be read: ENOENT: no such file or directory, open '${configPath}'`,
    });
    await writeFile(configPath, configText([['secrets', '[{aescbc: {keys: [{name: a, secret: c2hvcnQ=}]}}]']]));
    await t.rejects(start(), {
      message: `the encryption configuration ${configPath} cannot be used: resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 5, expected one of [16 24 32]`,
    });
    t.strictSame(await readdir(dataDir), []);
  },
);
