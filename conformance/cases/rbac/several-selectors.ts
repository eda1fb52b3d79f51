import { fieldOf } from '../../wire/expect/object.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'several-selectors',
  title: 'An aggregated role SHOULD include roles that match any of its selectors.',
  requirements: ['RBAC-074'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const [whole, one, two] = [c.unique('whole'), c.unique('one'), c.unique('two')];
    for (const name of [whole, one, two]) c.removeLater(roles.item(name));
    for (const name of [one, two]) {
      const rules = [{ apiGroups: ['conformance.example'], resources: [name], verbs: ['get'] }];
      await createObject(
        c,
        roles.collection,
        role(groupVersion, 'ClusterRole', name, rules, { labels: { [name]: 'yes' } }),
      );
    }
    const clusterRoleSelectors = [one, two].map((name) => ({ matchLabels: { [name]: 'yes' } }));
    await createObject(c, roles.collection, {
      ...role(groupVersion, 'ClusterRole', whole, []),
      aggregationRule: { clusterRoleSelectors },
    });
    await c.eventually(async () => {
      const resources = ((fieldOf(await c.wire.get(roles.item(whole)), 'rules') ?? []) as unknown[]).flatMap(
        (rule) => fieldOf(rule, 'resources') ?? [],
      );
      expectSameMembers('resources', resources, [one, two]);
    });
  },
} satisfies Case;
