import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-rbac-authorization-v1',
  title: 'The version rbac.authorization/v1 MUST be served for clusterroles, clusterrolebindings, roles, rolebindings.',
  requirements: ['REMOVED-088'],
  async run(c) {
    for (const resource of ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings']) {
      const list = await c.wire.get(c.clusterResource('rbac.authorization.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('rbac.authorization.{api}/v1'));
    }
  },
} satisfies Case;
