import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'aggregation',
  title: 'A controller MUST fill an aggregated role with the rules of matching roles, and remove them again.',
  requirements: ['RBAC-010', 'RBAC-049', 'RBAC-050'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const [whole, part] = [c.unique('whole'), c.unique('part')];
    c.removeLater(roles.item(whole));
    c.removeLater(roles.item(part));
    const rules = [{ apiGroups: ['conformance.example'], resources: ['things'], verbs: ['get'] }];
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [whole]: 'yes' } }] };
    await createObject(c, roles.collection, { ...role(groupVersion, 'ClusterRole', whole, []), aggregationRule });
    await createObject(
      c,
      roles.collection,
      role(groupVersion, 'ClusterRole', part, rules, { labels: { [whole]: 'yes' } }),
    );
    await c.eventually(async () => expectField(await c.wire.get(roles.item(whole)), 'rules', rules));
    expectDeleted(await c.wire.delete(roles.item(part)));
    await c.eventually(async () =>
      expectThat(
        'rules',
        ((fieldOf(await c.wire.get(roles.item(whole)), 'rules') ?? []) as unknown[]).length === 0,
        'none',
        'some',
      ),
    );
  },
} satisfies Case;
