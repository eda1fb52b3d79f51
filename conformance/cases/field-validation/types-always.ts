import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { service } from '../../fixtures/manifests.ts';

export default {
  id: 'types-always',
  title: 'A value of the wrong type MUST be refused at every level, by each method.',
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
    const kept = (await createObject(c, services.collection, service('kept'))).json();
    for (const query of levels) {
      expectStatus(await c.wire.post(services.collection, wrong, { query }), 400, 422);
      const changed = { ...service('kept'), spec: wrong.spec };
      expectStatus(await c.wire.put(services.item('kept'), changed, { query }), 400, 422);
      expectStatus(await c.wire.patch(services.item('kept'), 'merge', { spec: wrong.spec }, { query }), 400, 422);
    }
    expectStatus(await c.wire.get(services.item('s')), 404);
    expectEqual('object after the refusals', (await c.wire.get(services.item('kept'))).json(), kept);
  },
} satisfies Case;
