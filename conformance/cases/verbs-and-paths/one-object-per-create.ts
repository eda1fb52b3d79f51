import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'one-object-per-create',
  title: 'A create MUST NOT accept several objects at once.',
  requirements: ['VERB-047', 'VERB-048'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    expectRefused(await c.wire.post(maps.collection, [configMap('a'), configMap('b')]));
    expectRefused(
      await c.wire.post(maps.collection, { apiVersion: 'v1', kind: 'ConfigMapList', items: [configMap('a')] }),
    );
    expectRefused(await c.wire.post(maps.collection, { apiVersion: 'v1', kind: 'List', items: [configMap('a')] }));
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
