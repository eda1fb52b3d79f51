import { expectArray, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'set-list-items',
  title: 'Items of a set MUST be owned individually.',
  requirements: ['APPLY-006'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const apply = async (manager: string, finalizers: readonly string[]) =>
      expectCreated(
        await c.wire.patch(
          maps.item('a'),
          'apply',
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', finalizers } },
          {
            query: { fieldManager: manager },
          },
        ),
      );
    await apply('m1', ['conformance.example/x']);
    await apply('m2', ['conformance.example/y']);
    const both = await c.wire.get(maps.item('a'));
    expectSameMembers('finalizers of both', expectArray(both, 'metadata.finalizers'), [
      'conformance.example/x',
      'conformance.example/y',
    ]);
    await apply('m1', []);
    expectField(await c.wire.get(maps.item('a')), 'metadata.finalizers', ['conformance.example/y']);
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: null } }));
  },
} satisfies Case;
