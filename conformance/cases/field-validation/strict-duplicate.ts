import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'strict-duplicate',
  title: 'The level Strict MUST answer a duplicate field with 400.',
  requirements: ['FVAL-019', 'ERR-002'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"immutable":false,"immutable":false}';
    const refused = await c.wire.post(maps.collection, body, { query: { fieldValidation: 'Strict' } });
    expectFailure(refused, 400, 'BadRequest');
    expectPattern(refused, 'message', /immutable/);
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
