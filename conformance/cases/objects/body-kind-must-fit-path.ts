import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
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
    const maps = c.resource('v1', 'configmaps');
    expectStatus(await c.wire.get(maps.item('a')), 404);
    const before = (await createObject(c, maps.collection, configMap('a', { k: '1' }))).json();
    for (const wrong of [{ kind: 'Secret' }, { apiVersion: 'v7' }, { apiVersion: 'apps/v1' }])
      expectRefused(await c.wire.put(maps.item('a'), { ...configMap('a', { k: 'MQ==' }), ...wrong }));
    expectEqual('object after the refusals', (await c.wire.get(maps.item('a'))).json(), before);
  },
} satisfies Case;
