import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { service } from '../../fixtures/manifests.ts';

export default {
  id: 'types-always',
  title: 'A value of the wrong type MUST be refused at every level.',
  requirements: ['FVAL-001', 'FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    const wrong = { ...service('s'), spec: { ports: [{ port: 'eighty' }] } };
    const levels: readonly Record<string, string>[] = [
      {},
      { fieldValidation: 'Ignore' },
      { fieldValidation: 'Warn' },
      { fieldValidation: 'Strict' },
    ];
    for (const query of levels) {
      expectStatus(await c.wire.post(services.collection, wrong, { query }), 400, 422);
    }
    expectStatus(await c.wire.get(services.item('s')), 404);
  },
} satisfies Case;
