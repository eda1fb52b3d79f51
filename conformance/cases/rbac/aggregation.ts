import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
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
    const [whole, part, next] = [c.unique('whole'), c.unique('part-2'), c.unique('part-1')];
    for (const name of [whole, part, next]) c.removeLater(roles.item(name));
    const rules = [{ apiGroups: ['conformance.example'], resources: ['things'], verbs: ['get'] }];
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [whole]: 'yes' } }] };
    // It has the label too: what it got from others is not its own to keep.
    const labels = { [whole]: 'yes' };
    await createObject(c, roles.collection, {
      ...role(groupVersion, 'ClusterRole', whole, [], { labels }),
      aggregationRule,
    });
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', part, rules, { labels }));
    await c.eventually(async () => expectField(await c.wire.get(roles.item(whole)), 'rules', rules));
    // The rules of several roles in the order of their names, each once; those of another role are not in it.
    const more = [{ apiGroups: ['conformance.example'], resources: ['others'], verbs: ['list'] }, ...rules];
    const [first = '', second = ''] = [part, next].sort();
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', next, more, { labels }));
    const [ofFirst, ofSecond] = first === part ? [rules, more] : [more, rules];
    const wanted = [...ofFirst, ...ofSecond].filter(isFirst);
    await c.eventually(async () => expectField(await c.wire.get(roles.item(whole)), 'rules', wanted));
    expectDeleted(await c.wire.delete(roles.item(second)));
    await c.eventually(async () => expectField(await c.wire.get(roles.item(whole)), 'rules', ofFirst));
    // A role without the label any more gives nothing.
    expectOk(await c.wire.patch(roles.item(first), 'merge', { metadata: { labels: { [whole]: null } } }));
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

function isFirst(rule: object, index: number, all: readonly object[]): boolean {
  return all.findIndex((other) => JSON.stringify(other) === JSON.stringify(rule)) === index;
}
