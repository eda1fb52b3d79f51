import { createObject } from '../../fixtures/created-objects.ts';
import { deployment, pod, service } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const containers = [{ name: 'main', image: 'registry.invalid/pause:1' }];
const labels = { app: 'd' };
const template = { metadata: { labels }, spec: { containers } };
const claims = [
  { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
];
const once = { template: { spec: { containers, restartPolicy: 'Never' } }, suspend: true };

/** Kinds with one defaulted field each, which the manifest leaves out. */
const subjects: readonly (readonly [
  groupVersion: string,
  resource: string,
  manifest: object,
  field: string,
  value: unknown,
])[] = [
  ['apps/v1', 'deployments', deployment('d'), 'spec.revisionHistoryLimit', 10],
  [
    'apps/v1',
    'statefulsets',
    {
      kind: 'StatefulSet',
      spec: {
        replicas: 0,
        serviceName: 'd',
        selector: { matchLabels: labels },
        template,
        volumeClaimTemplates: claims,
      },
    },
    'spec.volumeClaimTemplates.0.kind',
    'PersistentVolumeClaim',
  ],
  ['batch/v1', 'jobs', { kind: 'Job', spec: once }, 'spec.backoffLimit', 6],
  [
    'batch/v1',
    'jobs',
    { kind: 'Job', spec: { ...once, completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 } },
    'spec.backoffLimit',
    2_147_483_647,
  ],
  ['v1', 'services', service('d'), 'spec.type', 'ClusterIP'],
  ['v1', 'pods', pod('d'), 'spec.terminationGracePeriodSeconds', 30],
];

export default {
  id: 'dry-run-fills-defaults',
  title: 'A dry-run create MUST show the defaults that a real one stores, and a dry-run update the current version.',
  requirements: ['DRY-008', 'DRY-012', 'DRY-010'],
  needs: ['namespace'],
  async run(c) {
    for (const [groupVersion, resource, manifest, field, value] of subjects) {
      const paths = c.resource(groupVersion, resource);
      const body = { ...manifest, apiVersion: groupVersion, metadata: { name: 'd' } };
      const query = { dryRun: 'All' };
      await c.eventually(async () => {
        const dry = await c.wire.post(paths.collection, body, { query });
        // A pod is refused until its service account exists.
        expectCreated(dry);
        await c.holds('DRY-008', async () => expectField(dry, field, value));
        await c.holds('DRY-010', async () => expectStatus(await c.wire.get(paths.item('d')), 404));
      });
      const made = await createObject(c, paths.collection, body);
      expectField(made, field, value);
      await c.holds('DRY-012', async () => {
        // A controller may write the status meanwhile: retry on a conflict.
        await c.eventually(async () => {
          const stored = await c.wire.get(paths.item('d'));
          const change = { metadata: { annotations: { tried: 'yes' } } };
          const tried = await c.wire.patch(paths.item('d'), 'merge', change, { query });
          expectOk(tried);
          const version = fieldOf(stored, 'metadata.resourceVersion');
          expectEqual('version of a dry-run PATCH', fieldOf(tried, 'metadata.resourceVersion'), version);
          const put = await c.wire.put(paths.item('d'), tried.json(), { query });
          expectOk(put);
          expectEqual('version of a dry-run PUT', fieldOf(put, 'metadata.resourceVersion'), version);
        });
      });
      expectStatus(
        await c.wire.delete(paths.item('d'), { propagationPolicy: 'Background', gracePeriodSeconds: 0 }),
        200,
        202,
      );
      await c.eventually(async () => expectStatus(await c.wire.get(paths.item('d')), 404));
    }
  },
} satisfies Case;
