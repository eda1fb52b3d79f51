// Run with: npx vitest run
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { type ApiServer, startApiServer } from 'orchkit/apiserver';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ApiServer;
let api: CoreV1Api;

beforeAll(async () => {
  server = await startApiServer({ vendor: 'kubernetes', unref: true });
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig);
  api = config.makeApiClient(CoreV1Api);
});

afterAll(() => server?.stop());

test('a namespace that is deleted goes away with its content', async () => {
  await api.createNamespace({ body: { metadata: { name: 'shop' } } });
  await api.createNamespacedConfigMap({ namespace: 'shop', body: { metadata: { name: 'settings' } } });
  await api.deleteNamespace({ name: 'shop' });
  await expect
    .poll(async () => (await api.listNamespace()).items.map(({ metadata }) => metadata?.name), { timeout: 30_000 })
    .not.toContain('shop');
}, 60_000);
