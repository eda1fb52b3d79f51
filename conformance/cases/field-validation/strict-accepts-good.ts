import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
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
      const paths = c.resource('v1', resource);
      const options = { query: { fieldValidation: 'Strict' }, contentType: 'application/json' };
      const text = JSON.stringify(manifest);
      // The same manifest with one unknown field is refused.
      await c.holds('FVAL-018', async () => {
        const unknown = JSON.stringify({ ...manifest, colour: 'red' });
        expectFailure(await c.wire.post(paths.collection, unknown, options), 400, 'BadRequest');
      });
      await c.holds('FVAL-019', async () => {
        const twice = text.replace('{', `{"kind":${JSON.stringify(manifest.kind)},`);
        expectFailure(await c.wire.post(paths.collection, twice, options), 400, 'BadRequest');
      });
      const created = await c.wire.post(c.resource('v1', resource).collection, manifest, {
        query: { fieldValidation: 'Strict' },
      });
      expectCreated(created);
      expectNoHeader(created, 'warning');
    }
  },
} satisfies Case;
