import { grantEverywhere } from '../../fixtures/grants.ts';
import { role } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectStatus } from '../../wire/expect/status.ts';

const held = [{ apiGroups: ['conformance.example'], resources: ['none'], verbs: ['get'] }];

export default {
  id: 'escalation-by-aggregation',
  title: 'A caller without all permissions MUST NOT write an aggregating role, by POST, PUT or PATCH.',
  requirements: ['RBAC-035', 'RBAC-036'],
  needs: ['rbac', 'impersonation'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const [user, own, made] = [c.unique('user'), c.unique('own'), c.unique('made')];
    for (const each of [own, made]) c.removeLater(roles.item(each));
    const group = c.vendor.fill('rbac.authorization.{api}');
    const writes = { apiGroups: [group], resources: ['clusterroles'], verbs: ['create', 'update', 'patch', 'get'] };
    await grantEverywhere(c, user, ...held, writes);
    const caller = c.as(user);
    await c.eventually(async () =>
      expectStatus(await caller.post(roles.collection, role(groupVersion, 'ClusterRole', own, held)), 200, 201, 409),
    );
    const clusterRoleSelectors = [
      { matchLabels: { [c.vendor.fill('rbac.authorization.{api}/aggregate-to-admin')]: 'true' } },
    ];
    const aggregationRule = { clusterRoleSelectors };
    await c.holds('RBAC-035', async () => {
      const gathering = { ...role(groupVersion, 'ClusterRole', made, []), aggregationRule };
      expectFailure(await caller.post(roles.collection, gathering), 403, 'Forbidden');
      expectFailure(await caller.post(roles.collection, { ...gathering, rules: null }), 403, 'Forbidden');
      expectStatus(await c.wire.get(roles.item(made)), 404);
    });
    await c.holds('RBAC-036', async () => {
      const stored = (await c.wire.get(roles.item(own))).json() as object;
      expectFailure(await caller.put(roles.item(own), { ...stored, aggregationRule }), 403, 'Forbidden');
      expectFailure(await caller.patch(roles.item(own), 'merge', { aggregationRule }), 403, 'Forbidden');
      const patch = [{ op: 'add', path: '/aggregationRule', value: aggregationRule }];
      expectFailure(await caller.patch(roles.item(own), 'json', patch), 403, 'Forbidden');
      const after = await c.wire.get(roles.item(own));
      expectAbsent(after, 'aggregationRule');
      expectField(after, 'rules', held);
    });
    // A caller with all permissions may write it.
    expectCreated(
      await c.wire.post(roles.collection, { ...role(groupVersion, 'ClusterRole', made, []), aggregationRule }),
    );
  },
} satisfies Case;
