import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, deployment, secret } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { expectAbsent, expectText } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';

const containers = [{ name: 'main', image: 'registry.invalid/pause:1' }];
const labels = { app: 'o' };

export default {
  id: 'default-policies',
  title:
    'Without a policy a delete SHOULD orphan dependents of jobs and replication controllers, and delete those of others.',
  requirements: ['DEL-003', 'DEL-039'],
  needs: ['namespace'],
  async run(c) {
    const secrets = c.resource('v1', 'secrets');
    const jobs = c.resource('batch/v1', 'jobs');
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'o' },
      spec: { template: { spec: { containers, restartPolicy: 'Never' } }, suspend: true },
    };
    const controller = { replicas: 0, selector: labels, template: { metadata: { labels }, spec: { containers } } };
    const subjects: readonly (readonly [ResourcePaths, Record<string, unknown>, boolean])[] = [
      [jobs, job, true],
      [
        c.resource('v1', 'replicationcontrollers'),
        { apiVersion: 'v1', kind: 'ReplicationController', spec: controller },
        true,
      ],
      [c.resource('apps/v1', 'deployments'), deployment('o'), false],
      [c.resource('v1', 'configmaps'), configMap('o'), false],
    ];
    for (const [paths, manifest, orphans] of subjects) {
      const { apiVersion, kind } = manifest;
      const owner = await createObject(c, paths.collection, { ...manifest, metadata: { name: 'o' } });
      const reference = { apiVersion, kind, name: 'o', uid: expectText(owner, 'metadata.uid') };
      const name = `of-${String(kind).toLowerCase()}`;
      await createObject(c, secrets.collection, secret(name, {}, { ownerReferences: [reference] }));
      // No body and no query parameter.
      await c.holds('DEL-039', async () => expectDeleted(await c.wire.delete(paths.item('o'))));
      await c.eventually(async () => expectStatus(await c.wire.get(paths.item('o')), 404));
      if (orphans) {
        await c.holds('DEL-039', () =>
          c.eventually(async () => {
            const left = await c.wire.get(secrets.item(name));
            expectOk(left);
            expectAbsent(left, 'metadata.ownerReferences');
            expectAbsent(left, 'metadata.deletionTimestamp');
          }),
        );
      } else {
        await c.holds('DEL-039', () =>
          c.eventually(async () => expectStatus(await c.wire.get(secrets.item(name)), 404)),
        );
      }
    }
    // Asked not to orphan, it does not, whatever its default is.
    const asked = await createObject(c, jobs.collection, job);
    const reference = { apiVersion: job.apiVersion, kind: job.kind, name: 'o', uid: expectText(asked, 'metadata.uid') };
    await createObject(c, secrets.collection, secret('asked', {}, { ownerReferences: [reference] }));
    await c.holds('DEL-003', async () => {
      expectDeleted(await c.wire.delete(jobs.item('o'), { orphanDependents: false }));
      await c.eventually(async () => expectStatus(await c.wire.get(secrets.item('asked')), 404));
    });
  },
} satisfies Case;
