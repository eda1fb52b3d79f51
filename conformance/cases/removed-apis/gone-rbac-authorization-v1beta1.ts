import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-rbac-authorization-v1beta1',
  title:
    'The removed version rbac.authorization/v1beta1 MUST NOT be served for clusterroles, clusterrolebindings, roles, rolebindings.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-087'],
  async run(c) {
    await expectGone(
      c,
      ['rbac.authorization.{api}/v1beta1'],
      ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'],
    );
  },
} satisfies Case;
