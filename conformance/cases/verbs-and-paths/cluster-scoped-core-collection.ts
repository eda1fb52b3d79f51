import { expectList } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'cluster-scoped-core-collection',
  title: 'A cluster-scoped core collection MUST be listed at its path.',
  requirements: ['VERB-002', 'VERB-020'],
  async run(c) {
    expectList(await c.wire.get('/api/v1/nodes'), 'NodeList');
    expectList(await c.wire.get('/api/v1/namespaces'), 'NamespaceList');
    expectList(await c.wire.get('/api/v1/persistentvolumes'), 'PersistentVolumeList');
  },
} satisfies Case;
