import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'body-kind-must-fit-path',
  title: 'A body with another kind than the path MUST be refused.',
  requirements: ['OBJ-087'],
  needs: ['namespace'],
  async run(c) {
    expectRefused(await c.wire.post(c.resource('v1', 'secrets').collection, configMap('a')));
    const wrongVersion = { ...configMap('a'), apiVersion: 'v7' };
    expectRefused(await c.wire.post(c.resource('v1', 'configmaps').collection, wrongVersion));
    expectStatus(await c.wire.get(c.resource('v1', 'secrets').item('a')), 404);
  },
} satisfies Case;
