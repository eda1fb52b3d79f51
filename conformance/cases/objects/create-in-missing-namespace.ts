import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'create-in-missing-namespace',
  title: 'A create in a namespace that does not exist MUST be refused.',
  requirements: ['OBJ-086U'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps', c.unique('nowhere'));
    expectFailure(await c.wire.post(maps.collection, configMap('a')), 404, 'NotFound');
  },
} satisfies Case;
