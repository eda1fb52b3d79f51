import { expectField } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'test-and-set',
  title: 'A JSON Patch with a test of the current value MUST take effect only while the value holds.',
  requirements: ['UPD-009', 'MEDIA-037', 'UPD-012U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const increase = [
      { op: 'test', path: '/data/n', value: '0' },
      { op: 'replace', path: '/data/n', value: '1' },
    ];
    expectOk(await c.wire.patch(maps.item('m-00'), 'json', increase));
    expectRefused(await c.wire.patch(maps.item('m-00'), 'json', increase));
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '1');
  },
} satisfies Case;
