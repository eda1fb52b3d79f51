import { expectField } from '../../wire/expect/object.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'json-patch-malformed',
  title: 'A malformed JSON Patch MUST be refused.',
  requirements: ['MEDIA-036'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const body of [{ op: 'add' }, [{ op: 'shift', path: '/data/n' }], [{ path: '/data/n', value: 'x' }], '[']) {
      expectRefused(await c.wire.patch(maps.item('m-00'), 'json', body));
    }
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
  },
} satisfies Case;
