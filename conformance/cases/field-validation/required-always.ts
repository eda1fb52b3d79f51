import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'required-always',
  title: 'A missing required field MUST be refused at every level, and nothing stored.',
  requirements: ['FVAL-002', 'FVAL-003', 'FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    const wrong = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers: [{ image: 'x' }] } };
    const levels: readonly Record<string, string>[] = [
      {},
      { fieldValidation: 'Ignore' },
      { fieldValidation: 'Warn' },
      { fieldValidation: 'Strict' },
    ];
    for (const query of levels) {
      expectStatus(await c.wire.post(pods.collection, wrong, { query }), 400, 422);
    }
    expectStatus(await c.wire.get(pods.item('p')), 404);
  },
} satisfies Case;
