import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'strict-lists-all',
  title: 'The level Strict MUST name every unknown and every duplicate field.',
  requirements: ['FVAL-020'],
  needs: ['namespace'],
  async run(c) {
    const body =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","tint":"x","generateName":"x","generateName":"x"},' +
      '"colour":"red","immutable":false,"immutable":false}';
    const refused = await c.wire.post(c.resource('v1', 'configmaps').collection, body, {
      query: { fieldValidation: 'Strict' },
    });
    expectFailure(refused, 400, 'BadRequest');
    for (const field of ['metadata.tint', 'colour', 'immutable', 'metadata.generateName'])
      expectPattern(refused, 'message', new RegExp(`"${field}"`));
  },
} satisfies Case;
