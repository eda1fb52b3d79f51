import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'new-namespace-is-active',
  title: 'A new namespace SHOULD be active and carry the label with its name.',
  requirements: ['OBJ-083'],
  needs: ['namespace'],
  async run(c) {
    const got = await c.wire.get(`/api/v1/namespaces/${c.namespace}`);
    expectField(got, 'status.phase', 'Active');
    expectField(got, ['metadata', 'labels', c.vendor.fill('{label}/metadata.name')], c.namespace);
  },
} satisfies Case;
