import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { namespace } from '../../fixtures/manifests.ts';

export default {
  id: 'new-namespace-is-active',
  title: 'A new namespace SHOULD be active and carry the label with its name.',
  requirements: ['OBJ-083'],
  needs: ['namespace'],
  async run(c) {
    const got = await c.wire.get(`/api/v1/namespaces/${c.namespace}`);
    expectField(got, 'status.phase', 'Active');
    const label = c.vendor.fill('{label}/metadata.name');
    expectField(got, ['metadata', 'labels', label], c.namespace);
    // No client can give it the name of another namespace.
    const path = `/api/v1/namespaces/${c.namespace}`;
    const labels = { [label]: 'default', own: 'x' };
    const query = { dryRun: 'All' };
    const changed = await c.wire.patch(path, 'merge', { metadata: { labels } }, { query });
    expectField(changed, ['metadata', 'labels', label], c.namespace);
    expectField(changed, ['metadata', 'labels', 'own'], 'x');
    const without = await c.wire.patch(path, 'merge', { metadata: { labels: { [label]: null } } }, { query });
    expectField(without, ['metadata', 'labels', label], c.namespace);
    const name = c.unique('named');
    const created = await c.wire.post('/api/v1/namespaces', namespace(name, { labels }), { query });
    expectField(created, ['metadata', 'labels', label], name);
  },
} satisfies Case;
