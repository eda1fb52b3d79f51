import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'not-acceptable',
  title: 'When no type of Accept is supported the answer MUST be 406, and nothing is written.',
  requirements: ['MEDIA-047', 'ERR-004'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const path of [maps.item('m-00'), maps.collection]) {
      expectFailure(await c.wire.get(path, { accept: 'application/x-none' }), 406, 'NotAcceptable');
      expectFailure(await c.wire.get(path, { accept: 'text/html' }), 406, 'NotAcceptable');
    }
    // A write that is answered 406 is not made, so that the client can repeat it.
    const before = (await c.wire.get(maps.item('m-00'))).json();
    const options = { accept: 'application/x-none' };
    for (const refused of [
      await c.wire.post(maps.collection, configMap('made'), options),
      await c.wire.put(maps.item('m-00'), configMap('m-00', { n: 'x' }), options),
      await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'x' } }, options),
      await c.wire.delete(maps.item('m-00'), undefined, options),
    ]) {
      expectFailure(refused, 406, 'NotAcceptable');
    }
    expectStatus(await c.wire.get(maps.item('made')), 404);
    expectEqual('object after the refusals', (await c.wire.get(maps.item('m-00'))).json(), before);
  },
} satisfies Case;
