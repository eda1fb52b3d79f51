import { expectRefused } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'json-patch-is-atomic',
  title: 'When one operation of a JSON Patch fails the whole request MUST fail and change nothing.',
  requirements: ['MEDIA-037', 'MEDIA-069', 'UPD-012U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = (await c.wire.get(maps.item('m-00'))).json();
    for (const failing of [
      { op: 'test', path: '/data/n', value: 'other' },
      { op: 'remove', path: '/data/absent' },
      { op: 'add', path: '/absent/inner', value: 'x' },
    ]) {
      expectRefused(
        await c.wire.patch(maps.item('m-00'), 'json', [{ op: 'add', path: '/data/k', value: '1' }, failing]),
      );
    }
    expectEqual('object afterwards', (await c.wire.get(maps.item('m-00'))).json(), before);
  },
} satisfies Case;
