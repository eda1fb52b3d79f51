import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import type { PodSpec } from '../rule/pod-form.ts';
import { admit, testPod, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { serviceAccountPlugin } from './service-account.ts';

const account = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, namespace: 'ns' },
  ...more,
});

for (const id of vendorIds) {
  const vendor = vendorOf(id);

  t.test(`a pod gets the default account and its token volume, with ${id}`, async (t) => {
    const serviceAccounts = new FixedLister([account('default', { imagePullSecrets: [{ name: 'pull' }] })]);
    const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts });
    const path = vendor.fill('/var/run/secrets/{label}/serviceaccount');
    const write = testWrite('CREATE', 'pods', {
      object: testPod({
        containers: [{ name: 'a' }, { name: 'b', volumeMounts: [{ name: 'mine', mountPath: path }] }],
        initContainers: [{ name: 'i' }],
      }),
    });
    t.equal(await admit(plugin, write), undefined);
    const spec = write.object?.['spec'] as PodSpec;
    t.equal(spec.serviceAccountName, 'default');
    t.strictSame(spec.imagePullSecrets, [{ name: 'pull' }]);
    const [volume] = spec.volumes ?? [];
    t.match(volume?.name, new RegExp(`^${vendor.fill('{short}')}-api-access-[a-z0-9]{5}$`));
    t.match(volume?.projected, {
      defaultMode: 420,
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { name: vendor.fill('{short}-root-ca.crt') } },
        { downwardAPI: { items: [{ path: 'namespace' }] } },
      ],
    });
    t.strictSame(spec.containers?.[0]?.volumeMounts, [{ name: volume?.name, readOnly: true, mountPath: path }]);
    t.equal(spec.containers?.[1]?.volumeMounts?.length, 1, 'a mount of its own is left alone');
    t.equal(spec.initContainers?.[0]?.volumeMounts?.length, 1);
  });
}

const vendor = vendorOf('orch');

t.test('a pod that declines the token gets none', async (t) => {
  const serviceAccounts = new FixedLister([account('quiet', { automountServiceAccountToken: false })]);
  const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts });
  const write = testWrite('CREATE', 'pods', { object: testPod({ serviceAccountName: 'quiet', containers: [{}] }) });
  t.equal(await admit(plugin, write), undefined);
  t.equal((write.object?.['spec'] as PodSpec | undefined)?.volumes, undefined);
});

t.test('an account that does not exist refuses the pod', async (t) => {
  const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts: new FixedLister() });
  const refused = await admit(plugin, testWrite('CREATE', 'pods', { object: testPod({ serviceAccountName: 'x' }) }));
  t.equal(
    refused?.message,
    'pods "p" is forbidden: error looking up service account ns/x: serviceaccount "x" not found',
  );
});

t.test('the default account of a new namespace is waited for, but not for ever', async (t) => {
  const clock = new FakeClock();
  const serviceAccounts = new FixedLister();
  const plugin = serviceAccountPlugin({ vendor, clock, serviceAccounts });
  const first = admit(plugin, testWrite('CREATE', 'pods', { object: testPod() }));
  await clock.advance(40);
  serviceAccounts.put(account('default'));
  await clock.advance(100);
  t.equal(await first, undefined);
  serviceAccounts.remove('ns', 'default');
  const second = admit(plugin, testWrite('CREATE', 'pods', { object: testPod() }));
  await clock.advance(2000);
  t.equal((await second)?.code, 403);
});

t.test('a mirror pod refers to no account', async (t) => {
  const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts: new FixedLister() });
  const annotations = { [vendor.fill('{label}/config.mirror')]: 'x' };
  t.equal(await admit(plugin, testWrite('CREATE', 'pods', { object: testPod({}, { annotations }) })), undefined);
  const refused = await admit(
    plugin,
    testWrite('CREATE', 'pods', { object: testPod({ serviceAccountName: 'a' }, { annotations }) }),
  );
  t.match(refused?.message, /a mirror pod may not reference service accounts/);
});

t.test('a mirror pod refers to no secret, wherever', async (t) => {
  const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts: new FixedLister() });
  const annotations = { [vendor.fill('{label}/config.mirror')]: 'x' };
  for (const spec of [
    { imagePullSecrets: [{ name: 's' }] },
    { volumes: [{ name: 'v', secret: { secretName: 's' } }] },
    { volumes: [{ name: 'v', projected: { sources: [{ secret: { name: 's' } }] } }] },
    { containers: [{ name: 'c', env: [{ name: 'E', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }] },
  ]) {
    const refused = await admit(plugin, testWrite('CREATE', 'pods', { object: testPod(spec, { annotations }) }));
    t.match(refused?.message, /a mirror pod may not reference secrets$/);
  }
});

t.test('a mirror pod has no token of an account projected into it, and any other projection', async (t) => {
  const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts: new FixedLister() });
  const annotations = { [vendor.fill('{label}/config.mirror')]: 'x' };
  const admitted = async (...sources: readonly object[]) => {
    const object = testPod({ volumes: [{ name: 'v' }, { name: 'p', projected: { sources } }] });
    object.metadata.annotations = annotations;
    return (await admit(plugin, testWrite('CREATE', 'pods', { object })))?.message;
  };
  t.equal(await admitted(), undefined);
  t.equal(await admitted({ configMap: { name: 'c' } }, { downwardAPI: { items: [] } }), undefined);
  t.match(
    await admitted({ configMap: { name: 'c' } }, { serviceAccountToken: { path: 'token' } }),
    /a mirror pod may not use ServiceAccountToken volume projections$/,
  );
});

t.test('a volume with the name of a token volume is mounted instead of another one', async (t) => {
  const plugin = serviceAccountPlugin({
    vendor,
    clock: new FakeClock(),
    serviceAccounts: new FixedLister([account('default')]),
  });
  const name = vendor.fill('{short}-api-access-mine');
  const write = testWrite('CREATE', 'pods', { object: testPod({ volumes: [{ name }], containers: [{ name: 'c' }] }) });
  t.equal(await admit(plugin, write), undefined);
  const { volumes, containers } = (write.object?.['spec'] ?? {}) as PodSpec;
  t.strictSame(volumes, [{ name }]);
  t.equal(containers?.[0]?.volumeMounts?.[0]?.name, name);
});

t.test('pods of an account that lists its secrets use these only', async (t) => {
  const annotation = vendor.fill('{label}/enforce-mountable-secrets');
  const strict = account('strict', { secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'p' }] });
  const serviceAccounts = new FixedLister([
    { ...strict, metadata: { ...strict.metadata, annotations: { [annotation]: 'true' } } },
  ]);
  const plugin = serviceAccountPlugin({ vendor, clock: new FakeClock(), serviceAccounts });
  const env = (name: string) => [{ name: 'E', valueFrom: { secretKeyRef: { name, key: 'k' } } }];
  const refusal = async (spec: object, subresource = '') => {
    const object = testPod({ serviceAccountName: 'strict', containers: [], ...spec });
    const write = testWrite(subresource === '' ? 'CREATE' : 'UPDATE', 'pods', {
      object,
      oldObject: object,
      subresource,
    });
    return admit(plugin, write);
  };
  const because = 'is not allowed because service account strict does not reference that';
  for (const [spec, text] of [
    [{ volumes: [{ name: 'v', secret: { secretName: 'x' } }] }, `volume with secret.secretName="x" ${because} secret`],
    [
      { containers: [{ name: 'c', env: env('x') }] },
      `container c with envVar E referencing secret.secretName="x" ${because} secret`,
    ],
    [
      { initContainers: [{ name: 'i', envFrom: [{ secretRef: { name: 'x' } }] }] },
      `init container i with envFrom referencing secret.secretName="x" ${because} secret`,
    ],
    [{ imagePullSecrets: [{ name: 'p' }, { name: 's' }] }, `imagePullSecrets[1].name="s" ${because} imagePullSecret`],
  ] as const) {
    const refused = await refusal(spec);
    t.equal(refused?.code, 403);
    t.equal(refused?.message, `pods "p" is forbidden: ${text}`);
  }
  const listed = { volumes: [{ name: 'v', secret: { secretName: 's' } }], containers: [{ name: 'c', env: env('s') }] };
  t.equal(await refusal(listed), undefined);
  const added = await refusal({ ephemeralContainers: [{ name: 'e', env: env('x') }] }, 'ephemeralcontainers');
  t.equal(added?.code, 500);
  t.equal(added?.message, `ephemeral container e with envVar E referencing secret.secretName="x" ${because} secret`);
  t.equal(await refusal({ ephemeralContainers: [{ name: 'e', env: env('s') }] }, 'ephemeralcontainers'), undefined);
});
