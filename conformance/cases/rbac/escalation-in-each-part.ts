import { createObject } from '../../fixtures/created-objects.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';
import { role } from '../../fixtures/manifests.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';

const held = { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['a'], verbs: ['get', 'patch'] };

/** Rules that exceed the held rule in one part each. */
const wider: Readonly<Record<string, readonly object[]>> = {
  'another group': [{ ...held, apiGroups: ['batch'] }],
  'the core group': [{ ...held, apiGroups: [''] }],
  'every group': [{ ...held, apiGroups: ['*'] }],
  'another name': [{ ...held, resourceNames: ['b'] }],
  'one name more': [{ ...held, resourceNames: ['a', 'b'] }],
  'every name': [{ ...held, resourceNames: [] }],
  'another verb': [{ ...held, verbs: ['update'] }],
  'one verb more': [{ ...held, verbs: ['get', 'patch', 'update'] }],
  'every verb': [{ ...held, verbs: ['*'] }],
  'another resource': [{ ...held, resources: ['replicasets'] }],
  'a sub-resource': [{ ...held, resources: ['deployments/status'] }],
  'every resource': [{ ...held, resources: ['*'] }],
  'a second rule': [held, { ...held, verbs: ['delete'] }],
};

export default {
  id: 'escalation-in-each-part',
  title:
    'A caller MUST NOT write a role wider than its own in group, name, verb, resource or path, by POST, PUT or PATCH.',
  requirements: ['RBAC-035', 'RBAC-036'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    const user = c.unique('user');
    const writes = { apiGroups: [c.vendor.fill('rbac.authorization.{api}')], resources: ['roles'] };
    await c.grant(user, held, { ...writes, verbs: ['create', 'update', 'patch'] });
    const own = role(groupVersion, 'Role', 'own', [held]);
    const version = versionOf(await createObject(c, roles.collection, own));
    await c.eventually(async () =>
      expectCreated(await c.as(user).post(roles.collection, role(groupVersion, 'Role', c.unique('r'), [held]))),
    );
    for (const [what, rules] of Object.entries(wider)) {
      const wide = role(groupVersion, 'Role', `wide-${what.replaceAll(' ', '-')}`, rules);
      const changed = { ...own, metadata: { name: 'own', resourceVersion: version }, rules };
      await c.holds('RBAC-035', async () =>
        expectFailure(await c.as(user).post(roles.collection, wide), 403, 'Forbidden'),
      );
      await c.holds('RBAC-036', async () => {
        expectFailure(await c.as(user).put(roles.item('own'), changed), 403, 'Forbidden');
        expectFailure(await c.as(user).patch(roles.item('own'), 'merge', { rules }), 403, 'Forbidden');
      });
    }
    await c.holds('RBAC-036', async () => {
      expectField(await c.wire.get(roles.item('own')), 'rules', [held]);
      const narrower = [{ ...held, verbs: ['get'] }];
      expectOk(await c.as(user).patch(roles.item('own'), 'merge', { rules: narrower }));
    });
    // PUT and apply of a new name create a role too.
    const put = (name: string, rules: readonly object[]) =>
      c.as(user).put(roles.item(name), role(groupVersion, 'Role', name, rules));
    const apply = (name: string, rules: readonly object[]) =>
      c.as(user).patch(roles.item(name), 'apply', role(groupVersion, 'Role', name, rules), {
        query: { fieldManager: 'conformance' },
      });
    const everyVerb = [{ ...held, verbs: ['*'] }];
    await c.holds('RBAC-035', async () => {
      for (const [name, write] of [
        ['by-put', put],
        ['by-apply', apply],
      ] as const) {
        expectFailure(await write(name, everyVerb), 403, 'Forbidden');
        expectStatus(await c.wire.get(roles.item(name)), 404);
        expectCreated(await write(name, [held]));
      }
    });
    await c.holds('RBAC-036', async () => expectFailure(await apply('by-apply', everyVerb), 403, 'Forbidden'));
    await c.holds('RBAC-035', () => wholeRulesDoNotGrow(c, groupVersion));
    await c.holds('RBAC-035', () => pathsDoNotGrow(c, groupVersion));
  },
} satisfies Case;

/** The same for a held rule without resource names, which covers whole resources. */
async function wholeRulesDoNotGrow(c: CaseContext, groupVersion: string): Promise<void> {
  const whole = { apiGroups: ['batch'], resources: ['jobs', '*/scale'], verbs: ['get', 'list'] };
  const user = c.unique('whole');
  const group = c.vendor.fill('rbac.authorization.{api}');
  await c.grant(user, whole, { apiGroups: [group], resources: ['roles'], verbs: ['create'] });
  const roles = c.resource(groupVersion, 'roles');
  const write = (rule: object) =>
    c.as(user).post(`${roles.collection}?dryRun=All`, role(groupVersion, 'Role', c.unique('whole'), [rule]));
  await c.eventually(async () => expectCreated(await write(whole)));
  for (const narrower of [
    { ...whole, verbs: ['list'] },
    { ...whole, resources: ['jobs'] },
    { ...whole, resources: ['cronjobs/scale'] },
    { ...whole, resourceNames: ['a'] },
  ]) {
    expectCreated(await write(narrower));
  }
  for (const other of [
    { ...whole, apiGroups: ['apps'] },
    { ...whole, apiGroups: ['batch', 'apps'] },
    { ...whole, apiGroups: ['*'] },
    { ...whole, resources: ['cronjobs'] },
    { ...whole, resources: ['jobs', 'jobs/status'] },
    { ...whole, resources: ['*'] },
    { ...whole, verbs: ['get', 'watch'] },
    { ...whole, verbs: ['*'] },
  ]) {
    expectFailure(await write(other), 403, 'Forbidden');
  }
}

/** The same for non-resource paths, which only cluster roles can hold. */
async function pathsDoNotGrow(c: CaseContext, groupVersion: string): Promise<void> {
  const roles = c.clusterResource(groupVersion, 'clusterroles');
  const user = c.unique('user');
  const group = c.vendor.fill('rbac.authorization.{api}');
  const rules = [
    { apiGroups: [group], resources: ['clusterroles'], verbs: ['create'] },
    { nonResourceURLs: ['/conformance/held/*'], verbs: ['get'] },
  ];
  await grantEverywhere(c, user, ...rules);
  const write = (nonResourceURLs: readonly string[], verbs: readonly string[]) => {
    const made = c.unique('paths');
    c.removeLater(roles.item(made));
    return c.as(user).post(roles.collection, role(groupVersion, 'ClusterRole', made, [{ nonResourceURLs, verbs }]));
  };
  await c.eventually(async () => expectCreated(await write(['/conformance/held/x'], ['get'])));
  expectCreated(await write(['/conformance/held/*'], ['get']));
  for (const path of ['/conformance/other', '/conformance/held', '/conformance/*', '*']) {
    expectFailure(await write([path], ['get']), 403, 'Forbidden');
    expectFailure(await write(['/conformance/held/x', path], ['get']), 403, 'Forbidden');
  }
  expectFailure(await write(['/conformance/held/x'], ['post']), 403, 'Forbidden');
}
