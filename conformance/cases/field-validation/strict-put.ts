import { warningsAbout } from '../../wire/expect/headers.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'strict-put',
  title: 'The level Strict MUST apply to PUT and leave the object unchanged.',
  requirements: ['FVAL-009', 'FVAL-021'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = (await c.wire.get(maps.item('m-00'))).json() as object;
    expectFailure(
      await c.wire.put(maps.item('m-00'), { ...before, colour: 'red' }, { query: { fieldValidation: 'Strict' } }),
      400,
      'BadRequest',
    );
    expectEqual('object afterwards', (await c.wire.get(maps.item('m-00'))).json(), before);
    const warned = await c.wire.put(
      maps.item('m-00'),
      { ...before, colour: 'red' },
      { query: { fieldValidation: 'Warn' } },
    );
    expectOk(warned);
    expectEqual('warnings about colour', warningsAbout(warned, '"colour"'), 1);
  },
} satisfies Case;
