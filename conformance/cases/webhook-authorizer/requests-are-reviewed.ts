import type { Case } from '../../contract/case.ts';
import { type AskedReview, answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  askingAuthorizers,
  letReadersRead,
  mapsIn,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { expectAbsent, expectField, expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';

const reason = 'it is not your day';

export default {
  id: 'requests-are-reviewed',
  title:
    'Each request MUST be posted to the webhook as a SubjectAccessReview with all that decides; what it allows is allowed, what it denies ' +
    'denied, and others are asked about the rest.',
  requirements: [
    'AUTHZ-008',
    'AUTHZ-010',
    'AUTHZ-039',
    'AUTHZ-048',
    'AUTHZ-057',
    'REVIEW-015',
    'REVIEW-017',
    'REVIEW-018',
    'REVIEW-020',
    'VERS-094',
    'WHAUTHZ-013',
    'WHAUTHZ-018',
    'WHAUTHZ-024',
    'WHAUTHZ-026',
    'WHAUTHZ-027',
    'WHAUTHZ-029',
    'WHAUTHZ-030',
    'WHAUTHZ-032',
    'WHAUTHZ-033',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => answer(asked, response, statusFor(asked)),
      async (webhook) => {
        const authorizers = [webhookAuthorizer(c.vendor, 'hook'), roles];
        const server = await c.launchServer(askingAuthorizers({ authorizers, webhooks: { hook: webhook } }));
        await letReadersRead(c, server);
        const maps = mapsIn('default');
        const asked = (user: string) => webhook.reviews.filter(({ review }) => review.spec.user === user);
        await c.eventually(async () => expectOk(await acting(server, 'undecided', 'readers').get(maps)));
        await c.holds(['AUTHZ-039', 'VERS-094', 'WHAUTHZ-013', 'WHAUTHZ-027', 'WHAUTHZ-029'], async () => {
          expectOk(await acting(server, 'allowed').get(maps));
          expectOk(await acting(server, 'allowed').get('/api/v1/nodes'));
        });
        await c.holds('WHAUTHZ-030', async () => {
          expectOk(await acting(server, 'undecided', 'readers').get(maps));
          expectStatus(await acting(server, 'undecided', 'readers').get('/api/v1/nodes'), 403);
          expectStatus(await acting(server, 'undecided').get(maps), 403);
        });
        const denied = await acting(server, 'denied', 'readers').get(maps);
        await c.holds(['AUTHZ-008', 'AUTHZ-057', 'WHAUTHZ-032'], async () => expectStatus(denied, 403));
        await c.holds('WHAUTHZ-033', async () => expectPattern(denied, 'message', new RegExp(reason)));
        await c.holds(['AUTHZ-010', 'WHAUTHZ-026'], async () => {
          const headers = { 'impersonate-uid': '17', 'impersonate-extra-example.org%2fteam': ['blue', 'red'] };
          const path = '/apis/apps/v1/namespaces/default/deployments/web/scale';
          await acting(server, 'described', 'devs', 'ops').withHeaders(headers).patch(path, 'merge', {});
          const [{ review } = {}] = asked('described');
          expectField(review, 'kind', 'SubjectAccessReview');
          expectField(review, 'apiVersion', c.vendor.fill('authorization.{api}/v1'));
          expectField(review, 'spec.uid', '17');
          expectField(review, ['spec', 'extra', 'example.org/team'], ['blue', 'red']);
          expectSameMembers('groups', review?.spec.groups ?? [], ['devs', 'ops', 'system:authenticated']);
          expectField(review, 'spec.resourceAttributes', {
            namespace: 'default',
            verb: 'patch',
            group: 'apps',
            version: 'v1',
            resource: 'deployments',
            subresource: 'scale',
            name: 'web',
          });
          expectAbsent(review, 'spec.nonResourceAttributes');
        });
        // A review of access by somebody else is asked on with all that it says, and with its selectors.
        await c.holds(['AUTHZ-010', 'REVIEW-015', 'WHAUTHZ-026'], async () => {
          const apiVersion = c.vendor.fill('authorization.{api}/v1');
          const requirements = [{ key: 'tier', operator: 'NotIn', values: ['a', 'b'] }];
          const resourceAttributes = {
            verb: 'list',
            group: 'apps',
            resource: 'deployments',
            subresource: 'scale',
            name: 'web',
          };
          const who = { user: 'asked-about', groups: ['devs'], uid: '18', extra: { 'example.org/team': ['red'] } };
          const spec = { ...who, resourceAttributes: { ...resourceAttributes, labelSelector: { requirements } } };
          const path = `/apis/${apiVersion}/subjectaccessreviews`;
          expectCreated(await server.wire.post(path, { apiVersion, kind: 'SubjectAccessReview', spec }));
          const [{ review } = {}] = asked('asked-about');
          expectEqual('the review that is asked on', review?.spec, {
            ...who,
            resourceAttributes: { ...resourceAttributes, version: '*', labelSelector: { requirements } },
          });
          // What it does not say is not said either.
          const bare = { user: 'barely-asked-about', resourceAttributes: { verb: 'get' } };
          expectCreated(await server.wire.post(path, { apiVersion, kind: 'SubjectAccessReview', spec: bare }));
          expectEqual('the review that says the least', asked('barely-asked-about')[0]?.review.spec, {
            user: 'barely-asked-about',
            resourceAttributes: { verb: 'get', version: '*' },
          });
        });
        await c.holds('WHAUTHZ-024', async () => {
          for (const { method, path } of webhook.reviews) {
            expectEqual('call', [method, path.replace(/\?.*/, '')], ['POST', '/hook']);
          }
        });
        await c.holds('WHAUTHZ-018', async () => {
          const caller = acting(server, 'everywhere');
          const paths = [
            maps,
            `${maps}/one`,
            '/api/v1/nodes',
            '/version',
            '/no/such/path',
            '/apis/example.org/v1/things',
          ];
          for (const path of paths) await caller.get(path);
          await caller.delete(`${maps}/one`);
          await caller.post(maps, {});
          expectEqual('reviews of eight requests', asked('everywhere').length, paths.length + 2);
        });
        await c.holds(['REVIEW-017', 'REVIEW-018'], async () => {
          const apiVersion = c.vendor.fill('authorization.{api}/v1');
          const spec = { resourceAttributes: { verb: 'list', resource: 'configmaps', namespace: 'default' } };
          const kinds = {
            SubjectAccessReview: `/apis/${apiVersion}/subjectaccessreviews`,
            LocalSubjectAccessReview: `/apis/${apiVersion}/namespaces/default/localsubjectaccessreviews`,
          };
          for (const [kind, path] of Object.entries(kinds)) {
            const review = async (user: string) => {
              const reviewed = await server.wire.post(path, { apiVersion, kind, spec: { ...spec, user } });
              expectCreated(reviewed);
              return reviewed;
            };
            const whole = await review('denied');
            expectField(whole, 'status.allowed', false);
            expectField(whole, 'status.denied', true);
            expectField(whole, 'status.reason', reason);
            for (const user of ['undecided', 'allowed']) {
              const flag = fieldOf(await review(user), 'status.denied') ?? false;
              expectEqual(`denied for ${user}`, flag, false);
            }
          }
        });
        await c.holds('REVIEW-020', async () => {
          const apiVersion = c.vendor.fill('authorization.{api}/v1');
          const kind = 'SelfSubjectAccessReview';
          const spec = { resourceAttributes: { verb: 'list', resource: 'configmaps', namespace: 'default' } };
          const own = async (user: string, ...groups: readonly string[]) => {
            const path = `/apis/${apiVersion}/selfsubjectaccessreviews`;
            const reviewed = await acting(server, user, ...groups).post(path, { apiVersion, kind, spec });
            expectCreated(reviewed);
            return reviewed;
          };
          const refused = await own('banned-from-maps', 'readers');
          expectField(refused, 'status.allowed', false);
          expectField(refused, 'status.denied', true);
          expectField(await own('allowed'), 'status.allowed', true);
        });
        await c.holds('AUTHZ-048', async () => {
          const before = asked('denied').length;
          for (const path of [maps, '/api/v1/nodes', '/version']) {
            expectOk(await acting(server, 'denied', 'system:masters').get(path));
          }
          expectEqual('reviews of a master', asked('denied').length - before, 0);
        });
      },
    );
  },
} satisfies Case;

function statusFor({ review }: AskedReview): object {
  const { user, resourceAttributes } = review.spec;
  const isOfMaps = resourceAttributes?.['resource'] === 'configmaps';
  if (user === 'denied' || (user === 'banned-from-maps' && isOfMaps)) return { allowed: false, denied: true, reason };
  return { allowed: user === 'allowed' };
}
