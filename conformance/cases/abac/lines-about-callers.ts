import type { Case } from '../../contract/case.ts';
import { decidingByLines, policyLine } from '../../fixtures/access/policy-lines.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';

interface Rule {
  readonly verbs: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const everything = { apiGroup: '*', namespace: '*', resource: '*', nonResourcePath: '*' };

export default {
  id: 'lines-about-callers',
  title:
    'A line MUST match the user and the groups that it names, and no others; one line that matches MUST be enough.',
  requirements: [
    'ABAC-001',
    'ABAC-003',
    'ABAC-004',
    'ABAC-005',
    'ABAC-006',
    'ABAC-007',
    'ABAC-008',
    'ABAC-009',
    'ABAC-018',
    'ABAC-020',
    'AUTHZ-035',
    'REVIEW-023',
    'VERS-092',
  ],
  launch: decidingByLines(
    '# Notes and empty lines say nothing.',
    '',
    policyLine({ ...everything, user: 'ann' }),
    policyLine({ ...everything, group: 'ops' }),
    policyLine({ ...everything, user: 'eve', group: 'devs' }),
    policyLine({ group: 'system:authenticated', apiGroup: '', namespace: '*', resource: 'configmaps' }),
    policyLine({ group: 'system:unauthenticated', nonResourcePath: '/version' }),
    policyLine({ group: '*', apiGroup: '', namespace: '*', resource: 'services' }),
    policyLine({ user: '*', apiGroup: '', namespace: '*', resource: 'endpoints' }),
    policyLine({ user: 'ann', apiGroup: '', namespace: 'default', resource: 'secrets', readonly: true }),
    policyLine({ user: 'ann', apiGroup: '', namespace: 'elsewhere', resource: 'pods', nonResourcePath: '/livez' }),
    // Properties beside the spec are none.
    policyLine(everything, { user: 'zoe' }),
    policyLine({ user: 'zoe' }, everything),
    policyLine({}, { ...everything, user: 'zoe' }),
  ),
  async run(c) {
    const secrets = '/api/v1/namespaces/default/secrets';
    const open = '/api/v1/namespaces/default/configmaps';
    await c.holds(
      ['ABAC-001', 'ABAC-003', 'ABAC-004', 'ABAC-005', 'ABAC-006', 'ABAC-020', 'AUTHZ-035', 'VERS-092'],
      async () => {
        expectOk(await c.as('ann').get(secrets));
        for (const other of ['Ann', 'anna', 'an', 'joe', 'system:ann'])
          expectStatus(await c.as(other).get(secrets), 403);
      },
    );
    await c.holds('ABAC-005', async () => {
      for (const path of [secrets, '/api/v1/nodes', '/version']) expectStatus(await c.as('zoe').get(path), 403);
    });
    await c.holds('ABAC-007', async () => {
      expectOk(await c.as('joe', 'ops').get(secrets));
      expectOk(await c.as('joe', 'others', 'ops').get(secrets));
      for (const group of ['devs', 'op', 'OPS']) expectStatus(await c.as('joe', group).get(secrets), 403);
    });
    await c.holds(['ABAC-006', 'ABAC-007'], async () => {
      expectOk(await c.as('eve', 'devs').get(secrets));
      expectStatus(await c.as('eve').get(secrets), 403);
      expectStatus(await c.as('joe', 'devs').get(secrets), 403);
    });
    await c.holds('ABAC-008', async () => {
      for (const user of ['joe', 'eve']) expectOk(await c.as(user).get(open));
      expectStatus(await c.anonymous.get(open), 401, 403);
      // A star names them too, as a user and as a group.
      for (const resource of ['services', 'endpoints']) {
        expectOk(await c.as('joe').get(`/api/v1/namespaces/default/${resource}`));
        expectStatus(await c.anonymous.get(`/api/v1/namespaces/default/${resource}`), 401, 403);
      }
    });
    await c.holds('ABAC-009', async () => {
      expectOk(await c.anonymous.get('/version'));
      expectStatus(await c.anonymous.get('/metrics'), 403);
      expectStatus(await c.as('joe').get('/version'), 403);
    });
    await c.holds(['ABAC-006', 'ABAC-007', 'REVIEW-023'], async () => {
      const apiVersion = c.vendor.fill('authorization.{api}/v1');
      // Everybody who is known may read configmaps; who reviews himself needs a right to do so, which ann and the devs have.
      const rulesOf = async (...who: [string, ...string[]]) => {
        const answer = await c.as(...who).post(`/apis/${apiVersion}/selfsubjectrulesreviews`, {
          apiVersion,
          kind: 'SelfSubjectRulesReview',
          spec: { namespace: 'default' },
        });
        expectCreated(answer);
        const rules = expectArray(answer, 'status.resourceRules') as readonly Rule[];
        const paths = expectArray(answer, 'status.nonResourceRules') as readonly Rule[];
        return [
          ...rules.flatMap(({ resources = [], verbs }) =>
            resources.map((resource) => `${verbs.join(' ')} ${resource}`),
          ),
          ...paths.flatMap(({ nonResourceURLs = [], verbs }) =>
            nonResourceURLs.map((path) => `${verbs.join(' ')} path ${path}`),
          ),
        ].sort();
      };
      const ofAll = ['* *', '* configmaps', '* endpoints', '* path *', '* services'];
      expectEqual('rules of the devs', await rulesOf('eve', 'devs'), ofAll);
      expectEqual('rules of the ops', await rulesOf('joe', 'ops'), ofAll);
      // A line for a namespace counts there; one that only reads says so.
      expectEqual('rules of ann', await rulesOf('ann'), [...ofAll, 'get list watch secrets'].sort());
    });
    await c.holds('ABAC-018', async () => {
      expectOk(await c.as('joe', 'ops').get(open));
      expectOk(await c.as('ann').get(open));
    });
  },
} satisfies Case;
