import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import t, { type Test } from 'tap';

import { etcdMissing, type EtcdProcess, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { isConflict } from '../../../shared/client/request/failure.ts';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { type Client, createClient, type StatusError } from '../../../shared/client/index.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { startApiServer } from '../../index.ts';
import type { ApiServer, ApiServerOptions } from '../../config/option/options.ts';

const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  tests(etcd);
} else {
  t.test('servers on etcd', { skip: missing }, () => {});
}

async function start(t: Test, etcd: EtcdProcess, options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer({ etcd: { servers: [etcd.server] }, ...options });
  t.teardown(() => server.stop());
  return server;
}

async function clientOf(t: Test, server: ApiServer): Promise<Client> {
  const client = await createClient({ kubeconfig: server.kubeconfig });
  t.teardown(() => client.close());
  return client;
}

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const configMap = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { test: 'etcd' } },
  data: { value },
});

interface ConfigMap extends ApiObject {
  readonly data: { readonly value: string };
}
type Maps = ResourceClient<ConfigMap>;

function mapsOf(client: Client): Maps {
  return client.resource<ConfigMap>(configMaps).in('default');
}

/** Watches in the background from the version on; each event as one word. */
function watch(t: Test, client: Client, resourceVersion: string) {
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const events: string[] = [];
  const select = { labelSelector: 'test=etcd', resourceVersion, signal: stop.signal };
  const run = async (): Promise<void> => {
    for await (const event of mapsOf(client).watch(select)) {
      if (event.type === 'BOOKMARK') continue;
      const { name, resourceVersion: version } = event.object.metadata;
      events.push(`${event.type} ${name} ${version}`);
    }
  };
  run().catch(() => {});
  return events;
}

async function until(condition: () => boolean): Promise<boolean> {
  const end = Date.now() + 60_000;
  while (!condition() && Date.now() < end) await pause(5);
  return condition();
}

/** Milliseconds; a busy machine may take longer to start etcd than a read waits for it. */
const shortRestart = 3000;

function tests(etcd: EtcdProcess): void {
  t.test('two servers on one etcd are one API: watches, lists and versions agree', async (t) => {
    const folders = t.testdir({ one: {}, two: {} });
    const first = await start(t, etcd, { dataDir: join(folders, 'one') });
    await cp(join(folders, 'one', 'pki'), join(folders, 'two', 'pki'), { recursive: true });
    const second = await start(t, etcd, { dataDir: join(folders, 'two') });
    const clients = [await clientOf(t, first), await clientOf(t, second)] as const;
    const [left, right] = [mapsOf(clients[0]), mapsOf(clients[1])];
    const { metadata } = await left.list();
    const seen = clients.map((client) => watch(t, client, metadata.resourceVersion ?? ''));

    for (let count = 0; count < 20; count++) {
      const [here, there] = count % 2 === 0 ? [left, right] : [right, left];
      const made = await here.create(configMap(`m${count}`, 'one'));
      const read = await there.get(`m${count}`);
      t.strictSame(read, made, 'an object that one server acknowledged is at the other one');
      const changed = await there.update({ ...read, data: { value: 'two' } });
      const { items } = await here.list();
      const version = changed.metadata.resourceVersion;
      t.ok(
        items.some((item) => item.metadata.resourceVersion === version),
        'a list shows what the other one wrote',
      );
    }
    await t.rejects(left.create(configMap('m1', 'x')), { message: /"m1" already exists/ });
    await right.delete('m3');
    t.ok(await until(() => seen.every((events) => events.length === 41)));
    t.strictSame(seen[0], seen[1], 'both watches told the same events with the same versions');
    t.strictSame((await left.list()).items, (await right.list()).items);
  });

  t.test('two writers at two servers lose no increment', async (t) => {
    const options = { etcd: { servers: [etcd.server], prefix: '/counting' }, controllers: false };
    const servers = [await start(t, etcd, options), await start(t, etcd, options)];
    const clients = await Promise.all(servers.map((server) => clientOf(t, server)));
    const counters = clients.map(mapsOf);
    await counters[0]?.create(configMap('sum', '0'));
    let conflicts = 0;
    await Promise.all(
      counters.map(async (maps) => {
        for (let done = 0; done < 25; ) {
          const sum = await maps.get('sum');
          try {
            await maps.update({ ...sum, data: { value: String(Number(sum.data.value) + 1) } });
            done++;
          } catch (error) {
            if (!isConflict(error)) throw error;
            conflicts++;
          }
        }
      }),
    );
    const sum = await counters[1]?.get('sum');
    t.equal(sum?.data.value, '50', `${conflicts} conflicts`);
  });

  t.test('a server recovers after a kill of etcd; its watches miss nothing', async (t) => {
    const server = await start(t, etcd, { etcd: { servers: [etcd.server], prefix: '/killed' }, controllers: false });
    const client = await clientOf(t, server);
    const maps = mapsOf(client);
    const events = watch(t, client, (await maps.list()).metadata.resourceVersion ?? '');
    await maps.create(configMap('before', 'x'));
    await etcd.kill();
    const begun = performance.now();
    const during = maps.get('before').then(
      ({ metadata }) => metadata.name,
      (error: unknown) => String(error),
    );
    await etcd.restart();
    const short = performance.now() - begun < shortRestart;
    const read = await during;
    t.ok(read === 'before' || !short, `a read waits for a short restart: ${read}`);
    await maps.create(configMap('after', 'x'));
    t.ok(await until(() => events.length === 2));
    t.match(events.join(), /^ADDED before \d+,ADDED after \d+$/);
  });

  t.test('a server continues with the state of an etcd that was set back', async (t) => {
    const victim = await startEtcdProcess();
    t.teardown(() => victim.remove());
    const server = await start(t, victim, { controllers: false });
    const client = await clientOf(t, server);
    const maps = mapsOf(client);
    for (const name of ['a', 'b', 'c']) await maps.create(configMap(name, 'lost'));
    const before = Number((await maps.list()).metadata.resourceVersion);
    await victim.kill();
    victim.wipe();
    await victim.restart();
    const names = async (): Promise<readonly string[] | undefined> => {
      const list = await maps.list({ labelSelector: 'test=etcd' }).catch(() => undefined);
      return list?.items.map(({ metadata }) => metadata.name ?? '');
    };
    let seen = await names();
    for (const end = Date.now() + 60_000; seen?.length !== 0 && Date.now() < end; seen = await names()) await pause(20);
    t.strictSame(seen, [], 'what was lost is not shown');
    const { metadata } = await maps.list();
    t.ok(Number(metadata.resourceVersion) < before, 'versions are those of the new state');
    const events = watch(t, client, metadata.resourceVersion ?? '');
    const namespaces = client.resource({ group: '', version: 'v1', resource: 'namespaces' });
    await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } });
    await maps.create(configMap('d', 'new'));
    t.strictSame(await names(), ['d']);
    t.ok(await until(() => events.length === 1));
    t.match(events, [/^ADDED d \d+$/]);
  });

  t.test('a value beyond the limit of etcd answers 413, and a server of another vendor is refused', async (t) => {
    const server = await start(t, etcd, { controllers: false });
    const client = await clientOf(t, server);
    const events = client.resource({ group: '', version: 'v1', resource: 'events' }).in('default');
    const involvedObject = { kind: 'Pod', namespace: 'default', name: 'a' };
    const large = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'large', namespace: 'default' },
      involvedObject,
    };
    const refused = events.create({ ...large, reason: 'x'.repeat(1_600_000) });
    await t.rejects(refused, { message: /the value is larger than the store takes/ });
    await refused.catch((error: StatusError) => t.equal(error.status.code, 413));
    await t.rejects(startApiServer({ etcd: { servers: [etcd.server] }, vendor: 'kubernetes' }), {
      message: /^etcd holds objects made with --vendor orch and cannot be served with --vendor kubernetes/,
    });
  });

  t.test('a program whose etcd is unreachable ends with one line about it', async (t) => {
    const main = programFile('orch-apiserver');
    const args = [
      main,
      '--etcd-servers=http://127.0.0.1:1',
      `--data-dir=${join(t.testdir({}), 'data')}`,
      '--secure-port=0',
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    t.equal(code, 1);
    t.equal(errors, 'orch-apiserver: no etcd server can be reached at http://127.0.0.1:1\n');
  });
}
