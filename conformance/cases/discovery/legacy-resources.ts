import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectShape } from '../../wire/expect/shape.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'legacy-resources',
  title: 'The path of a group version SHOULD list its resources with kind, scope, names and verbs.',
  requirements: ['VERB-092', 'OBJ-012'],
  async run(c) {
    const answer = await c.wire.get('/api/v1');
    expectOk(answer);
    expectShape(answer, 'resources');
    expectField(answer, 'groupVersion', 'v1');
    const resources = expectArray(answer, 'resources');
    const named = (name: string) => resources.find((resource) => fieldOf(resource, 'name') === name);
    expectField(named('configmaps'), 'kind', 'ConfigMap');
    expectField(named('configmaps'), 'namespaced', true);
    expectField(named('configmaps'), 'singularName', 'configmap');
    expectField(named('configmaps'), 'shortNames', ['cm']);
    expectField(named('namespaces'), 'namespaced', false);
    expectField(named('pods/status'), 'kind', 'Pod');
    for (const name of ['pods', 'namespaces', 'services'])
      expectOk(await c.wire.get(`/api/v1/${name}`, { query: { limit: '1' } }));
    const verbs = expectArray(named('configmaps'), 'verbs');
    for (const verb of ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']) {
      expectThat('verbs of configmaps', verbs.includes(verb), `a list with ${verb}`, verbs);
    }
  },
} satisfies Case;
