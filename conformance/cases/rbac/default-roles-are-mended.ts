import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';

export default {
  id: 'default-roles-are-mended',
  title:
    'A start MUST add missing rules of default roles and bindings, SHOULD remove none, and MUST skip those that opt out.',
  requirements: ['RBAC-045', 'RBAC-046', 'RBAC-047', 'RBAC-048'],
  needs: ['launch-server'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const [mended, left, bound] = [
      roles.item('system:monitoring'),
      roles.item('system:discovery'),
      bindings.item('system:basic-user'),
    ];
    const [whole, replaced] = [roles.item('admin'), bindings.item('system:discovery')];
    const leftBound = bindings.item('system:monitoring');
    const own = { kind: 'User', apiGroup: c.vendor.fill('rbac.authorization.{api}'), name: 'of-an-administrator' };
    const extra = { apiGroups: ['conformance.example'], resources: ['things'], verbs: ['get'] };
    const autoupdate = { [c.vendor.fill('rbac.authorization.{label}/autoupdate')]: 'false' };
    await withDataFolder(c, async (folder) => {
      const { wire } = await folder.restart();
      const before = await c.eventually(async () => pathsOf(await wire.get(mended)));
      expectOk(await wire.patch(mended, 'merge', { rules: [extra] }));
      expectOk(await wire.patch(left, 'merge', { metadata: { annotations: autoupdate }, rules: [extra] }));
      expectOk(await wire.patch(bound, 'merge', { subjects: [own] }));
      expectOk(await wire.patch(leftBound, 'merge', { metadata: { annotations: autoupdate }, subjects: [own] }));
      const aggregationRule = fieldOf(await wire.get(whole), 'aggregationRule');
      const selectors = [{ matchLabels: { 'conformance.example/aggregated': 'yes' } }];
      expectOk(await wire.patch(whole, 'merge', { aggregationRule: { clusterRoleSelectors: selectors } }));
      const binding = await wire.get(replaced);
      const [roleRef, subjects] = [fieldOf(binding, 'roleRef'), fieldOf(binding, 'subjects')];
      expectDeleted(await wire.delete(replaced));
      expectCreated(
        await wire.post(bindings.collection, {
          apiVersion: groupVersion,
          kind: 'ClusterRoleBinding',
          metadata: { name: 'system:discovery' },
          subjects: [],
          roleRef: { ...(roleRef as object), name: 'system:basic-user' },
        }),
      );
      const again = (await folder.restart()).wire;
      await c.eventually(async () => {
        const role = await again.get(mended);
        const paths = pathsOf(role);
        const missing = before.filter((path) => !paths.includes(path));
        expectEqual('paths that the role still lacks after the restart', missing, []);
        const kept = expectArray(role, 'rules').some((rule) => isDeepStrictEqual(rule, extra));
        expectThat('the rule that was added', kept, 'still there', role.json());
        const names = expectArray(await again.get(bound), 'subjects').map((subject) => fieldOf(subject, 'name'));
        expectEqual('subjects after the restart', names, [own.name, 'system:authenticated']);
        const wanted = [...selectors, ...((fieldOf(aggregationRule, 'clusterRoleSelectors') ?? []) as object[])];
        expectField(await again.get(whole), 'aggregationRule.clusterRoleSelectors', wanted);
        // The role of a binding cannot change: the binding is made anew.
        expectField(await again.get(replaced), 'roleRef', roleRef);
        expectField(await again.get(replaced), 'subjects', subjects);
      });
      expectField(await again.get(left), 'rules', [extra]);
      expectField(await again.get(leftBound), 'subjects', [own]);
    });
  },
} satisfies Case;

/** Returns the paths of all rules of the role in one list. Fails when there is none. */
function pathsOf(role: Exchange): readonly unknown[] {
  const paths = expectArray(role, 'rules').flatMap((rule) => (fieldOf(rule, 'nonResourceURLs') ?? []) as unknown[]);
  expectThat('paths of the role', paths.length > 0, 'some', role.json());
  return paths;
}
