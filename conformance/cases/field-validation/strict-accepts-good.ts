import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap, pod, service, serviceAccount } from '../../fixtures/manifests.ts';

export default {
  id: 'strict-accepts-good',
  title: 'The level Strict MUST accept an object without unknown and duplicate fields, without a warning.',
  requirements: ['FVAL-018', 'FVAL-019'],
  needs: ['namespace'],
  async run(c) {
    for (const [resource, manifest] of [
      ['configmaps', configMap('a', { k: '1' })],
      ['services', service('a')],
      ['pods', pod('a')],
      ['serviceaccounts', serviceAccount('a')],
    ] as const) {
      const created = await c.wire.post(c.resource('v1', resource).collection, manifest, {
        query: { fieldValidation: 'Strict' },
      });
      expectCreated(created);
      expectNoHeader(created, 'warning');
    }
  },
} satisfies Case;
