import { expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'last-finalizer-removes',
  title: 'Removing the last finalizer of an object under deletion MUST delete it, by PATCH or PUT.',
  requirements: ['DEL-020', 'DEL-035'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const name of ['patched', 'put']) {
      await createObject(c, maps.collection, configMap(name, {}, { finalizers: ['conformance.example/x'] }));
      expectDeleted(await c.wire.delete(maps.item(name)));
      const held = (await c.wire.get(maps.item(name))).json() as { metadata: object };
      if (name === 'patched') expectOk(await c.wire.patch(maps.item(name), 'merge', { metadata: { finalizers: [] } }));
      else expectOk(await c.wire.put(maps.item(name), { ...held, metadata: { ...held.metadata, finalizers: [] } }));
      expectFailure(await c.wire.get(maps.item(name)), 404, 'NotFound');
    }
  },
} satisfies Case;
