import { expectContentType } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'yaml-answer',
  title: 'With Accept application/yaml the response MUST be YAML with that Content-Type.',
  requirements: ['MEDIA-023', 'MEDIA-042', 'MEDIA-046', 'MEDIA-066'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const got = await c.wire.get(maps.item('m-00'), { accept: 'application/yaml' });
    expectOk(got);
    expectContentType(got, 'application/yaml');
    expectThat(
      'body',
      /^kind: ConfigMap$/m.test(got.text()) && /^ {2}name: m-00$/m.test(got.text()),
      'YAML of m-00',
      got.text(),
    );
    const list = await c.wire.get(maps.collection, { accept: 'application/yaml' });
    expectThat('body', /^kind: ConfigMapList$/m.test(list.text()), 'YAML of the list', list.text().slice(0, 100));
  },
} satisfies Case;
