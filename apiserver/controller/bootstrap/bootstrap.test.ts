import t from 'tap';
import { silentLog } from '../../../shared/process/log/log.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { defaultRoles } from '../../authorization/rbac/default-roles.ts';
import type { Binding, Role } from '../../authorization/rbac/role-forms.ts';
import { controllerAccounts } from '../api/controller-accounts.ts';
import { TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { bootstrap } from './bootstrap.ts';
import { reconcileBinding, reconcileRole } from './reconcile-roles.ts';

const signal = new AbortController().signal;

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const rbac = `/apis/${vendor.fill('rbac.authorization.{api}')}/v1`;
  const api = () =>
    new TestApi({
      '/api/v1/namespaces': { kind: 'Namespace', namespaced: false },
      '/api/v1/services': { kind: 'Service', namespaced: true },
      [`/apis/${vendor.fill('scheduling.{api}')}/v1/priorityclasses`]: { kind: 'PriorityClass', namespaced: false },
      [`${rbac}/clusterroles`]: { kind: 'ClusterRole', namespaced: false },
      [`${rbac}/clusterrolebindings`]: { kind: 'ClusterRoleBinding', namespaced: false },
      [`${rbac}/roles`]: { kind: 'Role', namespaced: true },
      [`${rbac}/rolebindings`]: { kind: 'RoleBinding', namespaced: true },
    });
  const start = (of: TestApi) =>
    bootstrap({ vendor, clock: systemClock, transport: of.transport, log: silentLog, port: 6443 }, signal);

  t.test(
    `a first start makes everything, a second one nothing, with ${id} (RBAC-043 to RBAC-046, RBAC-055)`,
    async (t) => {
      const fresh = api();
      await start(fresh);
      t.strictSame(
        fresh.list('/api/v1/namespaces').map(({ metadata }) => metadata.name),
        ['default', '{short}-system', '{short}-public', '{short}-node-lease'].map((name) => vendor.fill(name)),
      );
      t.equal(fresh.list(`${rbac}/clusterroles`).length, 68);
      t.equal(fresh.list(`${rbac}/rolebindings`).length, 7);
      t.ok(fresh.get('/api/v1/services', 'default', vendor.fill('{maker}')));
      const edit = fresh.get(`${rbac}/clusterroles`, '', 'edit') as Role;
      t.ok((edit.rules ?? []).length > 10, 'aggregated roles are born filled');
      const writes = () => fresh.requests.filter((request) => !request.startsWith('GET')).length;
      const before = writes();
      await start(fresh);
      t.equal(writes(), before);
    },
  );

  t.test(
    `the server's user for node agents may use their API, and loses nothing that was changed, with ${id}`,
    async (t) => {
      const fresh = api();
      const run = () =>
        bootstrap(
          { vendor, clock: systemClock, transport: fresh.transport, log: silentLog, nodeClientUser: 'asker' },
          signal,
        );
      const checkpoints = (kind: string) => fresh.get(`${rbac}/${kind}`, '', 'orchkit:node-checkpoint');
      const binding = () => fresh.get(`${rbac}/clusterrolebindings`, '', 'orchkit:node-client') as Binding;
      await run();
      t.match(binding(), {
        subjects: [{ kind: 'User', name: 'asker' }],
        roleRef: { kind: 'ClusterRole', name: 'system:kubelet-api-admin' },
      });
      t.match(checkpoints('clusterrolebindings'), { subjects: [{ kind: 'User', name: 'asker' }] });
      t.match(checkpoints('clusterroles'), { rules: [{ resources: ['nodes/checkpoint'] }] });
      fresh.put(`${rbac}/clusterrolebindings`, { ...binding(), subjects: [] });
      await run();
      t.strictSame(binding().subjects, []);
    },
  );

  t.test(`objects that no controller needs at start can be created later, with ${id}`, async (t) => {
    const fresh = api();
    const part = (which: 'needed' | 'rest') =>
      bootstrap({ vendor, clock: systemClock, transport: fresh.transport, log: silentLog, part: which }, signal);
    const has = (name: string) => fresh.get(`${rbac}/clusterroles`, '', `system:controller:${name}`) !== undefined;
    await part('needed');
    t.equal(has('namespace-controller'), true);
    t.equal(has('job-controller'), false);
    await part('rest');
    t.equal(has('job-controller'), true);
    t.equal(fresh.list(`${rbac}/clusterrolebindings`).length, 49);
  });

  t.test(`the accounts that controllers act as have default roles, with ${id} (RBAC-066)`, async (t) => {
    const names = new Set(defaultRoles(vendor).clusterRoles.map(({ metadata }) => metadata.name));
    for (const account of controllerAccounts) t.ok(names.has(`system:controller:${account}`), account);
  });

  t.test(`a start restores missing parts of default objects, with ${id} (RBAC-045, RBAC-046)`, async (t) => {
    const changed = api();
    await start(changed);
    const name = 'system:discovery';
    const role = changed.get(`${rbac}/clusterroles`, '', name) as Role;
    changed.put(`${rbac}/clusterroles`, { ...role, rules: [] });
    const binding = changed.get(`${rbac}/clusterrolebindings`, '', name) as Binding;
    changed.put(`${rbac}/clusterrolebindings`, { ...binding, subjects: [] });
    await start(changed);
    // A rule put back has its verbs and paths taken apart, so what counts is that it is covered.
    t.ok(((changed.get(`${rbac}/clusterroles`, '', name) as Role).rules ?? []).length > 0);
    t.strictSame((changed.get(`${rbac}/clusterrolebindings`, '', name) as Binding).subjects, binding.subjects);
  });
}

t.test('reconciling adds and never takes away, unless it is switched off (RBAC-047, RBAC-048)', async (t) => {
  const vendor = vendorOf('orch');
  const [wanted] = defaultRoles(vendor).clusterRoles.filter(({ metadata }) => metadata.name === 'system:basic-user');
  if (wanted === undefined) throw new Error('no such role');
  const extra = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
  t.strictSame(reconcileRole({ ...wanted, rules: [...(wanted.rules ?? []), extra] }, wanted, vendor), {
    do: 'nothing',
  });
  const bare = reconcileRole({ ...wanted, rules: [extra] }, wanted, vendor);
  t.equal(bare.do, 'update');
  t.strictSame(bare.do === 'update' && bare.object.rules?.[0], extra);
  const annotations = { [vendor.fill('rbac.authorization.{label}/autoupdate')]: 'false' };
  const frozen = { ...wanted, rules: [], metadata: { ...wanted.metadata, annotations } };
  t.strictSame(reconcileRole(frozen, wanted, vendor), { do: 'nothing' });
});

t.test('a default binding to another role is recreated', async (t) => {
  const vendor = vendorOf('orch');
  const [wanted] = defaultRoles(vendor).clusterRoleBindings;
  if (wanted === undefined) throw new Error('no binding');
  const other = { ...wanted, roleRef: { ...wanted.roleRef, name: 'view' } };
  t.equal(reconcileBinding(other, wanted, vendor).do, 'recreate');
  t.strictSame(reconcileBinding(wanted, wanted, vendor), { do: 'nothing' });
});
