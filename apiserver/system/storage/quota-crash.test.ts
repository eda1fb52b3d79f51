// What is used of a quota agrees with the objects that there are, wherever a crash has cut writes off: the server is killed under
// load again and again, without the controller that counts anew.

import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import { type ServerProcess, startServerProcess } from '../../../fixtures/process/server-process.ts';
import type { ResourceClient } from '../../../shared/client/request/api-client.ts';
import { type ApiObject, type Client, createClient } from '../../../shared/client/index.ts';

const rounds = 6;
const writers = 16;
/** Milliseconds after which no further round begins: a machine that is busy elsewhere does fewer of them. */
const enough = 60_000;
const core = { group: '', version: 'v1' };
const options = { vendor: 'orch', args: ['--controllers=podgc'] } as const;

interface Quota extends ApiObject {
  readonly spec: { readonly hard: Readonly<Record<string, string>> };
  readonly status?: { readonly used?: Readonly<Record<string, string>> };
}

const hard = { configmaps: '100000', secrets: '100000', 'count/secrets': '100000' };
const kindOf = { configmaps: 'ConfigMap', secrets: 'Secret' } as const;
type Plural = keyof typeof kindOf;

function quotasOf(client: Client): ResourceClient<Quota> {
  return client.resource<Quota>({ ...core, resource: 'resourcequotas' }).in('default');
}

async function limit(client: Client, used: Readonly<Record<Plural, number>>): Promise<void> {
  const quotas = quotasOf(client);
  const quota = await quotas.create({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q' },
    spec: { hard },
  });
  const counted = {
    configmaps: String(used.configmaps),
    secrets: String(used.secrets),
    'count/secrets': String(used.secrets),
  };
  await quotas.update({ ...quota, status: { hard, used: counted } } as Quota, { subresource: 'status' });
}

async function countOf(client: Client, resource: Plural): Promise<number> {
  return (
    await client
      .resource({ ...core, resource })
      .in('default')
      .list()
  ).items.length;
}

/** Creates until the signal aborts or the server is gone. */
async function write(client: Client, prefix: string, signal: AbortSignal, created: () => void): Promise<void> {
  for (let number = 0; !signal.aborted; number += 1) {
    const resource: Plural = number % 2 === 0 ? 'configmaps' : 'secrets';
    const object = { apiVersion: 'v1', kind: kindOf[resource], metadata: { name: `${prefix}-${number}` } };
    try {
      await client
        .resource({ ...core, resource })
        .in('default')
        .create(object, { signal });
      created();
    } catch {
      return;
    }
  }
}

async function killed(t: Test, args: readonly string[]): Promise<void> {
  const more = { ...options, args: [...options.args, ...args] };
  let server: ServerProcess = await startServerProcess(more);
  const { folder, port, kubeconfig } = server;
  t.teardown(() => server.remove());
  const progress = { acknowledged: 0 };
  {
    await using client = await createClient({ kubeconfig });
    await limit(client, { configmaps: await countOf(client, 'configmaps'), secrets: await countOf(client, 'secrets') });
  }
  const begun = performance.now();
  let round = 0;
  for (; round < rounds && (round === 0 || performance.now() - begun < enough); round += 1) {
    const over = new AbortController();
    await using client = await createClient({ kubeconfig });
    const enoughWritten = progress.acknowledged + 4 * writers;
    const writing = Array.from({ length: writers }, (_, writer) =>
      write(client, `r${round}-w${writer}`, over.signal, () => (progress.acknowledged += 1)),
    );
    for (let turn = 0; turn < 12_000 && progress.acknowledged < enoughWritten; turn += 1) await sleep(5);
    await sleep(round * 7);
    await server.kill();
    over.abort();
    await Promise.all(writing);
    server = await startServerProcess({ ...more, folder, port });
    await using after = await createClient({ kubeconfig });
    const [secrets, configmaps] = [await countOf(after, 'secrets'), await countOf(after, 'configmaps')];
    t.strictSame(
      (await quotasOf(after).get('q')).status?.used,
      { configmaps: String(configmaps), 'count/secrets': String(secrets), secrets: String(secrets) },
      `round ${round}: what is used is what is there, ${progress.acknowledged} acknowledged`,
    );
  }
  t.ok(progress.acknowledged >= 4 * round * writers, `${round} kills`);
}

t.test('embedded: after each kill the usage in quotas matches the objects', { timeout: 290_000 }, (t) => killed(t, []));

const missing = etcdMissing();
t.test(
  'etcd: after each kill of a server the usage in quotas matches the objects',
  { skip: missing ?? false, timeout: 290_000 },
  async (t) => {
    const etcd = await startEtcdProcess();
    t.teardown(() => etcd.remove());
    await killed(t, [`--etcd-servers=${etcd.server}`]);
  },
);
