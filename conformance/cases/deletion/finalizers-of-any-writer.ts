import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'finalizers-of-any-writer',
  title:
    'A user who may write an object MUST be able to reorder, add and remove its finalizers, also those that others set.',
  requirements: ['OBJ-051', 'OBJ-091'],
  needs: ['namespace', 'rbac', 'impersonation'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const rule = (verbs: readonly string[]) => ({ apiGroups: [''], resources: ['configmaps'], verbs });
    await c.grant('ann', rule(['create', 'get']));
    await c.grant('bob', rule(['get', 'update', 'patch']));
    const [ann, bob] = [c.as('ann'), c.as('bob')];
    const finalizers = (...names: string[]) => names.map((name) => `conformance.example/${name}`);
    // The rights count when both may ask for what is not there yet.
    await c.eventually(async () => {
      for (const writer of [ann, bob]) expectStatus(await writer.get(maps.item('a')), 404);
    });
    expectCreated(await ann.post(maps.collection, configMap('a', {}, { finalizers: finalizers('x', 'y') })));
    const change = async (by: 'put' | 'patch', wanted: readonly string[]) => {
      const metadata = { finalizers: wanted };
      if (by === 'patch') return bob.patch(maps.item('a'), 'merge', { metadata });
      const now = (await bob.get(maps.item('a'))).json() as { metadata: object };
      return bob.put(maps.item('a'), { ...now, metadata: { ...now.metadata, ...metadata } });
    };
    for (const by of ['put', 'patch'] as const) {
      // Each differs from what was there before it.
      for (const wanted of [finalizers('y', 'x'), finalizers('y', 'x', 'z'), finalizers('z'), finalizers('x', 'y')]) {
        expectOk(await change(by, wanted));
        expectField(await ann.get(maps.item('a')), 'metadata.finalizers', wanted);
      }
    }
    // Who may not write the object may not change them either.
    expectStatus(await ann.patch(maps.item('a'), 'merge', { metadata: { finalizers: null } }), 403);
    expectField(await ann.get(maps.item('a')), 'metadata.finalizers', finalizers('x', 'y'));
    expectOk(await change('put', []));
    expectAbsent(await ann.get(maps.item('a')), 'metadata.finalizers');
    expectAbsent(await ann.get(maps.item('a')), 'metadata.deletionTimestamp');
  },
} satisfies Case;
