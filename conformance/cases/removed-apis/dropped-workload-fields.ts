import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { deployment } from '../../fixtures/manifests.ts';

export default {
  id: 'dropped-workload-fields',
  title: 'Fields of older workload versions MUST be unknown in apps v1.',
  requirements: ['REMOVED-097', 'REMOVED-103'],
  needs: ['namespace'],
  async run(c) {
    const { replicas: _none, ...spec } = (deployment('d') as { spec: { replicas: number } }).spec;
    const isUnknown = async (kind: string, field: string, value: unknown) => {
      const { collection } = c.resource('apps/v1', `${kind.toLowerCase()}s`);
      const post = (more: object) => {
        const manifest = { apiVersion: 'apps/v1', kind, metadata: { name: 'd' }, spec: { ...spec, ...more } };
        return c.wire.post(collection, manifest, { query: { fieldValidation: 'Strict', dryRun: 'All' } });
      };
      const refused = await post({ [field]: value });
      expectFailure(refused, 400, 'BadRequest');
      expectPattern(refused, 'message', new RegExp(`"spec\\.${field}"`));
      // Nothing else was wrong with it.
      expectCreated(await post({}));
    };
    await c.holds('REMOVED-097', () => isUnknown('DaemonSet', 'templateGeneration', 1));
    await c.holds('REMOVED-103', () => isUnknown('Deployment', 'rollbackTo', { revision: 1 }));
  },
} satisfies Case;
