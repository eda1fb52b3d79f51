import type { Case } from '../../contract/case.ts';
import { type AskedReview, answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { identified } from '../../fixtures/access/provider-configuration.ts';
import { askingAboutTokens } from '../../fixtures/access/token-webhook-launch.ts';
import { clientAuthority, jane } from '../../fixtures/client-certificates.ts';
import { expectAbsent, expectArray, expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers } from '../../wire/expect/value.ts';

const ann = { username: 'ann', uid: '17', groups: ['devs'], extra: { 'example.org/team': ['blue', 'red'] } };

/** What the webhook says of each token. */
const statuses: Readonly<Record<string, object>> = {
  'good-token': { authenticated: true, user: ann },
  'denied-token': { authenticated: false, user: ann },
  'explained-token': { authenticated: false, error: 'it was stolen' },
  'good-token-with-error': { authenticated: true, user: ann, error: 'a warning' },
  'token-of-nothing': {},
};

export default {
  id: 'tokens-are-reviewed',
  title:
    'A bearer token MUST be posted to the webhook of the connection file as a TokenReview, and the status of its answer alone MUST decide ' +
    'who the caller is.',
  requirements: [
    'AUTHN-049',
    'ERR-025',
    'TOKWH-001',
    'TOKWH-003',
    'TOKWH-005',
    'TOKWH-006',
    'TOKWH-008',
    'TOKWH-009',
    'TOKWH-010',
    'TOKWH-011',
    'TOKWH-012',
    'TOKWH-013',
    'TOKWH-014',
    'TOKWH-015',
    'TOKWH-016',
    'TOKWH-017',
    'TOKWH-019',
    'TOKWH-020',
    'TOKWH-021',
    'TOKWH-022',
    'TOKWH-025',
    'TOKWH-026',
    'TOKWH-027',
    'TOKWH-029',
    'TOKWH-030',
    'TOKWH-031U',
    'TOKWH-032',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(respond, (other) =>
      withAccessWebhook(respond, async (webhook) => {
        const unused = `${other.service.url}/tokens`;
        const server = await c.launchServer(askingAboutTokens(webhook, [], { client: jane, other: unused }));
        const of = (token: string) => identified(c, server, token);
        const asked = (token: string) => webhook.reviews.filter(({ review }) => review.spec.token === token);
        const good = await of('good-token');
        const [first] = asked('good-token');
        await c.holds(
          ['AUTHN-049', 'TOKWH-005', 'TOKWH-006', 'TOKWH-008', 'TOKWH-015', 'TOKWH-022', 'TOKWH-026'],
          async () => {
            expectStatus(good, 200, 201);
            expectField(good, 'status.userInfo.username', 'ann');
            expectField(good, 'status.userInfo.uid', '17');
            expectSameMembers('groups', expectArray(good, 'status.userInfo.groups'), ['devs', 'system:authenticated']);
            expectField(good, ['status', 'userInfo', 'extra', 'example.org/team'], ['blue', 'red']);
          },
        );
        await c.holds(['TOKWH-001', 'TOKWH-025', 'TOKWH-029'], async () => {
          expectField(first?.review, 'kind', 'TokenReview');
          expectField(first?.review, 'apiVersion', c.vendor.fill('authentication.{api}/v1beta1'));
        });
        await c.holds(['TOKWH-003', 'TOKWH-013', 'TOKWH-014'], async () => {
          expectEqual('method', first?.method, 'POST');
          expectEqual('path', first?.path.replace(/\?.*/, ''), '/tokens');
          expectField(first?.review, 'spec.token', 'good-token');
        });
        await c.holds(['TOKWH-016', 'TOKWH-017', 'TOKWH-019', 'TOKWH-020', 'TOKWH-021'], async () => {
          expectEqual('common name of the certificate that the server showed', first?.client, 'jane');
          expectEqual('reviews for the webhook of another context', other.reviews.length, 0);
        });
        await c.holds(['ERR-025', 'TOKWH-005', 'TOKWH-026', 'TOKWH-027'], async () => {
          expectStatus(await of('denied-token'), 401);
          expectStatus(await of('token-of-nothing'), 401);
          expectStatus(await of('unknown-token'), 401);
          expectEqual('reviews of the denied token', asked('denied-token').length, 1);
        });
        await c.holds(['TOKWH-009', 'TOKWH-027'], async () => expectStatus(await of('explained-token'), 401));
        await c.holds('TOKWH-011', async () => {
          const refused = await of('denied-token');
          expectStatus(refused, 401);
          expectField(refused, 'reason', 'Unauthorized');
          expectField(refused, 'message', 'Unauthorized');
        });
        await c.holds('TOKWH-010', async () => {
          expectField(await of('good-token-with-error'), 'status.userInfo.username', 'ann');
        });
        await c.holds('TOKWH-012', async () => {
          expectField(await of('token-of-another-spec'), 'status.userInfo.username', 'of another spec');
          expectField(await of('token-without-spec'), 'status.userInfo.username', 'without spec');
          expectStatus(await of('token-of-the-answer'), 401);
        });
        // A webhook whose certificate another authority signed gets no token, and authenticates no caller.
        await c.holds('TOKWH-017', async () => {
          const { server: flags, files } = askingAboutTokens(webhook);
          const wary = await c.launchServer({ server: flags, files: { ...files, 'tokens.crt': clientAuthority } });
          const before = webhook.reviews.length;
          expectStatus(await identified(c, wary, 'good-token'), 401, 500);
          expectEqual('reviews sent to a webhook that is not trusted', webhook.reviews.length - before, 0);
        });
        await c.holds('TOKWH-032', async () => {
          const before = webhook.reviews.length;
          for (const token of ['new-token', 'new-token-2', 'new-toke']) expectStatus(await of(token), 401);
          const tokens = webhook.reviews.slice(before).map(({ review }) => review.spec.token);
          expectEqual('tokens asked about', tokens, ['new-token', 'new-token-2', 'new-toke']);
        });
        await c.holds(['TOKWH-030', 'TOKWH-031U'], async () => {
          const review = async (token: string) => {
            const apiVersion = c.vendor.fill('authentication.{api}/v1');
            const posted = { apiVersion, kind: 'TokenReview', spec: { token } };
            const reviewed = await server.wire.post(`/apis/${apiVersion}/tokenreviews`, posted);
            expectCreated(reviewed);
            return reviewed;
          };
          const accepted = await review('good-token');
          expectField(accepted, 'status.authenticated', true);
          expectField(accepted, 'status.user.username', 'ann');
          expectAbsent(await review('denied-token'), 'status.user.username');
        });
      }),
    );
  },
} satisfies Case;

function respond(asked: AskedReview, response: Parameters<typeof answer>[1]): void {
  const { token = '' } = asked.review.spec;
  const named = (username: string) => ({ authenticated: true, user: { username } });
  if (token === 'token-of-another-spec') {
    return answer(asked, response, named('of another spec'), { spec: { token: 'token-of-the-answer' } });
  }
  if (token === 'token-without-spec') return answer(asked, response, named('without spec'), { spec: undefined });
  answer(asked, response, statuses[token] ?? { authenticated: false });
}
