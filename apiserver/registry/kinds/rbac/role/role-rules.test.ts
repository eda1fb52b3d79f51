// Rules of roles and cluster roles that are not taken.

import t from 'tap';
import type { Status } from '../../../../../shared/object/status-error.ts';
import { vendorIds, vendorOf } from '../../../../../shared/vendor/profile.ts';
import { inProcess } from '../../../../../fixtures/apiserver/registry.fixture.ts';

for (const vendor of vendorIds)
  t.test(
    `${vendor}: a rule is about resources with their groups, or about paths, never about both or nothing`,
    async (t) => {
      const api = await inProcess(vendor);
      t.teardown(() => api.close());
      const faults = async (resource: string, rule: object) => {
        const { status, body } = await api.call('create', api.vendor.fill(`${resource}.rbac.authorization.{api}`), {
          ...(resource === 'roles' ? { namespace: 'a' } : {}),
          query: 'dryRun=All',
          body: { metadata: { name: 'x' }, rules: [rule] },
        });
        if (status === 200 || status === 201) return [];
        t.equal(status, 422);
        return ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
      };
      const verbs = ['get'];
      const [groups, resources, urls] = [
        { apiGroups: [''] },
        { resources: ['pods'] },
        { nonResourceURLs: ['/healthz'] },
      ];
      const mixed = [/^rules\[0\]\.nonResourceURLs: .*cannot apply to both/];
      t.strictSame(await faults('clusterroles', { verbs, ...groups, ...resources }), []);
      t.strictSame(await faults('clusterroles', { verbs, ...urls }), []);
      t.match(await faults('clusterroles', { verbs, ...urls, ...resources }), mixed);
      t.match(await faults('clusterroles', { verbs, ...urls, ...groups }), mixed);
      t.match(await faults('clusterroles', { ...urls }), [/^rules\[0\]\.verbs: Required value/]);
      for (const resource of ['roles', 'clusterroles']) {
        t.strictSame(await faults(resource, { verbs, ...groups, ...resources }), [], resource);
        t.match(await faults(resource, { verbs: [], ...groups, ...resources }), [/^rules\[0\]\.verbs: Required value/]);
        t.match(await faults(resource, { verbs, ...resources }), [/^rules\[0\]\.apiGroups: Required value/]);
        t.match(await faults(resource, { verbs, ...groups }), [/^rules\[0\]\.resources: Required value/]);
      }
      // Paths belong to no namespace (RBAC-075U).
      const refused = vendorOf(vendor).behaviour.namespacedUrlRule === 'invalid';
      t.match(
        await faults('roles', { verbs, ...urls }),
        refused ? [/^rules\[0\]\.nonResourceURLs: .*namespaced rules cannot apply/] : [],
      );
    },
  );
