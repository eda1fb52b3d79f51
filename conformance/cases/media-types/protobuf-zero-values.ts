import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, deployment, pod } from '../../fixtures/manifests.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { expectEnvelope } from '../../wire/expect/envelope.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const image = 'registry.invalid/pause:1';

/** Zero, false, empty strings, empty maps and empty objects, in fields where they differ from absent. */
const spec = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  shareProcessNamespace: false,
  terminationGracePeriodSeconds: 0,
  securityContext: { runAsUser: 0, fsGroup: 0, runAsNonRoot: false },
  volumes: [{ name: 'v', emptyDir: {} }],
  tolerations: [{ key: 'conformance.example/x', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }],
  containers: [
    {
      name: 'main',
      image,
      command: [''],
      env: [{ name: 'EMPTY', value: '' }],
      resources: { requests: { cpu: '0' } },
      securityContext: { privileged: false, readOnlyRootFilesystem: false, capabilities: {} },
    },
  ],
};

export default {
  id: 'protobuf-zero-values',
  title: 'Protobuf MUST keep zeros, empty strings and empty objects where they differ from absent, in both directions.',
  requirements: ['MEDIA-012', 'MEDIA-060'],
  needs: ['namespace'],
  async run(c) {
    const type = c.vendor.fill('application/vnd.{maker}.protobuf');
    const network = 'networking.{api}/v1';
    const policies = c.resource(network, 'networkpolicies');
    const deployments = c.resource('apps/v1', 'deployments');
    const maps = c.resource('v1', 'configmaps');
    const template = { metadata: { labels: { app: 'd' } }, spec };
    const manifest = deployment('d') as { spec: object };
    const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    await createPod(c, pod('d', spec));
    await createObject(c, deployments.collection, {
      ...manifest,
      spec: { ...manifest.spec, template, strategy, revisionHistoryLimit: 0 },
    });
    await createObject(c, maps.collection, configMap('d', { empty: '' }, { annotations: { empty: '' } }));
    await createObject(c, policies.collection, {
      apiVersion: c.vendor.fill(network),
      kind: 'NetworkPolicy',
      metadata: { name: 'd' },
      spec: { podSelector: {}, ingress: [{}], egress: [{ to: [{ namespaceSelector: {} }] }] },
    });
    const subjects: readonly (readonly [ResourcePaths, string, unknown])[] = [
      [c.resource('v1', 'pods'), 'spec.terminationGracePeriodSeconds', 0],
      [c.resource('v1', 'pods'), 'spec.volumes.0.emptyDir', {}],
      [deployments, 'spec.replicas', 0],
      [deployments, 'spec.template.spec.securityContext.runAsUser', 0],
      [deployments, 'spec.template.spec.containers.0.securityContext.privileged', false],
      [maps, 'data.empty', ''],
      [policies, 'spec.ingress', [{}]],
      [policies, 'spec.podSelector', {}],
    ];
    for (const [paths, field, value] of subjects) {
      // Controllers may write in between: read and retry on a conflict.
      await c.eventually(async () => {
        const before = await c.wire.get(paths.item('d'), { accept: 'application/json' });
        expectOk(before);
        expectField(before, field, value);
        const binary = await c.wire.get(paths.item('d'), { accept: type });
        if (binary.status === 406) throw new NotObservable('the target does not speak the binary type');
        expectEnvelope(binary);
        const put = await c.wire.put(paths.item('d'), binary.body, { contentType: type, accept: 'application/json' });
        expectOk(put);
        // Writing the same object is no change, so the version stays the same.
        expectEqual(`object after a PUT of its binary form`, put.json(), before.json());
        expectEqual('object afterwards', (await c.wire.get(paths.item('d'))).json(), before.json());
      });
    }
  },
} satisfies Case;
