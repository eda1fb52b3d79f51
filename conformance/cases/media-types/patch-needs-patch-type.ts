import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'patch-needs-patch-type',
  title: 'PATCH with a Content-Type that is not a patch type MUST be refused.',
  requirements: ['MEDIA-045', 'VERB-036', 'MEDIA-056U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const type of ['application/json', 'application/yaml', 'text/plain']) {
      expectFailure(await c.wire.patch(maps.item('m-00'), type, { data: { n: 'x' } }), 415, 'UnsupportedMediaType');
    }
    // The type alone says how the bytes are meant: the form of the document does not.
    const operations = JSON.stringify([{ op: 'add', path: '/data/k', value: 'x' }]);
    const object = JSON.stringify({ data: { l: 'x' } });
    const item = maps.item('m-00');
    expectRefused(await c.wire.patch(item, 'merge', operations));
    expectRefused(await c.wire.patch(item, 'json', object));
    expectField(await c.wire.get(item), 'data', { n: '0' });
    expectOk(await c.wire.patch(item, 'json', operations));
    expectOk(await c.wire.patch(item, 'merge', object));
    expectField(await c.wire.get(item), 'data', { n: '0', k: 'x', l: 'x' });
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
  },
} satisfies Case;
