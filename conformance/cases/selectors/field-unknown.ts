import { expectEqual } from '../../wire/expect/value.ts';
import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'field-unknown',
  title: 'A field selector on an unsupported field MUST be refused, for each collection verb.',
  requirements: ['VERB-090'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('a'));
    const refused: readonly (readonly [string, readonly string[]])[] = [
      [
        maps.collection,
        ['data.k=1', 'metadata.uid=x', 'metadata.name', 'metadata.name in (a)', 'metadata.name=a,data.k=1'],
      ],
      // Only namespaced kinds have this field.
      ['/api/v1/nodes', ['metadata.namespace=default', 'metadata.namespace!=x', 'spec.podCIDR=x']],
      ['/api/v1/namespaces', ['metadata.namespace=default', 'spec.finalizers=x']],
      [c.resource('v1', 'pods').collection, ['spec.hostname=x', 'metadata.labels=x']],
    ];
    for (const [collection, selectors] of refused) {
      for (const fieldSelector of selectors) {
        const query = { fieldSelector };
        expectFailure(await c.wire.get(collection, { query }), 400, 'BadRequest');
        const stream = await c.wire.watch(collection, { ...query, timeoutSeconds: '1' });
        stream.close();
        expectEqual(`status of a watch with ${fieldSelector}`, stream.status, 400);
      }
    }
    const query = { fieldSelector: 'data.k=1' };
    expectFailure(await c.wire.delete(maps.collection, undefined, { query }), 400, 'BadRequest');
    expectOk(await c.wire.get(maps.item('a')));
    const own = { fieldSelector: `metadata.namespace=${c.namespace},metadata.name=a` };
    expectStatus(await c.wire.get(maps.everywhere, { query: own }), 200);
  },
} satisfies Case;
