import { expectField, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
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
    await c.holds('OBJ-086U', async () => {
      const refused = async (answer: Promise<Exchange>) => expectFailure(await answer, 403, 'Forbidden');
      await refused(c.wire.post(maps.collection, configMap('late')));
      await refused(c.wire.post(maps.collection, configMap('late'), { query: { dryRun: 'All' } }));
      // An apply, and a PUT of some kinds, would create too.
      const query = { fieldManager: 'conformance' };
      await refused(c.wire.patch(maps.item('late'), 'apply', configMap('late'), { query }));
      const coordination = c.vendor.fill('coordination.{api}/v1');
      const lease = { apiVersion: coordination, kind: 'Lease', metadata: { name: 'late' }, spec: {} };
      await refused(c.wire.put(c.resource(coordination, 'leases', other).item('late'), lease));
      for (const path of [maps.item('late'), c.resource(coordination, 'leases', other).item('late')])
        expectStatus(await c.wire.get(path), 404);
    });
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: null } }));
    await c.eventually(
      async () => expectStatus(await c.wire.get(`/api/v1/namespaces/${other}`), 404),
      limits.namespaceRemoval,
    );
  },
} satisfies Case;
