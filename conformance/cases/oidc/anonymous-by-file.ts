import type { Case, CaseContext, OwnServer } from '../../contract/case.ts';
import { acting } from '../../fixtures/access/authorizer-configuration.ts';
import { trustingProviders } from '../../fixtures/access/provider-configuration.ts';
import { expectRefusedStart } from '../../fixtures/access/starts.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';

const anonymous = { anonymous: { enabled: true, conditions: [{ path: '/livez' }, { path: '/readyz' }] } };

export default {
  id: 'anonymous-by-file',
  title:
    'With paths in the file of identity providers only these MUST be open to callers without credentials, whatever roles say; the file and ' +
    'the flag MUST NOT both speak of them.',
  requirements: ['AUTHN-051', 'AUTHN-061', 'AUTHN-062', 'AUTHN-070', 'OIDC-042', 'OIDC-043', 'OIDC-092'],
  needs: ['launch-server'],
  async run(c) {
    const opened = await c.launchServer(trustingProviders([], anonymous));
    await c.holds(['AUTHN-061', 'OIDC-043'], async () => {
      for (const path of ['/livez', '/readyz']) expectOk(await opened.anonymous.get(path));
      for (const path of ['/livez/ping', '/healthz', '/version', '/api', '/api/v1/nodes', '/no-such-path']) {
        expectStatus(await opened.anonymous.get(path), 401);
      }
    });
    await c.holds('AUTHN-062', async () => {
      await openEverything(c, opened);
      // The binding is in use.
      const unknown = acting(opened, 'system:anonymous', 'system:unauthenticated');
      await c.eventually(async () => expectOk(await unknown.get('/api/v1/nodes')));
      for (const path of ['/api/v1/nodes', '/version', '/healthz']) expectStatus(await opened.anonymous.get(path), 401);
    });
    await c.holds(['AUTHN-051', 'AUTHN-070'], async () => {
      const server = await c.launchServer(trustingProviders([], { anonymous: { enabled: false } }));
      for (const path of ['/livez', '/version', '/api']) expectStatus(await server.anonymous.get(path), 401);
      expectOk(await server.wire.get('/version'));
    });
    await c.holds('OIDC-043', async () => {
      const contradicting = { anonymous: { ...anonymous.anonymous, enabled: false } };
      await expectRefusedStart(c, 'open paths where none is to be open', trustingProviders([], contradicting));
    });
    await c.holds('OIDC-042', async () => {
      const server = await c.launchServer(trustingProviders([], {}));
      expectOk(await server.anonymous.get('/version'));
      expectStatus(await server.anonymous.get('/api/v1/nodes'), 403);
    });
    await c.holds('OIDC-092', async () => {
      await expectRefusedStart(c, 'both ways to say it', trustingProviders([], anonymous, '--anonymous-auth=true'));
      const off = { anonymous: { enabled: false } };
      await expectRefusedStart(c, 'both saying the same', trustingProviders([], off, '--anonymous-auth=false'));
    });
  },
} satisfies Case;

/** A role of all rights for callers without credentials. */
async function openEverything(c: CaseContext, server: OwnServer): Promise<void> {
  const apiGroup = c.vendor.fill('rbac.authorization.{api}');
  const apiVersion = `${apiGroup}/v1`;
  const metadata = { name: 'everything-for-everybody' };
  const rules = [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ];
  const path = `/apis/${apiVersion}`;
  expectCreated(await server.wire.post(`${path}/clusterroles`, { apiVersion, kind: 'ClusterRole', metadata, rules }));
  const subjects = [
    { kind: 'User', apiGroup, name: 'system:anonymous' },
    { kind: 'Group', apiGroup, name: 'system:unauthenticated' },
  ];
  const roleRef = { apiGroup, kind: 'ClusterRole', name: metadata.name };
  const binding = { apiVersion, kind: 'ClusterRoleBinding', metadata, subjects, roleRef };
  expectCreated(await server.wire.post(`${path}/clusterrolebindings`, binding));
}
