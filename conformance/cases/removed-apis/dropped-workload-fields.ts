import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'dropped-workload-fields',
  title: 'Fields of older workload versions MUST be unknown in apps v1.',
  requirements: ['REMOVED-097', 'REMOVED-103'],
  needs: ['namespace'],
  async run(c) {
    const manifest = deployment('d') as { spec: object };
    const query = { fieldValidation: 'Strict' };
    const rolledBack = { ...manifest, spec: { ...manifest.spec, rollbackTo: { revision: 1 } } };
    expectFailure(
      await c.wire.post(c.resource('apps/v1', 'deployments').collection, rolledBack, { query }),
      400,
      'BadRequest',
    );
    const { replicas: _none, ...spec } = manifest.spec as { replicas: number };
    const daemons = {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'd' },
      spec: { ...spec, templateGeneration: 1 },
    };
    expectFailure(
      await c.wire.post(c.resource('apps/v1', 'daemonsets').collection, daemons, { query }),
      400,
      'BadRequest',
    );
  },
} satisfies Case;
