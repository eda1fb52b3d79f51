import { expectContentType } from '../../wire/expect/headers.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'fallback',
  title: 'With several types in Accept the first supported one MUST be used.',
  requirements: ['MEDIA-049'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const got = await c.wire.get(maps.item('m-00'), {
      accept: 'application/x-none, application/json;as=Nothing;g=none;v=v1, application/json',
    });
    expectOk(got);
    expectContentType(got, 'application/json');
    expectField(got, 'kind', 'ConfigMap');
  },
} satisfies Case;
