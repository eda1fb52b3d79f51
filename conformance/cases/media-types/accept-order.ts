import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'accept-order',
  title: 'Of types with equal weight the first SHOULD be used, and a type with weight zero MUST NOT.',
  requirements: ['MEDIA-049', 'MEDIA-062'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const table = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    for (const [accept, type] of [
      ['application/yaml, application/json', 'application/yaml'],
      ['application/json, application/yaml', 'application/json'],
      ['*/*, application/yaml', 'application/yaml'],
      ['*/*;q=0.9, application/yaml;q=0.1', 'application/json'],
      ['application/json;q=0.2, application/yaml;q=0.25, text/plain', 'application/yaml'],
    ] as const) {
      const got = await c.wire.get(maps.item('m-00'), { accept });
      expectOk(got);
      expectContentType(got, type);
    }
    expectField(await c.wire.get(maps.item('m-00'), { accept: `${table}, application/json` }), 'kind', 'Table');
    expectField(await c.wire.get(maps.item('m-00'), { accept: `application/json, ${table}` }), 'kind', 'ConfigMap');
    // One of the two vendors supports neither a weight of zero nor media ranges.
    const zero = await c.wire.get(maps.item('m-00'), { accept: 'application/json;q=0' });
    const group = await c.wire.get(maps.item('m-00'), { accept: 'application/*' });
    if (c.vendor.behaviour.acceptRanges === 'http') {
      expectFailure(zero, 406, 'NotAcceptable');
      expectOk(group);
    } else {
      expectOk(zero);
      expectFailure(group, 406, 'NotAcceptable');
    }
  },
} satisfies Case;
