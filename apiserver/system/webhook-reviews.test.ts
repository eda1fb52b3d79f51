// What reviews hold of a running server, where the object that a webhook sees is not simply the one that was sent.

import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { startWebhook } from '../../fixtures/apiserver/webhook-server.fixture.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const group = vendorOf('kubernetes').fill('admissionregistration.{api}');
const core = '/api/v1/namespaces/default';

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: Readonly<Record<string, unknown>> & {
    readonly uid: string;
    readonly object: { readonly metadata?: object; readonly status?: unknown } | null;
  };
}

/** A mutating webhook for everything; `last` is what it saw of the newest write. */
async function scene(t: Test) {
  const server = await startServer({ vendor: 'kubernetes', controllers: false });
  let seen: Review['request'] | undefined;
  const hook = await startWebhook(({ body }, response) => {
    const { apiVersion, kind, request } = JSON.parse(body) as Review;
    seen = request;
    response.end(JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true } }));
  });
  t.teardown(async () => {
    await server.api.stop();
    await hook.close();
  });
  const ask = administratorOf(server.api);
  const webhook = {
    name: 'one.example.com',
    clientConfig: { url: `${hook.url}/review`, caBundle: Buffer.from(hook.authority).toString('base64') },
    rules: [{ operations: ['*'], apiGroups: ['', 'apps'], apiVersions: ['v1'], resources: ['*/*'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  const kind = 'MutatingWebhookConfiguration';
  const configuration = { apiVersion: `${group}/v1`, kind, metadata: { name: 'all' }, webhooks: [webhook] };
  await ask('POST', `/apis/${group}/v1/mutatingwebhookconfigurations`, configuration);
  const last = async (method: string, path: string, body?: object) => {
    seen = undefined;
    await ask(
      method,
      path,
      body,
      body === undefined ? undefined : { 'content-length': String(Buffer.byteLength(JSON.stringify(body))) },
    );
    return seen as Review['request'] | undefined;
  };
  return { last };
}

t.test('before validation a replacement has the metadata that was sent (ADM-003)', async (t) => {
  const { last } = await scene(t);
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  await last('POST', `${core}/configmaps`, map);
  const seen = await last('PUT', `${core}/configmaps/a`, { ...map, data: { k: '1' } });
  t.strictSame(seen?.object?.metadata, { name: 'a', namespace: 'default' });
});

t.test('a removal of a collection names no object (ADM-003)', async (t) => {
  const { last } = await scene(t);
  await last('POST', `${core}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } });
  const seen = await last('DELETE', `${core}/secrets`);
  t.equal(seen?.['operation'], 'DELETE');
  t.notOk(seen !== undefined && 'name' in seen);
});

t.test('parameters of a connection have no metadata (ADM-004)', async (t) => {
  const { last } = await scene(t);
  const seen = await last('GET', `${core}/services/s/proxy/x`);
  t.equal(seen?.['operation'], 'CONNECT');
  t.notOk(seen?.object && 'metadata' in seen.object);
});

t.test('a new object has the empty status of its kind (ADM-003)', async (t) => {
  const { last } = await scene(t);
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const seen = await last('POST', path, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec });
  t.strictSame(seen?.object?.status, {});
});

t.test('an eviction is in the namespace of its pod (ADM-003)', async (t) => {
  const { last } = await scene(t);
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
  const seen = await last('POST', `${core}/pods/p/eviction`, eviction);
  t.strictSame(seen?.object?.metadata, { name: 'p', namespace: 'default' });
});
