import { createHmac } from 'node:crypto';
import t, { type Test } from 'tap';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { controllerSelection, parseControllerChoice } from '../controller-selection.ts';
import { configMaps, secrets } from '../api/resources.ts';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { clusterInfoSigner } from './cluster-info-signer.ts';
import { detachedSignature, signedData } from './signature.ts';
import { tokenCleaner } from './token-cleaner.ts';

const secretsPath = '/api/v1/secrets';
const mapsPath = '/api/v1/configmaps';

function tokenSecret(vendor: Vendor, id: string, data: Readonly<Record<string, string>>): ApiObject {
  const entries = { 'token-id': id, 'token-secret': '0123456789abcdef', ...data };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `bootstrap-token-${id}`, namespace: vendor.fill('{short}-system') },
    type: vendor.fill('bootstrap.{label}/token'),
    data: Object.fromEntries(
      Object.entries(entries).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
    ),
  };
}

/** `cleans`: whether expired tokens are deleted too. */
function running(t: Test, vendor: Vendor, cleans = true) {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const api = new TestApi({
    [secretsPath]: { kind: 'Secret', namespaced: true },
    [mapsPath]: { kind: 'ConfigMap', namespaced: true },
  });
  const client = new ApiClient(api.transport, { clock });
  const tokens = new Informer(client.resource(secrets), { clock });
  const clusterInfo = new Informer(client.resource(configMaps), { clock });
  const environment = api.environment(vendor, clock);
  const stop = new AbortController();
  const loops = [
    tokens,
    clusterInfo,
    ...(cleans ? [tokenCleaner(environment, tokens)] : []),
    clusterInfoSigner(environment, { tokens, clusterInfo }),
  ].map((loop) => loop.run(stop.signal));
  t.teardown(async () => {
    stop.abort();
    await Promise.all(loops);
  });
  const place = vendor.fill('{short}-public');
  return {
    clock,
    api,
    place,
    secretNames: () => api.list(secretsPath).map(({ metadata }) => metadata.name),
    info: () => api.get(mapsPath, place, 'cluster-info')?.['data'] as Record<string, string> | undefined,
    putInfo: (kubeconfig: string) =>
      api.put(mapsPath, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'cluster-info', namespace: place },
        data: { ...(api.get(mapsPath, place, 'cluster-info')?.['data'] as object), kubeconfig },
      }),
  };
}

for (const id of ['orch', 'kubernetes'] as const) {
  const vendor = vendorOf(id);

  t.test(`${id}: the secret of a token is deleted when it expires, others stay (BOOT-024)`, async (t) => {
    const system = running(t, vendor);
    system.api.put(secretsPath, tokenSecret(vendor, 'aaaaaa', { expiration: '2030-01-01T00:01:00Z' }));
    system.api.put(secretsPath, tokenSecret(vendor, 'bbbbbb', { expiration: '2030-03-01T00:00:00Z' }));
    system.api.put(secretsPath, tokenSecret(vendor, 'cccccc', {}));
    system.api.put(secretsPath, {
      ...tokenSecret(vendor, 'dddddd', { expiration: '2029-01-01T00:00:00Z' }),
      type: 'Opaque',
    });
    system.api.put(secretsPath, tokenSecret(vendor, 'eeeeee', { expiration: '2029-12-31T23:59:59Z' }));
    const elsewhere = tokenSecret(vendor, 'ffffff', { expiration: '2029-01-01T00:00:00Z' });
    system.api.put(secretsPath, { ...elsewhere, metadata: { ...elsewhere.metadata, namespace: 'default' } });
    await eventually(() => system.secretNames().length === 5, 'the one that had ended before');
    await eventually(() => system.clock.sleeping >= 2, 'two waiting for their end');
    await system.clock.advance(59_000);
    t.equal(system.secretNames().length, 5);
    await system.clock.advance(1_000);
    await eventually(() => system.secretNames().length === 4, 'the one that ends');
    const left = ['bbbbbb', 'cccccc', 'dddddd', 'ffffff'].map((token) => `bootstrap-token-${token}`);
    t.strictSame(new Set(system.secretNames()), new Set(left));
  });

  t.test(
    `${id}: tokens for signing sign the cluster information (BOOT-009, BOOT-016, BOOT-023, BOOT-034, BOOT-036, BOOT-037)`,
    async (t) => {
      const system = running(t, vendor);
      system.putInfo('first');
      const signing = { 'usage-bootstrap-signing': 'true' };
      system.api.put(secretsPath, tokenSecret(vendor, 'aaaaaa', signing));
      system.api.put(secretsPath, tokenSecret(vendor, 'bbbbbb', { 'usage-bootstrap-authentication': 'true' }));
      system.api.put(secretsPath, tokenSecret(vendor, 'cccccc', { ...signing, expiration: '2030-01-01T00:01:00Z' }));
      const keys = () => Object.keys(system.info() ?? {}).sort();
      await eventually(() => keys().length === 3, 'two signatures');
      t.strictSame(keys(), ['jws-kubeconfig-aaaaaa', 'jws-kubeconfig-cccccc', 'kubeconfig']);
      const first = system.info()?.['jws-kubeconfig-aaaaaa'] ?? '';
      const [header = '', payload, signature] = first.split('.');
      t.strictSame(JSON.parse(Buffer.from(header, 'base64url').toString()), { alg: 'HS256', kid: 'aaaaaa' });
      t.equal(payload, '');
      const key = id === 'orch' ? 'aaaaaa.0123456789abcdef' : '0123456789abcdef';
      const signed = `${header}.${Buffer.from('first').toString('base64url')}`;
      t.equal(signature, createHmac('sha256', key).update(signed).digest('base64url'));
      system.putInfo('second');
      await eventually(() => system.info()?.['jws-kubeconfig-aaaaaa'] !== first, 'a signature of the new content');
      await eventually(() => system.clock.sleeping >= 1, 'the wait for the end of one token');
      await system.clock.advance(60_000);
      await eventually(() => keys().length === 2, 'the signature of the expired token goes');
      t.strictSame(keys(), ['jws-kubeconfig-aaaaaa', 'kubeconfig']);
      system.api.remove(secretsPath, vendor.fill('{short}-system'), 'bootstrap-token-aaaaaa');
      await eventually(() => keys().length === 1, 'the signature of the deleted token goes');
    },
  );
}

t.test('the signature of an expired token goes where nothing deletes the token', async (t) => {
  const vendor = vendorOf('orch');
  const system = running(t, vendor, false);
  system.putInfo('first');
  const data = { 'usage-bootstrap-signing': 'true', expiration: '2030-01-01T00:01:00Z' };
  system.api.put(secretsPath, tokenSecret(vendor, 'aaaaaa', data));
  await eventually(() => system.info()?.['jws-kubeconfig-aaaaaa'] !== undefined, 'a signature');
  await eventually(() => system.clock.sleeping >= 1, 'the wait for its end');
  await system.clock.advance(60_000);
  await eventually(() => system.info()?.['jws-kubeconfig-aaaaaa'] === undefined, 'the signature goes');
  t.equal(system.secretNames().length, 1);
});

t.test('a token that is prolonged while it is being deleted stays', async (t) => {
  const vendor = vendorOf('orch');
  const system = running(t, vendor);
  const prolonged = tokenSecret(vendor, 'aaaaaa', { expiration: '2030-01-01T01:00:00Z' });
  let tries = 0;
  system.api.beforeDelete = () => {
    tries += 1;
    if (tries === 1) system.api.put(secretsPath, prolonged);
  };
  system.api.put(secretsPath, tokenSecret(vendor, 'aaaaaa', { expiration: '2030-01-01T00:01:00Z' }));
  await eventually(() => system.clock.sleeping >= 1, 'the wait for its end');
  await system.clock.advance(60_000);
  await eventually(() => tries > 0 && system.clock.sleeping >= 1, 'the wait for its new end');
  t.strictSame(system.secretNames(), ['bootstrap-token-aaaaaa']);
  await system.clock.advance(3_540_000);
  await eventually(() => system.secretNames().length === 0, 'the new end');
});

t.test('existing signatures are not written again, and without content there are none', async (t) => {
  const token = { id: 'aaaaaa', secret: '0123456789abcdef' };
  const data = { kubeconfig: 'x', note: 'mine', 'jws-kubeconfig-aaaaaa': detachedSignature('x', token, 'token') };
  t.equal(signedData(data, [token], 'token'), undefined);
  t.strictSame(signedData(data, [], 'token'), { kubeconfig: 'x', note: 'mine' });
  t.strictSame(signedData({ note: 'mine', 'jws-kubeconfig-bbbbbb': 'old' }, [token], 'token'), { note: 'mine' });
  t.equal(signedData({ note: 'mine' }, [token], 'token'), undefined);
});

t.test('controllers are chosen by name (BOOT-025, BOOT-027)', async (t) => {
  const runs = (...choices: string[]) => {
    const selection = controllerSelection(choices);
    return (['namespace', 'tokencleaner', 'bootstrapsigner'] as const).filter((name) => selection.runs(name));
  };
  t.strictSame(runs('*'), ['namespace']);
  t.strictSame(runs('*', 'tokencleaner'), ['namespace', 'tokencleaner']);
  t.strictSame(runs('*', 'tokencleaner', 'bootstrapsigner', '-namespace'), ['tokencleaner', 'bootstrapsigner']);
  t.strictSame(runs('-namespace', '*'), []);
  t.strictSame(runs(), []);
  t.equal(parseControllerChoice('-csrsigning'), '-csrsigning');
  t.equal(parseControllerChoice('-node-lifecycle-controller'), '-nodelifecycle', 'by its longer name');
  t.equal(controllerSelection().extent, 'default');
  t.equal(controllerSelection(['*', 'tokencleaner']).extent, 'default');
  t.equal(controllerSelection(['*', '-podgc']).extent, 'some');
  t.equal(controllerSelection(['-podgc']).extent, 'none', 'without * nothing runs that is not named');
  for (const wrong of ['', '-', '-*', 'other', '--namespace']) t.equal(parseControllerChoice(wrong), undefined, wrong);
});
