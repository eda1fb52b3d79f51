import type { Case } from '../../contract/case.ts';
import { decidingByLines } from '../../fixtures/access/policy-lines.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

const line = (properties: object): string => JSON.stringify(properties);
const inDefault = (resource: string) => `/api/v1/namespaces/default/${resource}`;
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const elsewhere = '/api/v1/namespaces/elsewhere/pods';

export default {
  id: 'lines-without-version',
  title:
    'A line in the old form, without version and spec, MUST match every API group, and every namespace, resource or path that it does not limit.',
  requirements: ['ABAC-006', 'ABAC-008', 'ABAC-010', 'ABAC-011', 'ABAC-012', 'ABAC-013', 'ABAC-015'],
  launch: decidingByLines(
    line({ user: 'all' }),
    line({ user: 'of-namespace', namespace: 'default' }),
    line({ user: 'of-resource', resource: 'pods' }),
    line({ user: 'reader', readonly: true }),
    line({ resource: 'services', readonly: true }),
    line({ user: 'system:anonymous', resource: 'endpoints' }),
  ),
  async run(c) {
    const look = async (user: string, allowed: readonly string[], refused: readonly string[]) => {
      for (const path of allowed) expectOk(await c.as(user).get(path));
      for (const path of refused) expectStatus(await c.as(user).get(path), 403);
    };
    await c.holds(['ABAC-006', 'ABAC-010', 'ABAC-012', 'ABAC-013'], () =>
      look('all', [inDefault('pods'), deployments, elsewhere, '/api/v1/nodes', '/version'], []),
    );
    await c.holds(['ABAC-010', 'ABAC-011', 'ABAC-013'], () =>
      look('of-namespace', [inDefault('pods'), deployments], [elsewhere, '/api/v1/nodes', '/version']),
    );
    await c.holds(['ABAC-012', 'ABAC-013'], () =>
      look('of-resource', [inDefault('pods'), elsewhere], [inDefault('secrets'), deployments, '/version']),
    );
    await c.holds('ABAC-015', async () => {
      await look('reader', [inDefault('pods'), '/version'], []);
      expectStatus(await c.as('reader').delete(inDefault('pods')), 403);
      expectStatus(await c.as('reader').post('/version', {}), 403);
    });
    // A line without user and group applies to every authenticated caller.
    await c.holds('ABAC-008', async () => {
      await look('zoe', [inDefault('services')], [inDefault('secrets')]);
      expectStatus(await c.anonymous.get(inDefault('services')), 401, 403);
    });
    // A line with a user applies to that caller, whatever the groups are: this one is in none of those who are authenticated.
    await c.holds('ABAC-006', async () => {
      expectOk(await c.anonymous.get(inDefault('endpoints')));
      expectStatus(await c.anonymous.get(inDefault('pods')), 401, 403);
      await look('zoe', [], [inDefault('endpoints')]);
    });
  },
} satisfies Case;
