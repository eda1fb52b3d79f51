import { expectList } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'core-version',
  title: 'The core group MUST be served at api v1 with objects of version v1.',
  requirements: ['VERS-037', 'VERS-038'],
  needs: ['namespace'],
  async run(c) {
    expectList(await c.wire.get('/api/v1/namespaces'), 'NamespaceList');
    expectField(await c.wire.get(`/api/v1/namespaces/${c.namespace}`), 'apiVersion', 'v1');
  },
} satisfies Case;
