import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { deployment, pod, service } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';

/** A sub-resource, and the change that a write through it tries to make. */
interface Subject {
  readonly paths: ResourcePaths;
  readonly name: string;
  readonly subresource: string;
  readonly change: object;
  readonly field: string;
  readonly value: unknown;
}

export default {
  id: 'stale-subresources',
  title: 'PUT and PATCH of a sub-resource with a stale version MUST be answered 409 and change nothing.',
  requirements: ['UPD-002', 'UPD-003', 'UPD-006', 'UPD-015U'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const [pods, services] = [c.resource('v1', 'pods'), c.resource('v1', 'services')];
    await createObject(c, deployments.collection, deployment('d'));
    await createPod(c, pod('p'));
    await createObject(c, services.collection, service('s'));
    const ingress = [{ hostname: 'stale.conformance.example' }];
    const subjects: readonly Subject[] = [
      {
        paths: deployments,
        name: 'd',
        subresource: 'scale',
        change: { spec: { replicas: 3 } },
        field: 'spec.replicas',
        value: 3,
      },
      {
        paths: deployments,
        name: 'd',
        subresource: 'status',
        change: { status: { observedGeneration: 77 } },
        field: 'status.observedGeneration',
        value: 77,
      },
      {
        paths: pods,
        name: 'p',
        subresource: 'status',
        change: { status: { reason: 'Stale' } },
        field: 'status.reason',
        value: 'Stale',
      },
      {
        paths: services,
        name: 's',
        subresource: 'status',
        change: { status: { loadBalancer: { ingress } } },
        field: 'status.loadBalancer.ingress.0.hostname',
        value: ingress[0]?.hostname,
      },
    ];
    for (const subject of subjects) await isGuarded(c, subject);
  },
} satisfies Case;

async function isGuarded(c: CaseContext, { paths, name, subresource, change, field, value }: Subject): Promise<void> {
  const path = paths.item(name, subresource);
  const old = await c.wire.get(path);
  expectOk(old);
  expectOk(await c.wire.patch(paths.item(name), 'merge', { metadata: { labels: { moved: c.unique('to') } } }));
  const unchanged = async () => expectDifferent(`${field} of ${path}`, fieldOf(await c.wire.get(path), field), value);
  const resourceVersion = versionOf(old);
  await c.holds('UPD-002', async () =>
    expectFailure(await c.wire.put(path, { ...(old.json() as object), ...change }), 409, 'Conflict'),
  );
  await c.holds('UPD-003', unchanged);
  await c.holds(['UPD-006', 'UPD-015U'], async () => {
    expectFailure(await c.wire.patch(path, 'merge', { metadata: { resourceVersion }, ...change }), 409, 'Conflict');
    await unchanged();
  });
}
