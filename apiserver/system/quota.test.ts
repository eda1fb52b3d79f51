// Quotas with the whole server: what is made at the same time stays within them, by one server or several; what goes gives
// back what it used.

import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { etcdMissing, startEtcdProcess } from '../../fixtures/process/etcd-process.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import { startServer } from '../server.ts';

type Ask = ReturnType<typeof administratorOf>;

const secrets = '/api/v1/namespaces/default/secrets';
const services = '/api/v1/namespaces/default/services';
const quotas = '/api/v1/namespaces/default/resourcequotas';
const secret = (name: string) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } });

async function started(t: Test, options: ApiServerOptions): Promise<Ask> {
  const server = await startServer({ vendor: 'kubernetes', port: 0, ...options });
  t.teardown(() => server.api.stop());
  return administratorOf(server.api);
}

async function usedOf(ask: Ask, name: string): Promise<unknown> {
  const { text } = await ask('GET', `${quotas}/${name}`);
  return (JSON.parse(text) as { status?: { used?: unknown } }).status?.used;
}

/** Waits until this is said to be used. */
async function showsUsed(t: Test, ask: Ask, name: string, wanted: object): Promise<void> {
  const end = Date.now() + 60_000;
  while (JSON.stringify(await usedOf(ask, name)) !== JSON.stringify(wanted) && Date.now() < end) await pause(10);
  t.strictSame(await usedOf(ask, name), wanted);
}

async function limit(t: Test, ask: Ask, hard: Readonly<Record<string, string>>): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' }, spec: { hard } };
  const { status, text } = await ask('POST', quotas, body);
  t.equal(status, 201, text);
  await showsUsed(t, ask, 'q', Object.fromEntries(Object.keys(hard).map((name) => [name, '0'])));
}

/** As many at once as `names`, by turns to each of the servers: exactly `room` are made, and all others are refused. */
async function race(
  t: Test,
  asks: readonly Ask[],
  { names, room }: { readonly names: string[]; readonly room: number },
) {
  const answers = await Promise.all(
    names.map((name, index) => (asks[index % asks.length] as Ask)('POST', secrets, secret(name))),
  );
  const made = answers.filter(({ status }) => status === 201);
  t.equal(made.length, room, 'as many were made as there was room for');
  for (const { status, text } of answers) {
    if (status !== 201)
      t.match([status, text], [403, /exceeded quota: q, requested: secrets=1, used: secrets=\d, limited/]);
  }
  const [ask] = asks as [Ask];
  const { items } = JSON.parse((await ask('GET', secrets)).text) as { items: unknown[] };
  t.equal(items.length, room);
  t.strictSame(await usedOf(ask, 'q'), { secrets: String(room) }, 'what is used is stored with what uses it');
}

const names = Array.from({ length: 24 }, (_, index) => `s${index}`);

t.test('concurrent creates cannot exceed a quota; a dry run uses nothing; deletes release usage', async (t) => {
  const ask = await started(t, {});
  await limit(t, ask, { secrets: '5' });
  const dry = await ask('POST', `${secrets}?dryRun=All`, secret('dry'));
  t.equal(dry.status, 201, dry.text);
  t.strictSame(await usedOf(ask, 'q'), { secrets: '0' });
  await race(t, [ask], { names, room: 5 });
  const full = await ask('POST', `${secrets}?dryRun=All`, secret('dry'));
  t.equal(full.status, 403, 'a dry run is refused as the write would be');
  const { items } = JSON.parse((await ask('GET', secrets)).text) as { items: { metadata: { name: string } }[] };
  t.equal((await ask('DELETE', `${secrets}/${items[0]?.metadata.name}`)).status, 200);
  await showsUsed(t, ask, 'q', { secrets: '4' });
  const taken = await ask('POST', secrets, secret(items[1]?.metadata.name ?? ''));
  t.equal(taken.status, 409, taken.text);
  t.strictSame(await usedOf(ask, 'q'), { secrets: '4' }, 'a taken name uses nothing');
  t.equal((await ask('POST', secrets, secret('next'))).status, 201);
  t.strictSame(await usedOf(ask, 'q'), { secrets: '5' });
});

t.test('an update is charged the difference, also a negative one', async (t) => {
  const ask = await started(t, {});
  await limit(t, ask, { 'services.nodeports': '2' });
  const service = (type: string, ports: readonly number[]) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 's' },
    spec: { type, ports: ports.map((port) => ({ name: `p${port}`, port })) },
  });
  t.equal((await ask('POST', services, service('NodePort', [1]))).status, 201);
  t.strictSame(await usedOf(ask, 'q'), { 'services.nodeports': '1' });
  t.equal((await ask('PUT', `${services}/s`, service('NodePort', [1, 2]))).status, 200);
  t.strictSame(await usedOf(ask, 'q'), { 'services.nodeports': '2' });
  const more = await ask('PUT', `${services}/s`, service('NodePort', [1, 2, 3]));
  t.match([more.status, more.text], [403, /requested: services\.nodeports=1, used: services\.nodeports=2/]);
  t.equal((await ask('PUT', `${services}/s`, service('ClusterIP', [1, 2, 3]))).status, 200);
  await showsUsed(t, ask, 'q', { 'services.nodeports': '0' });
});

/** Quotas that all count secrets, more than one commit takes. */
async function limitByMany(t: Test, ask: Ask, room: number): Promise<() => Promise<readonly string[]>> {
  const hard = { secrets: String(room) };
  for (let index = 0; index < 230; index += 1) {
    const metadata = { name: `q-${index}` };
    t.equal(
      (await ask('POST', quotas, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } })).status,
      201,
    );
  }
  const shown = async (): Promise<readonly string[]> => {
    const { items } = JSON.parse((await ask('GET', quotas)).text) as {
      items: readonly { readonly status?: { readonly used?: { readonly secrets?: string } } }[];
    };
    return [...new Set(items.map(({ status }) => status?.used?.secrets ?? 'unknown'))];
  };
  const end = Date.now() + 120_000;
  while ((await shown()).join() !== '0' && Date.now() < end) await pause(50);
  t.strictSame(await shown(), ['0']);
  return shown;
}

async function countedByMany(t: Test, asks: readonly Ask[]): Promise<void> {
  const [ask] = asks as [Ask];
  const shown = await limitByMany(t, ask, 5);
  t.equal((await ask('POST', secrets, secret('first'))).status, 201);
  t.strictSame(await shown(), ['1'], 'each of them counts it');
  t.equal((await ask('POST', secrets, secret('first'))).status, 409);
  t.strictSame(await shown(), ['1'], 'a taken name uses nothing of any');
  const answers = await Promise.all(
    names.map((name, index) => (asks[index % asks.length] as Ask)('POST', secrets, secret(name))),
  );
  t.strictSame(
    answers.filter(({ status }) => status !== 201 && status !== 403).map(({ text }) => text),
    [],
  );
  const { items } = JSON.parse((await ask('GET', secrets)).text) as { items: unknown[] };
  t.equal(items.length, 5, 'exactly as many as there is room for');
  t.strictSame(await shown(), ['5']);
}

t.test('a write that more quotas count than one commit takes is charged to all of them or to none', async (t) => {
  await countedByMany(t, [await started(t, {})]);
});

const missing = etcdMissing();
if (missing === undefined) {
  t.test('creates of two servers on one etcd at the same time cannot pass a quota', async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    const options = { etcd: { servers: [etcd.server] } };
    const asks = [await started(t, options), await started(t, { ...options, controllers: false })];
    await limit(t, asks[0] as Ask, { secrets: '5' });
    await race(t, asks, { names, room: 5 });
  });

  t.test('on etcd a write is charged to more quotas than a transaction has operations', async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    await countedByMany(t, [await started(t, { etcd: { servers: [etcd.server] } })]);
  });
} else {
  t.test('creates of two servers on one etcd', { skip: missing }, () => {});
}
