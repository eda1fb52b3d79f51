import { expectContentType } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'table-in-yaml',
  title: 'Tables and partial metadata SHOULD also come in YAML, with that Content-Type.',
  requirements: ['MEDIA-023', 'MEDIA-042', 'MEDIA-066'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const [path, kind] of [
      [maps.collection, 'Table'],
      [maps.item('m-00'), 'PartialObjectMetadata'],
    ] as const) {
      const got = await c.wire.get(path, { accept: c.vendor.fill(`application/yaml;as=${kind};g=meta.{api};v=v1`) });
      expectOk(got);
      expectContentType(got, 'application/yaml');
      expectThat(
        'kind',
        got.text().includes(`\nkind: ${kind}\n`) || got.text().startsWith(`kind: ${kind}\n`),
        kind,
        got.text(),
      );
    }
  },
} satisfies Case;
