import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { applyAs, ownersOf } from '../../fixtures/field-owners.ts';
import { configMap } from '../../fixtures/manifests.ts';

const former = 'before-first-apply';

export default {
  id: 'owners-before-the-first-apply',
  title: 'An apply to an object without owners MUST conflict with its values, which one manager owns from then on.',
  requirements: ['APPLY-030', 'APPLY-033', 'APPLY-035', 'APPLY-070'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const item = maps.item('a');
    await createObject(c, maps.collection, configMap('a', { a: '1', b: '1' }));
    expectOk(await c.wire.patch(item, 'merge', { metadata: { managedFields: [{}] } }));
    expectField(await c.wire.get(item), 'metadata.managedFields', undefined);
    const refused = await applyAs(c, 'm1', item, configMap('a', { a: '2' }));
    expectFailure(refused, 409, 'Conflict');
    expectField(refused, 'details.causes.0.message', `conflict with "${former}" using v1`);
    const shared = await applyAs(c, 'm1', item, configMap('a', { b: '1' }));
    expectOk(shared);
    expectField(shared, 'data', { a: '1', b: '1' });
    expectEqual('owners of the same value', ownersOf(shared, 'f:data', 'f:b'), [former, 'm1']);
    expectEqual('owners of the rest', ownersOf(shared, 'f:data', 'f:a'), [former]);
    const forced = await applyAs(c, 'm1', item, configMap('a', { a: '2' }), { force: 'true' });
    expectOk(forced);
    expectField(forced, 'data', { a: '2', b: '1' });
    expectEqual('owners after force', ownersOf(forced, 'f:data', 'f:a'), ['m1']);
    expectEqual('owners of what was given up', ownersOf(forced, 'f:data', 'f:b'), [former]);
  },
} satisfies Case;
