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

/** What is refused where all features are on, with the words of the first cause. */
const refused: readonly (readonly [kind: string, spec: object, cause: string])[] = [
  ...(
    [
      [
        { env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'p', key: 'k' } } }] },
        {},
        'containers[0].env[0].valueFrom.fileKeyRef.volumeName: Not found: "v"',
      ],
      [
        { env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: '../p', key: 'k' } } }] },
        { volumes: [{ name: 'v', emptyDir: {} }] },
        `containers[0].env[0].valueFrom.fileKeyRef.path: Invalid value: "../p": must not contain '..'`,
      ],
      [
        { lifecycle: { stopSignal: 'SIGHUP' } },
        {},
        'containers[0].lifecycle.stopSignal: Forbidden: may not be set for containers with empty `spec.os.name`',
      ],
      [
        { lifecycle: { stopSignal: 'SIGHUP' } },
        { os: { name: 'windows' } },
        'containers[0].lifecycle.stopSignal: Unsupported value: "SIGHUP": supported values: "SIGKILL", "SIGTERM"',
      ],
      [
        { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In' } }] },
        {},
        'containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used',
      ],
      [
        { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart' }] },
        {},
        'containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified',
      ],
      [
        {},
        { hostnameOverride: 'h', hostNetwork: true },
        'hostnameOverride: Forbidden: may not be specified when hostNetwork is true',
      ],
      [
        {},
        { hostnameOverride: 'h', setHostnameAsFQDN: true },
        'hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
      ],
      [{}, { volumes: [{ name: 'v', image: {} }] }, 'volumes[0].image.reference: Required value'],
      [
        {},
        {
          volumes: [
            {
              name: 'v',
              projected: { sources: [{ clusterTrustBundle: { name: 'a', signerName: 'a.b/c', path: 'p' } }] },
            },
          ],
        },
        'volumes[0].projected.sources[0].clusterTrustBundle: Invalid value: {"name":"a","signerName":"a.b/c","path":"p"}: only one of name and signerName may be used',
      ],
      [
        {},
        {
          volumes: [
            {
              name: 'v',
              projected: {
                sources: [
                  {
                    podCertificate: {
                      signerName: 'a.b/c',
                      keyType: 'ED25519',
                      keyPath: 'k',
                      maxExpirationSeconds: 8_000_000,
                    },
                  },
                ],
              },
            },
          ],
        },
        'volumes[0].projected.sources[0].podCertificate.maxExpirationSeconds: Invalid value: 8000000: if provided, maxExpirationSeconds must be <= 7862400',
      ],
    ] as const
  ).map(
    ([container, spec, cause]) =>
      ['pods', { containers: [{ name: 'c', image: 'i', ...container }], ...spec }, `spec.${cause}`] as const,
  ),
  [
    'leases.coordination.{api}',
    { preferredHolder: 'h' },
    'spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined',
  ],
  [
    'leases.coordination.{api}',
    { strategy: 'x' },
    'spec.strategy.strategy: Unsupported value: "x": supported values: "OldestEmulationVersion"',
  ],
  [
    'csidrivers.storage.{api}',
    { nodeAllocatableUpdatePeriodSeconds: 9 },
    'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
  ],
  [
    'statefulsets.apps',
    {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      updateStrategy: { rollingUpdate: { maxUnavailable: 0 } },
    },
    'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0',
  ],
];

t.test('fields of features are refused where they make no sense, with the words that clients know', async (t) => {
  const { on } = await servers(t);
  for (const [kind, spec, cause] of refused) {
    const answer = await make(on, kind, 'x', spec);
    t.equal(answer.status, 422, answer.text);
    const [first] = answer.at('details.causes') as readonly { readonly field: string; readonly message: string }[];
    t.equal(`${first?.field}: ${first?.message}`, cause);
  }
});

t.test('fields of features get their defaults: a policy of images, a time of taints', async (t) => {
  const { on } = await servers(t);
  const volumes = ['r', 'r:latest', 'r:1'].map((reference, index) => ({ name: `v${index}`, image: { reference } }));
  const pod = await make(on, 'pods', 'p', { containers: [{ name: 'c', image: 'i' }], volumes });
  t.strictSame(
    [0, 1, 2].map((index) => pod.at(`spec.volumes.${index}.image.pullPolicy`)),
    ['Always', 'Always', 'IfNotPresent'],
  );
  const devices = [{ name: 'd', taints: [{ key: 'k', effect: 'NoSchedule' }] }];
  const slice = { driver: 'd.e', pool: { name: 'p', resourceSliceCount: 1 }, nodeName: 'n', devices };
  const made = await make(on, 'resourceslices.resource.{api}', 's', slice);
  t.match(made.at('spec.devices.0.taints.0.timeAdded'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

t.test(
  'a policy of a shared capacity without a default, and a claim status without mappings, are refused',
  async (t) => {
    const { on } = await servers(t);
    const capacity = { c: { value: '1', requestPolicy: { validValues: ['1'] } } };
    const devices = [{ name: 'd', allowMultipleAllocations: true, capacity }];
    const slice = { driver: 'd.e', pool: { name: 'p', resourceSliceCount: 1 }, nodeName: 'n', devices };
    const refusedSlice = await make(on, 'resourceslices.resource.{api}', 's', slice);
    t.equal(refusedSlice.status, 422, refusedSlice.text);
    await make(on, 'pods', 'p', { containers: [{ name: 'c', image: 'i' }] });
    const status = { extendedResourceClaimStatus: { resourceClaimName: 'c' } };
    const body = { metadata: { name: 'p' }, status };
    const answer = await on.call('update', 'pods', { namespace: 'a', name: 'p', subresource: 'status', body });
    t.equal(answer.status, 422, answer.text);
  },
);
