import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'wrong-content-type',
  title: 'A write MUST be refused when its Content-Type is unknown or does not match the body.',
  requirements: ['MEDIA-043', 'MEDIA-044', 'MEDIA-056U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectFailure(
      await c.wire.post(maps.collection, '{}', { contentType: 'application/x-none' }),
      415,
      'UnsupportedMediaType',
    );
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
    expectRefused(await c.wire.post(maps.collection, yaml, { contentType: 'application/json' }));
    expectStatus(await c.wire.get(maps.item('a')), 404);
    // For the object of the path, so that only the type can be the reason of the refusal.
    await c.holds('MEDIA-043', async () => {
      const item = maps.item('m-00');
      const changed = `${yaml.replace('name: a', 'name: m-00')}data:\n  'n': changed\n`;
      expectRefused(await c.wire.put(item, changed, { contentType: 'application/json' }));
      const unknown = await c.wire.put(item, changed, { contentType: 'application/x-none' });
      expectFailure(unknown, 415, 'UnsupportedMediaType');
      expectField(await c.wire.get(item), 'data.n', '0');
      expectOk(await c.wire.put(item, changed, { contentType: 'application/yaml' }));
      expectField(await c.wire.get(item), 'data.n', 'changed');
    });
  },
} satisfies Case;
