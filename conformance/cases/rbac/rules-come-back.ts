import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'rules-come-back',
  title: 'A role MUST be stored with all fields of its rules.',
  requirements: ['RBAC-002', 'RBAC-009'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    const rules = [{ apiGroups: [''], resources: ['pods', 'pods/log'], resourceNames: ['a'], verbs: ['get', 'list'] }];
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'r', rules));
    expectField(await c.wire.get(roles.item('r')), 'rules', rules);
    const clusterRoles = c.clusterResource(groupVersion, 'clusterroles');
    const name = c.unique('aggregate');
    c.removeLater(clusterRoles.item(name));
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [name]: 'yes' } }] };
    await createObject(c, clusterRoles.collection, { ...role(groupVersion, 'ClusterRole', name, []), aggregationRule });
    expectField(await c.wire.get(clusterRoles.item(name)), 'aggregationRule', aggregationRule);
    const paths = c.unique('paths');
    c.removeLater(clusterRoles.item(paths));
    const pathRules = [{ nonResourceURLs: ['/conformance/*', '/conformance'], verbs: ['get'] }];
    await createObject(c, clusterRoles.collection, role(groupVersion, 'ClusterRole', paths, pathRules));
    expectField(await c.wire.get(clusterRoles.item(paths)), 'rules', pathRules);
  },
} satisfies Case;
