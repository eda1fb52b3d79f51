import { expectNames } from '../../wire/expect/list.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'create-without-name',
  title: 'A create with neither name nor generateName MUST be refused.',
  requirements: ['OBJ-022', 'FVAL-003'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectRefused(await c.wire.post(maps.collection, { ...configMap('x'), metadata: { labels: { nameless: 'yes' } } }));
    expectNames(await c.wire.get(maps.collection, { query: { labelSelector: 'nameless' } }), []);
  },
} satisfies Case;
