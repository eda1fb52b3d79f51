import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { service } from '../../fixtures/manifests.ts';

export default {
  id: 'required-always',
  title: 'A missing required field MUST be refused at every level, by each method, and nothing stored.',
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
    const services = c.resource('v1', 'services');
    const kept = (await createObject(c, services.collection, service('kept'))).json();
    for (const query of levels) {
      expectStatus(await c.wire.post(pods.collection, wrong, { query }), 400, 422);
      const without = { ...service('kept'), spec: {} };
      expectStatus(await c.wire.put(services.item('kept'), without, { query }), 400, 422);
      expectStatus(await c.wire.patch(services.item('kept'), 'merge', { spec: { ports: null } }, { query }), 400, 422);
    }
    expectStatus(await c.wire.get(pods.item('p')), 404);
    expectEqual('object after the refusals', (await c.wire.get(services.item('kept'))).json(), kept);
  },
} satisfies Case;
