import { expectList } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'resource-names-are-paths',
  title: 'The plural resource name in the path MUST lead to the collection of its kind.',
  requirements: ['OBJ-012', 'OBJ-014', 'OBJ-069', 'OBJ-004'],
  async run(c) {
    for (const [resource, kind] of [
      ['pods', 'PodList'],
      ['namespaces', 'NamespaceList'],
      ['services', 'ServiceList'],
      ['nodes', 'NodeList'],
      ['configmaps', 'ConfigMapList'],
      ['secrets', 'SecretList'],
    ] as const) {
      expectList(await c.wire.get(`/api/v1/${resource}`), kind);
    }
  },
} satisfies Case;
