import { expectField, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'terminating-accepts-no-content',
  title: 'A namespace under deletion MUST be Terminating and MUST NOT accept new objects.',
  requirements: ['OBJ-086U', 'DEL-016'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    const maps = c.resource('v1', 'configmaps', other);
    await createObject(c, maps.collection, configMap('held', {}, { finalizers: ['conformance.example/hold'] }));
    expectDeleted(await c.wire.delete(`/api/v1/namespaces/${other}`));
    const terminating = await c.wire.get(`/api/v1/namespaces/${other}`);
    expectField(terminating, 'status.phase', 'Terminating');
    await c.holds('DEL-016', async () => {
      expectOk(terminating);
      expectTime(terminating, 'metadata.deletionTimestamp');
    });
    await c.holds('OBJ-086U', async () =>
      expectFailure(await c.wire.post(maps.collection, configMap('late')), 403, 'Forbidden'),
    );
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: null } }));
    await c.eventually(
      async () => expectStatus(await c.wire.get(`/api/v1/namespaces/${other}`), 404),
      limits.namespaceRemoval,
    );
  },
} satisfies Case;
