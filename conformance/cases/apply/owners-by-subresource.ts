import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { applyAs, fieldsInConflict, ownersOf } from '../../fixtures/field-owners.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'owners-by-subresource',
  title: 'Each manager and operation SHOULD have an entry for each sub-resource, in the version it wrote.',
  requirements: ['OBJ-059', 'OBJ-060', 'OBJ-062', 'OBJ-093'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const path = deployments.item('d');
    // The scheduling gate keeps a scheduler from placing the pods.
    const plain = withReplica(deployment('d') as { spec: { template: { spec: object } } });
    expectCreated(await applyAs(c, 'm1', path, plain));
    expectOk(
      await c.wire.patch(path, 'merge', { metadata: { labels: { a: '1' } } }, { query: { fieldManager: 'm1' } }),
    );
    const condition = { type: 'Checked', status: 'True' };
    const status = { ...pick(plain, 'apiVersion', 'kind', 'metadata'), status: { conditions: [condition] } };
    expectOk(await applyAs(c, 'm1', deployments.item('d', 'status'), status));
    const scale = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'd', namespace: c.namespace },
      spec: { replicas: 2 },
    };
    const refused = await applyAs(c, 'm2', deployments.item('d', 'scale'), scale);
    expectFailure(refused, 409, 'Conflict');
    expectEqual('fields', fieldsInConflict(refused), ['.spec.replicas']);
    const same = { ...scale, spec: { replicas: 1 } };
    const shared = await applyAs(c, 'm2', deployments.item('d', 'scale'), same);
    expectOk(shared);
    const read = await c.wire.get(path);
    const entries = expectArray(read, 'metadata.managedFields').filter((entry) =>
      ['m1', 'm2'].includes(fieldOf(entry, 'manager') as string),
    );
    const told = entries.map((entry) =>
      ['manager', 'operation', 'subresource', 'apiVersion']
        .map((name) => (fieldOf(entry, name) as string | undefined) ?? '')
        .join(),
    );
    expectEqual('entries', told.toSorted(), [
      'm1,Apply,,apps/v1',
      'm1,Apply,status,apps/v1',
      'm1,Update,,apps/v1',
      'm2,Apply,scale,apps/v1',
    ]);
    expectEqual('owners of replicas', ownersOf(read, 'f:spec', 'f:replicas'), ['m1', 'm2']);
    // Controllers add conditions of their own.
    const types = expectArray(read, 'status.conditions').map((each) => fieldOf(each, 'type'));
    expectThat('conditions', types.includes('Checked'), 'Checked among them', types);
  },
} satisfies Case;

function pick(from: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

function withReplica(plain: { spec: { template: { spec: object } } }): object {
  const { template } = plain.spec;
  const gated = { ...template.spec, schedulingGates: [{ name: 'conformance.example/hold' }] };
  return { ...plain, spec: { ...plain.spec, replicas: 1, template: { ...template, spec: gated } } };
}
