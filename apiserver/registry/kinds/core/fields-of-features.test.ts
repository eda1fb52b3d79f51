import t, { type Test } from 'tap';
import { type Answered, type InProcess, inProcess } from '../../../../fixtures/apiserver/registry.fixture.ts';
import { defaultFeatures } from '../../context/default-features.ts';

const containers = [{ name: 'c', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/v' }] }];

/** A server with the features off, and one with all of them on, of one store. */
async function servers(t: Test): Promise<{ readonly off: InProcess; readonly on: InProcess }> {
  const off = await inProcess('kubernetes');
  const features = { ...defaultFeatures, disabledGates: new Set<string>() };
  const on = await inProcess('kubernetes', { store: off.store, features });
  t.teardown(() => on.close());
  return { off, on };
}

function make(server: InProcess, kind: string, name: string, spec: object): Promise<Answered> {
  return server.call('create', server.vendor.fill(kind), { namespace: 'a', body: { metadata: { name }, spec } });
}

t.test('a new object loses the fields of features that are off, and keeps them where they are on', async (t) => {
  const { off, on } = await servers(t);
  const pod = (more: object) => ({ containers: [{ name: 'c', image: 'i' }], ...more });
  const stopped = pod({
    containers: [{ name: 'c', image: 'i', lifecycle: { stopSignal: 'SIGTERM' } }],
    os: { name: 'linux' },
  });
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  const scaling = { maxReplicas: 2, scaleTargetRef: target, behavior: { scaleUp: { tolerance: '0.1' } } };
  const slice = { driver: 'd.e', pool: { name: 'p', resourceSliceCount: 1 }, nodeName: 'n' };
  const taints = [{ key: 'k', effect: 'NoSchedule' }];
  for (const [kind, spec, path] of [
    ['pods', pod({ hostnameOverride: 'h' }), 'spec.hostnameOverride'],
    ['pods', stopped, 'spec.containers.0.lifecycle'],
    ['horizontalpodautoscalers.autoscaling', scaling, 'spec.behavior.scaleUp.tolerance'],
    ['deviceclasses.resource.{api}', { extendedResourceName: 'a.b/c' }, 'spec.extendedResourceName'],
    ['resourceslices.resource.{api}', { ...slice, devices: [{ name: 'd', taints }] }, 'spec.devices.0.taints'],
  ] as const) {
    const dropped = await make(off, kind, 'off', spec);
    t.equal(dropped.status, 201, `${kind}: ${dropped.text}`);
    t.equal(dropped.at(path), undefined, path);
    const kept = await make(on, kind, 'on', spec);
    t.equal(kept.status, 201, `${kind}: ${kept.text}`);
    t.not(kept.at(path), undefined, path);
    for (const name of ['off', 'on']) {
      await off.call('delete', off.vendor.fill(kind), { namespace: 'a', name, query: 'gracePeriodSeconds=0' });
    }
  }
});

t.test('an image volume of a disabled feature is dropped with its mounts, before validation', async (t) => {
  const { off, on } = await servers(t);
  const image = { image: { reference: 'r', pullPolicy: 'x' } };
  const dropped = await make(off, 'pods', 'p', { containers: [{ name: 'c', image: 'i' }], volumes: [image] });
  t.equal(dropped.status, 201, dropped.text);
  t.equal(dropped.at('spec.volumes'), undefined);
  const named = { name: 'v', image: { reference: 'r' } };
  const mounted = await make(off, 'pods', 'q', { containers, volumes: [named] });
  t.equal(mounted.status, 201, mounted.text);
  t.equal(mounted.at('spec.containers.0.volumeMounts'), undefined);
  const kept = await make(on, 'pods', 'r', { containers, volumes: [named] });
  t.equal(kept.at('spec.volumes.0.image.reference'), 'r');
});

t.test('an update keeps the fields of a feature that the stored object uses, and loses those of others', async (t) => {
  const { off, on } = await servers(t);
  const lease = { leaseDurationSeconds: 1, strategy: 'OldestEmulationVersion' };
  const update = (name: string, spec: object): Promise<Answered> =>
    off.call('patch', off.vendor.fill('leases.coordination.{api}'), {
      namespace: 'a',
      name,
      body: { spec },
      contentType: 'application/merge-patch+json',
    });
  await make(on, 'leases.coordination.{api}', 'used', lease);
  await make(off, 'leases.coordination.{api}', 'unused', lease);
  const used = await update('used', { leaseDurationSeconds: 2 });
  t.equal(used.at('spec.strategy'), 'OldestEmulationVersion');
  const unused = await update('unused', { strategy: 'OldestEmulationVersion' });
  t.equal(unused.status, 200, unused.text);
  t.equal(unused.at('spec.strategy'), undefined);
});
