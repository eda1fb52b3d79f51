import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { node } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'nodes-are-cluster-scoped',
  title: 'Nodes MUST be addressed without a namespace and have none.',
  requirements: ['OBJ-021', 'OBJ-039', 'VERB-003'],
  async run(c) {
    const nodes = c.clusterResource('v1', 'nodes');
    const name = c.unique('node');
    c.removeLater(nodes.item(name));
    await createObject(c, nodes.collection, node(name));
    const got = await c.wire.get(nodes.item(name));
    expectOk(got);
    expectField(got, 'kind', 'Node');
    expectAbsent(got, 'metadata.namespace');
    expectRefused(await c.wire.get(`/api/v1/namespaces/default/nodes/${name}`));
  },
} satisfies Case;
