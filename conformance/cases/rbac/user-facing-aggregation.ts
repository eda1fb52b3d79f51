import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'user-facing-aggregation',
  title: 'The user-facing roles MUST aggregate cluster roles with their label.',
  requirements: ['RBAC-051', 'RBAC-052', 'RBAC-053'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const names: Record<string, string> = {};
    const resourcesOf = async (target: string) =>
      expectArray(await c.wire.get(roles.item(target)), 'rules').flatMap((rule) => fieldOf(rule, 'resources') ?? []);
    for (const target of ['admin', 'edit', 'view']) {
      const name = c.unique(`to-${target}`);
      names[target] = name;
      c.removeLater(roles.item(name));
      const rules = [{ apiGroups: ['conformance.example'], resources: [name], verbs: ['get'] }];
      const labels = { [c.vendor.fill(`rbac.authorization.{api}/aggregate-to-${target}`)]: 'true' };
      await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules, { labels }));
      await c.eventually(async () => {
        const resources = await resourcesOf(target);
        expectThat(`resources of ${target}`, resources.includes(name), `a list with ${name}`, resources.length);
      });
    }
    // What is for a wider role does not reach a narrower one: the last rules came to `view`, the others came before.
    for (const [target, wider] of [
      ['edit', 'admin'],
      ['view', 'admin'],
      ['view', 'edit'],
    ] as const) {
      const isThere = (await resourcesOf(target)).includes(names[wider] ?? '');
      expectThat(`rules of ${target}`, !isThere, `none that are labelled for ${wider}`, names[wider]);
    }
  },
} satisfies Case;
