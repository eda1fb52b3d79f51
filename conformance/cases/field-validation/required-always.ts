import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';

export default {
  id: 'required-always',
  title: 'A missing required field MUST be refused at every level and nothing stored.',
  requirements: ['FVAL-002', 'FVAL-003', 'FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const wrong = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ image: 'x' }] } };
    for (const query of [
      {},
      { fieldValidation: 'Ignore' },
      { fieldValidation: 'Warn' },
      { fieldValidation: 'Strict' },
    ]) {
      expectStatus(await c.wire.post(pods.collection, wrong, { query: query as Record<string, string> }), 400, 422);
    }
    expectStatus(await c.wire.get(pods.item('p')), 404);
  },
} satisfies Case;
