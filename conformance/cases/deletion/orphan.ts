import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'orphan',
  title: 'The orphan policy MUST delete the object and keep its dependents without the owner reference.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const owner = await createObject(c, maps.collection, configMap('owner'));
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: fieldOf(owner, 'metadata.uid') },
    ];
    await createObject(c, maps.collection, configMap('dependent', {}, { ownerReferences }));
    const other = fieldOf(await createObject(c, maps.collection, configMap('other')), 'metadata.uid');
    const kept = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: other };
    const shared = { ownerReferences: [...ownerReferences, kept] };
    await createObject(c, maps.collection, configMap('dependent-of-both', {}, shared));
    expectDeleted(await c.wire.delete(maps.item('owner'), { propagationPolicy: 'Orphan' }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('owner')), 404));
    await Promise.all([collectorHadItsTurn(c), asksItself(c)]);
    const orphan = await c.wire.get(maps.item('dependent'));
    expectOk(orphan);
    expectAbsent(orphan, 'metadata.ownerReferences');
    // Another owner stays.
    expectField(await c.wire.get(maps.item('dependent-of-both')), 'metadata.ownerReferences', [kept]);
  },
} satisfies Case;

/** A dependent with the finalizer of this policy is deleted with its owner, and its own dependents stay. */
async function asksItself(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const make = async (name: string, owner: string | undefined, finalizers: readonly string[] = []) => {
    const ownerReferences = owner === undefined ? [] : [await referenceTo(c, owner)];
    await createObject(c, maps.collection, configMap(name, {}, { ownerReferences, finalizers }));
  };
  await make('above', undefined);
  await make('between', 'above', ['orphan']);
  await make('below', 'between');
  expectDeleted(await c.wire.delete(maps.item('above'), { propagationPolicy: 'Background' }));
  await c.eventually(async () => expectStatus(await c.wire.get(maps.item('between')), 404));
  await expectLasting(c, async () => {
    const below = await c.wire.get(maps.item('below'));
    expectOk(below);
    expectAbsent(below, 'metadata.ownerReferences');
  });
}

async function referenceTo(c: CaseContext, name: string): Promise<object> {
  const owner = await c.wire.get(c.resource('v1', 'configmaps').item(name));
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: fieldOf(owner, 'metadata.uid') };
}

/**
 * Deletes another owner and waits until its dependent is collected: by then the collector has handled earlier deletions
 * too.
 */
async function collectorHadItsTurn(c: CaseContext): Promise<void> {
  const maps = c.resource('v1', 'configmaps');
  const later = await createObject(c, maps.collection, configMap('later'));
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'later', uid: fieldOf(later, 'metadata.uid') }];
  await createObject(c, maps.collection, configMap('dependent-of-later', {}, { ownerReferences }));
  expectDeleted(await c.wire.delete(maps.item('later'), { propagationPolicy: 'Background' }));
  await c.eventually(async () => expectStatus(await c.wire.get(maps.item('dependent-of-later')), 404));
}
