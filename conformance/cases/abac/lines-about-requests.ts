import type { Case } from '../../contract/case.ts';
import { decidingByLines, policyLine } from '../../fixtures/access/policy-lines.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const pods = { apiGroup: '', namespace: 'default', resource: 'pods' };

export default {
  id: 'lines-about-requests',
  title:
    'A line MUST match the groups, namespaces and resources that it names, or the paths, `*` all of them, and a line that only reads MUST ' +
    'allow nothing else.',
  requirements: ['ABAC-010', 'ABAC-011', 'ABAC-012', 'ABAC-013', 'ABAC-014', 'ABAC-015', 'ABAC-016', 'ABAC-017'],
  launch: decidingByLines(
    policyLine({ ...pods, user: 'one' }),
    policyLine({ ...pods, user: 'any-group', apiGroup: '*', resource: '*' }),
    policyLine({ ...pods, user: 'any-namespace', namespace: '*' }),
    policyLine({ ...pods, user: 'any-resource', resource: '*' }),
    policyLine({ user: 'of-cluster', apiGroup: '', namespace: '', resource: 'nodes' }),
    policyLine({ user: 'any-path', nonResourcePath: '*' }),
    policyLine({ user: 'sub-paths', nonResourcePath: '/livez/*' }),
    policyLine({ user: 'reader', apiGroup: '', namespace: 'default', resource: 'configmaps', readonly: true }),
    policyLine({ user: 'reader', nonResourcePath: '*', readonly: true }),
    policyLine({ user: 'writer', apiGroup: '', namespace: 'default', resource: 'configmaps', readonly: false }),
    policyLine({ user: 'writer', nonResourcePath: '*', readonly: false }),
  ),
  async run(c) {
    const look = async (user: string, allowed: readonly string[], refused: readonly string[]) => {
      for (const path of allowed) expectOk(await c.as(user).get(path));
      for (const path of refused) expectStatus(await c.as(user).get(path), 403);
    };
    const inDefault = (resource: string) => `/api/v1/namespaces/default/${resource}`;
    const inOther = '/api/v1/namespaces/elsewhere/pods';
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    await c.holds('ABAC-010', async () => {
      await look('any-group', [inDefault('pods'), deployments], []);
      await look('any-resource', [inDefault('pods')], [deployments]);
    });
    await c.holds('ABAC-011', async () => {
      await look('one', [inDefault('pods')], [inOther, '/api/v1/pods']);
      await look('any-namespace', [inDefault('pods'), inOther, '/api/v1/pods'], []);
    });
    await c.holds('ABAC-012', async () => {
      await look('one', [inDefault('pods')], [inDefault('configmaps'), inDefault('secrets')]);
      await look('any-resource', [inDefault('pods'), inDefault('configmaps'), inDefault('secrets')], []);
    });
    await c.holds('ABAC-017', async () => {
      await look('of-cluster', ['/api/v1/nodes'], ['/api/v1/persistentvolumes']);
      await look('any-resource', [], ['/api/v1/nodes', '/api/v1/pods']);
      await look('any-path', [], [inDefault('pods'), '/api/v1/nodes']);
    });
    await c.holds('ABAC-013', async () => {
      await look('any-path', ['/healthz', '/version', '/metrics'], []);
      await look('one', [], ['/healthz', '/version']);
    });
    await c.holds('ABAC-014', () => look('sub-paths', ['/livez/ping'], ['/livez', '/readyz/ping', '/version']));
    await c.holds('ABAC-015', async () => {
      const maps = inDefault('configmaps');
      const name = c.unique('map');
      c.removeLater(`${maps}/${name}`);
      const map = configMap(name, { a: 'b' });
      expectStatus(await c.as('reader').post(maps, map), 403);
      expectCreated(await c.as('writer').post(maps, map));
      expectOk(await c.as('reader').get(`${maps}/${name}`));
      expectOk(await c.as('reader').get(maps));
      const watch = await c.as('reader').watch(maps, { timeoutSeconds: '1' });
      expectOk(watch.opened);
      watch.close();
      expectStatus(await c.as('reader').put(`${maps}/${name}`, map), 403);
      expectStatus(await c.as('reader').patch(`${maps}/${name}`, 'merge', { data: {} }), 403);
      expectStatus(await c.as('reader').delete(`${maps}/${name}`), 403);
      expectStatus(await c.as('reader').delete(maps), 403);
      expectOk(await c.as('writer').patch(`${maps}/${name}`, 'merge', { data: { a: 'c' } }));
    });
    await c.holds('ABAC-016', async () => {
      expectOk(await c.as('reader').get('/version'));
      for (const send of ['post', 'put'] as const) {
        expectStatus(await c.as('reader')[send]('/version', {}), 403);
      }
      expectStatus(await c.as('reader').delete('/version'), 403);
      const { status } = await c.as('writer').post('/version', {});
      expectThat('status of a POST that is allowed', status !== 403 && status !== 401, 'neither 401 nor 403', status);
    });
  },
} satisfies Case;
