import { createConfigMaps } from '../../fixtures/created-objects.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'label-malformed',
  title: 'A malformed label selector MUST be refused.',
  requirements: ['VERB-090'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    for (const labelSelector of ['a in b', '=x', 'a=b=c', 'a b', 'bad value!=?']) {
      expectFailure(await c.wire.get(maps.collection, { query: { labelSelector } }), 400, 'BadRequest');
      expectFailure(await c.wire.delete(maps.collection, undefined, { query: { labelSelector } }), 400, 'BadRequest');
      const stream = await c.wire.watch(maps.collection, { labelSelector, timeoutSeconds: '1' });
      stream.close();
      expectEqual(`status of a watch with ${labelSelector}`, stream.status, 400);
    }
    for (const name of names) expectOk(await c.wire.get(maps.item(name)));
  },
} satisfies Case;
