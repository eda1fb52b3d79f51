import { expectDeleted, expectStatus } from '../../wire/expect/status.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { configMap, secret } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'deletion-empties-namespace',
  title: 'Deleting a namespace MUST delete its content and then the namespace.',
  requirements: ['OBJ-019'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const maps = c.resource('v1', 'configmaps', other);
    await createObject(c, maps.collection, configMap('a'));
    const secrets = c.resource('v1', 'secrets', other);
    await createObject(c, secrets.collection, secret('s'));
    expectDeleted(await c.wire.delete(`/api/v1/namespaces/${other}`));
    await c.eventually(
      async () => expectStatus(await c.wire.get(`/api/v1/namespaces/${other}`), 404),
      limits.namespaceRemoval,
    );
    expectStatus(await c.wire.get(maps.item('a')), 404);
    expectStatus(await c.wire.get(secrets.item('s')), 404);
  },
} satisfies Case;
