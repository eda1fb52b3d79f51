import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { identified } from '../../fixtures/access/provider-configuration.ts';
import { askingAboutTokens } from '../../fixtures/access/token-webhook-launch.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectSameMembers, expectThat } from '../../wire/expect/value.ts';

/** What the webhook says each token is for; undefined: nothing. */
const audiences: Readonly<Record<string, readonly string[] | undefined>> = {
  'for-one': ['first'],
  'for-both': ['first', 'second'],
  'for-one-and-a-stranger': ['stranger', 'second'],
  'for-a-stranger': ['stranger'],
  'for-whom-it-may-concern': undefined,
};

export default {
  id: 'audiences-of-token-reviews',
  title:
    'A review MUST name the audiences of the server, and a token MUST be refused that the webhook says is for none of them, and taken when ' +
    'it says nothing.',
  requirements: ['TOKWH-004', 'TOKWH-007', 'TOKWH-008', 'TOKWH-014', 'TOKWH-030', 'TOKWH-032'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) =>
        answer(asked, response, {
          authenticated: true,
          user: { username: 'ann' },
          audiences:
            asked.review.spec.token === 'for-whom-it-is-asked'
              ? (asked.review.spec.audiences ?? [])
              : audiences[asked.review.spec.token ?? ''],
        }),
      async (webhook) => {
        const server = await c.launchServer(askingAboutTokens(webhook, ['--api-audiences=first,second']));
        const accepted = async (token: string) =>
          expectField(await identified(c, server, token), 'status.userInfo.username', 'ann');
        await c.holds('TOKWH-007', async () => {
          for (const token of ['for-one', 'for-both', 'for-one-and-a-stranger']) await accepted(token);
          expectStatus(await identified(c, server, 'for-a-stranger'), 401);
        });
        await c.holds('TOKWH-008', () => accepted('for-whom-it-may-concern'));
        const before = webhook.reviews.length;
        const apiVersion = c.vendor.fill('authentication.{api}/v1');
        const posted = async (token: string, asked: readonly string[]) => {
          const spec = { token, audiences: asked };
          const path = `/apis/${apiVersion}/tokenreviews`;
          const reviewed = await server.wire.post(path, { apiVersion, kind: 'TokenReview', spec });
          expectCreated(reviewed);
          return reviewed;
        };
        const expectUnknown = async (token: string, asked: readonly string[]) => {
          const authenticated = fieldOf(await posted(token, asked), 'status.authenticated');
          expectThat(
            `authenticated for ${asked.join(' and ')}`,
            authenticated !== true,
            'nothing or false',
            authenticated,
          );
        };
        // An answer without audiences is valid for the server's own audience only, whatever the caller asked for.
        await c.holds('TOKWH-008', async () => {
          const good = await posted('for-whom-it-may-concern', ['first', 'third']);
          expectField(good, 'status.authenticated', true);
          expectField(good, 'status.audiences', ['first']);
          await expectUnknown('for-whom-it-may-concern', ['third']);
        });
        await c.holds(['TOKWH-030', 'TOKWH-032'], async () => {
          // What is known of a token is known of the audiences that were asked about, and of no others.
          for (const asked of [['first'], ['first', 'third']]) {
            const good = await posted('for-one', asked);
            expectField(good, 'status.authenticated', true);
            expectField(good, 'status.audiences', ['first']);
          }
          for (const asked of ['first', 'second', 'third']) {
            const good = await posted('for-whom-it-is-asked', [asked]);
            expectField(good, 'status.audiences', [asked]);
          }
          for (const asked of [['second'], ['third']]) await expectUnknown('for-one', asked);
        });
        await c.holds(['TOKWH-004', 'TOKWH-014'], async () => {
          for (const { review } of webhook.reviews.slice(0, before)) {
            expectSameMembers('audiences of a review', review.spec.audiences ?? [], ['first', 'second']);
          }
        });
      },
    );
  },
} satisfies Case;
