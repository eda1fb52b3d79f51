import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'monitoring-role',
  title: 'The monitoring role MUST allow access to metrics and health, and nothing else.',
  requirements: ['RBAC-065'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const user = c.unique('monitor');
    c.removeLater(bindings.item(user));
    await createObject(
      c,
      bindings.collection,
      binding(groupVersion, 'ClusterRoleBinding', user, user, { kind: 'ClusterRole', name: 'system:monitoring' }),
    );
    await c.eventually(async () => expectOk(await c.as(user).get('/metrics')));
    for (const path of ['/livez', '/readyz', '/healthz']) expectOk(await c.as(user).get(path));
    // Everybody may read the paths above; these need the role.
    for (const path of ['/livez/ping', '/readyz/ping', '/healthz/ping', '/metrics/slis']) {
      expectOk(await c.as(user).get(path));
      expectStatus(await c.as(`${user}2`).get(path), 403);
    }
    expectStatus(await c.as(user).get('/api/v1/nodes'), 403);
  },
} satisfies Case;
