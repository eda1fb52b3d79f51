import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'strict-unknown',
  title: 'The level Strict MUST answer an unknown field with 400 and store nothing.',
  requirements: ['FVAL-008', 'FVAL-018', 'FVAL-021', 'FVAL-022', 'FVAL-033', 'ERR-001'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const good = deployment('d') as { spec: { template: { spec: { containers: object[] } } } };
    good.spec.template.spec.containers[0] = { ...good.spec.template.spec.containers[0], colour: 'red' };
    const refused = await c.wire.post(deployments.collection, good, { query: { fieldValidation: 'Strict' } });
    expectFailure(refused, 400, 'BadRequest');
    expectPattern(refused, 'message', /spec\.template\.spec\.containers\[0\]\.colour/);
    expectStatus(await c.wire.get(deployments.item('d')), 404);
  },
} satisfies Case;
