import { expectArray, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { defineKind, definitionOf, versionWith } from '../../fixtures/created-objects.ts';
import { applyAs, fieldsInConflict, ownersOf } from '../../fixtures/field-owners.ts';

export default {
  id: 'markers-of-definitions',
  title: 'Lists of defined kinds MUST be atomic unless marked, and changing a marker MUST keep the known owners.',
  requirements: ['APPLY-018', 'APPLY-019', 'APPLY-057', 'APPLY-058', 'APPLY-059', 'APPLY-060'],
  needs: ['namespace'],
  async run(c) {
    const texts = { type: 'array', items: { type: 'string' } };
    const set = { ...texts, [c.vendor.fill('x-{maker}-list-type')]: 'set' };
    const named = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, size: { type: 'string' } },
    };
    const objects = { type: 'array', items: named };
    const keyed = {
      ...objects,
      [c.vendor.fill('x-{maker}-list-type')]: 'map',
      [c.vendor.fill('x-{maker}-list-map-keys')]: ['name'],
    };
    const whole = { ...named, [c.vendor.fill('x-{maker}-map-type')]: 'atomic' };
    const properties = { plain: texts, set, loosens: texts, tightens: set, objects, keyed, named, whole };
    const definition = definitionOf(c, properties);
    const things = await defineKind(c, definition);
    const { kind } = definition.spec.names;
    const apply = (manager: string, name: string, fields: object) =>
      applyAs(c, manager, things.item(name), {
        apiVersion: 'conformance.example/v1',
        kind,
        metadata: { name },
        ...fields,
      });
    await c.holds('APPLY-018', async () => {
      expectCreated(await apply('m1', 'a', { plain: ['x'] }));
      const refused = await apply('m2', 'a', { plain: ['y'] });
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.plain']);
      expectCreated(await apply('m1', 'o', { objects: [{ name: 'x' }], named: { name: 'n' } }));
      const refusedObjects = await apply('m2', 'o', { objects: [{ name: 'y' }] });
      expectFailure(refusedObjects, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refusedObjects), ['.objects']);
      // Only keys of an object are owned one by one.
      const both = await apply('m2', 'o', { named: { name: 'n', size: '1' } });
      expectOk(both);
      expectEqual('owners of a key', ownersOf(both, 'f:named', 'f:size'), ['m2']);
    });
    await c.holds('APPLY-019', async () => {
      expectCreated(await apply('m1', 'b', { set: ['x'] }));
      expectOk(await apply('m2', 'b', { set: ['y'] }));
      expectSameMembers('set', expectArray(await c.wire.get(things.item('b')), 'set'), ['x', 'y']);
      expectCreated(await apply('m1', 'k', { keyed: [{ name: 'x', size: '1' }], whole: { name: 'n' } }));
      expectOk(await apply('m2', 'k', { keyed: [{ name: 'y' }] }));
      const items = expectArray(await c.wire.get(things.item('k')), 'keyed');
      expectSameMembers('keyed', items, [{ name: 'x', size: '1' }, { name: 'y' }]);
      const refusedItem = await apply('m2', 'k', { keyed: [{ name: 'x', size: '2' }] });
      expectFailure(refusedItem, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refusedItem), ['.keyed[name="x"].size']);
      const refusedWhole = await apply('m2', 'k', { whole: { name: 'n', size: '1' } });
      expectFailure(refusedWhole, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refusedWhole), ['.whole']);
    });
    for (const name of ['t', 'u']) {
      expectCreated(await apply('m1', name, { tightens: ['x'] }));
      expectOk(await apply('m2', name, { tightens: ['y'] }));
    }
    expectCreated(await apply('m1', 'l', { loosens: ['x'] }));
    const changed = { ...properties, loosens: set, tightens: texts };
    const definitions = c.clusterResource('apiextensions.{api}/v1', 'customresourcedefinitions');
    const patched = { spec: { versions: [versionWith(changed)] } };
    expectOk(await c.wire.patch(definitions.item(definition.metadata.name), 'merge', patched));
    // The new schema takes effect after a moment; a probe object shows when.
    expectCreated(await apply('m1', 'probe', { tightens: ['x'] }));
    await c.eventually(async () => expectFailure(await apply('m2', 'probe', { tightens: ['y'] }), 409), 15_000);
    await c.holds(['APPLY-057', 'APPLY-058'], async () => {
      const refused = await apply('m1', 't', { tightens: ['z'] });
      expectFailure(refused, 409, 'Conflict');
      expectEqual('fields', fieldsInConflict(refused), ['.tightens']);
      const kept = await apply('m1', 'u', { tightens: ['x', 'y'] });
      expectOk(kept);
      expectEqual('owners', ownersOf(kept, 'f:tightens'), ['m1', 'm2']);
    });
    await c.holds(['APPLY-059', 'APPLY-060'], async () => {
      const both = await apply('m2', 'l', { loosens: ['y'] });
      expectOk(both);
      expectField(both, 'loosens', ['x', 'y']);
      expectEqual('owners of y', ownersOf(both, 'f:loosens', 'v:"y"'), ['m2']);
      expectEqual('owners of x', ownersOf(both, 'f:loosens', 'v:"x"'), []);
    });
  },
} satisfies Case;
