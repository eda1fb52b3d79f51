import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'name-on-put-must-match',
  title: 'PUT MUST refuse a body whose name is not the one of the path.',
  requirements: ['VERB-032', 'OBJ-034'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const other = (await c.wire.get(maps.item('m-01'))).json();
    expectFailure(await c.wire.put(maps.item('m-00'), other), 400, 'BadRequest');
  },
} satisfies Case;
