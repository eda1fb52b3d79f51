import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'type-parameters',
  title: 'Redundant parameters, letter case and blanks MUST NOT make a media type unknown.',
  requirements: ['MEDIA-024', 'MEDIA-042', 'MEDIA-046'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const [index, contentType] of [
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'Application/JSON',
    ].entries()) {
      expectCreated(await c.wire.post(maps.collection, configMap(`m-${index}`, { text: 'ü' }), { contentType }));
    }
    expectField(await c.wire.get(maps.item('m-0')), 'data.text', 'ü');
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-yaml\n';
    expectCreated(await c.wire.post(maps.collection, yaml, { contentType: 'application/yaml; charset=utf-8' }));
    for (const [accept, type] of [
      ['application/json; charset=utf-8', 'application/json'],
      ['text/html , application/yaml ; q=0.9', 'application/yaml'],
    ] as const) {
      const got = await c.wire.get(maps.item('from-yaml'), { accept });
      expectOk(got);
      expectContentType(got, type);
    }
  },
} satisfies Case;
