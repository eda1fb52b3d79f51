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
    const properties = { plain: texts, set, loosens: texts, tightens: set };
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
    });
    await c.holds('APPLY-019', async () => {
      expectCreated(await apply('m1', 'b', { set: ['x'] }));
      expectOk(await apply('m2', 'b', { set: ['y'] }));
      expectSameMembers('set', expectArray(await c.wire.get(things.item('b')), 'set'), ['x', 'y']);
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
    });
  },
} satisfies Case;
