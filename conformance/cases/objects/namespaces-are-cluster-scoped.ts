import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'namespaces-are-cluster-scoped',
  title: 'Namespaces MUST be addressed without a namespace and have none.',
  requirements: ['OBJ-020', 'OBJ-039', 'VERB-014'],
  needs: ['namespace'],
  async run(c) {
    const got = await c.wire.get(`/api/v1/namespaces/${c.namespace}`);
    expectOk(got);
    expectField(got, 'kind', 'Namespace');
    expectField(got, 'metadata.name', c.namespace);
    expectAbsent(got, 'metadata.namespace');
  },
} satisfies Case;
