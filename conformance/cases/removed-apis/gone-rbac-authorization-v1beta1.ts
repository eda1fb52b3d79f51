import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-rbac-authorization-v1beta1',
  title:
    'The removed version rbac.authorization/v1beta1 MUST NOT be served for clusterroles, clusterrolebindings, roles, rolebindings.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-087'],
  async run(c) {
    for (const groupVersion of ['rbac.authorization.{api}/v1beta1']) {
      for (const resource of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
