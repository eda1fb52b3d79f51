import { createObject } from '../../fixtures/created-objects.ts';
import { configMap, deployment, service } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** Metadata that the service generates for each object, or that admission and controllers may add. */
const ownOfEach = ['creationTimestamp', 'uid', 'resourceVersion', 'managedFields', 'annotations'];
/** Fields of a service that are allocated from a range. */
const allocated = ['clusterIP', 'clusterIPs', 'healthCheckNodePort'];

const subjects = [
  ['v1', 'configmaps', configMap('d', { a: 'b' }, { labels: { a: 'b' } })],
  ['v1', 'services', service('d', { labels: { a: 'b' } })],
  ['apps/v1', 'deployments', deployment('d')],
] as const;

export default {
  id: 'dry-run-shows-what-is-stored',
  title:
    'A dry-run create MUST show what a real one stores, except generated and allocated values, and allocate nothing.',
  requirements: ['DRY-011', 'DRY-012', 'DRY-018', 'DRY-019', 'DRY-020', 'DRY-021', 'DRY-022'],
  needs: ['namespace'],
  async run(c) {
    const query = { dryRun: 'All' };
    for (const [groupVersion, resource, manifest] of subjects) {
      const paths = c.resource(groupVersion, resource);
      const body = { ...manifest, apiVersion: groupVersion };
      const tried = await c.wire.post(paths.collection, body, { query });
      expectCreated(tried);
      expectStatus(await c.wire.get(paths.item('d')), 404);
      const made = await createObject(c, paths.collection, body);
      expectEqual(`dry run of ${resource}`, comparable(tried), comparable(made));
    }
    // An address or port that a dry run showed stays free, for the next dry run and for a real request.
    const services = c.resource('v1', 'services');
    const address = fieldOf(await c.wire.get(services.item('d')), 'spec.clusterIP');
    expectStatus(await c.wire.delete(services.item('d')), 200, 202);
    await c.eventually(async () => expectStatus(await c.wire.get(services.item('d')), 404));
    await c.holds('DRY-011', async () => {
      const asking = (name: string) => {
        const plain = service(name);
        return { ...plain, spec: { ...(plain['spec'] as object), clusterIP: address } };
      };
      for (const name of ['first', 'second'])
        expectCreated(await c.wire.post(services.collection, asking(name), { query }));
      await createObject(c, services.collection, asking('third'));
    });
  },
} satisfies Case;

/** The parts that must be equal in the dry run and in the real request. */
function comparable(answer: Exchange): unknown {
  const { status: _status, metadata, spec, ...rest } = answer.json() as Record<string, object>;
  return { ...rest, metadata: without(metadata, ownOfEach), spec: without(spec, allocated) };
}

function without(part: object | undefined, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(part ?? {}).filter(([name]) => !names.includes(name)));
}
