// The documentation says 400 for strict validation; the real API server answers a patch with 422.

import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectAbsent } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'strict-patch',
  title: 'The level Strict MUST apply to the result of a PATCH.',
  requirements: ['FVAL-010', 'FVAL-035'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const [type, body] of [
      ['merge', { colour: 'red' }],
      ['json', [{ op: 'add', path: '/colour', value: 'red' }]],
      ['strategic', { colour: 'red' }],
    ] as const) {
      expectStatus(
        await c.wire.patch(maps.item('m-00'), type, body, { query: { fieldValidation: 'Strict' } }),
        400,
        422,
      );
    }
    const warned = await c.wire.patch(maps.item('m-00'), 'merge', { colour: 'red' });
    expectOk(warned);
    expectEqual('warnings about colour', warningsAbout(warned, '"colour"'), 1);
    expectAbsent(await c.wire.get(maps.item('m-00')), 'colour');
  },
} satisfies Case;
