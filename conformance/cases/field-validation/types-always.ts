import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { service } from '../manifests.ts';

export default {
  id: 'types-always',
  title: 'A value of the wrong type MUST be refused at every level.',
  requirements: ['FVAL-001', 'FVAL-028U'],
  needs: ['namespace'],
  async run(c) {
    const services = c.resource('v1', 'services');
    const wrong = { ...service('s'), spec: { ports: [{ port: 'eighty' }] } };
    for (const query of [
      {},
      { fieldValidation: 'Ignore' },
      { fieldValidation: 'Warn' },
      { fieldValidation: 'Strict' },
    ]) {
      expectStatus(await c.wire.post(services.collection, wrong, { query: query as Record<string, string> }), 400, 422);
    }
    expectStatus(await c.wire.get(services.item('s')), 404);
  },
} satisfies Case;
