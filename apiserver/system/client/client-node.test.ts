// The real client library of Node against the service: objects, an informer, and a watch that goes on over a restart.

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { V1ConfigMap } from '@kubernetes/client-node';
import { CoreV1Api, KubeConfig, PatchStrategy, makeInformer, setHeaderOptions } from '@kubernetes/client-node';
import { startServerProcess } from '../../../fixtures/process/server-process.ts';

const namespace = 'default';

async function until(done: () => boolean): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end && !done(); ) await sleep(20);
}

t.test('objects are created, read, replaced, patched and deleted', async (t) => {
  const server = await startServerProcess({ vendor: 'kubernetes' });
  t.teardown(() => server.remove());
  const config = new KubeConfig();
  config.loadFromFile(server.kubeconfig);
  const core = config.makeApiClient(CoreV1Api);
  const body: V1ConfigMap = { metadata: { name: 'one' }, data: { a: '1' } };
  const created = await core.createNamespacedConfigMap({ namespace, body });
  t.equal(created.data?.['a'], '1');
  const read = await core.readNamespacedConfigMap({ name: 'one', namespace });
  const replaced = await core.replaceNamespacedConfigMap({
    name: 'one',
    namespace,
    body: { metadata: read.metadata ?? {}, data: { a: '2' } },
  });
  t.not(replaced.metadata?.resourceVersion, created.metadata?.resourceVersion);
  await t.rejects(
    core.replaceNamespacedConfigMap({ name: 'one', namespace, body: { metadata: created.metadata ?? {}, data: {} } }),
    {
      code: 409,
    },
  );
  const patched = await core.patchNamespacedConfigMap(
    { name: 'one', namespace, body: { data: { b: '3' } } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  );
  t.strictSame(patched.data, { a: '2', b: '3' });
  t.equal((await core.listNamespacedConfigMap({ namespace, labelSelector: 'none=x' })).items.length, 0);
  t.equal((await core.deleteNamespacedConfigMap({ name: 'one', namespace })).status, 'Success');
  await t.rejects(core.readNamespacedConfigMap({ name: 'one', namespace }), { code: 404 });
});

t.test(
  'an informer continues across a restart of the service without losing an event',
  { timeout: 290_000 },
  async (t) => {
    let server = await startServerProcess({ vendor: 'kubernetes' });
    t.teardown(() => server.remove());
    const config = new KubeConfig();
    config.loadFromFile(server.kubeconfig);
    const core = config.makeApiClient(CoreV1Api);
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const informer = makeInformer<V1ConfigMap>(config, path, () => core.listNamespacedConfigMap({ namespace }));
    const added: string[] = [];
    const deleted: string[] = [];
    informer.on('add', (object) => added.push(object.metadata?.name ?? ''));
    informer.on('delete', (object) => deleted.push(object.metadata?.name ?? ''));
    let stopped = false;
    informer.on('error', () => void sleep(50).then(() => (stopped ? undefined : informer.start())));
    await informer.start();
    const create = (name: string): Promise<V1ConfigMap> =>
      core.createNamespacedConfigMap({ namespace, body: { metadata: { name } } });
    await create('before');
    await until(() => added.includes('before'));
    await server.kill();
    server = await startServerProcess({ vendor: 'kubernetes', folder: server.folder, port: server.port });
    await create('after');
    await core.deleteNamespacedConfigMap({ name: 'before', namespace });
    await until(() => added.includes('after') && deleted.includes('before'));
    t.ok(added.includes('before') && added.includes('after'), `added: ${added.join(' ')}`);
    t.ok(deleted.includes('before'), `deleted: ${deleted.join(' ')}`);
    t.equal(added.filter((name) => name === 'before').length, 1, 'no event comes twice');
    stopped = true;
    await informer.stop();
  },
);
