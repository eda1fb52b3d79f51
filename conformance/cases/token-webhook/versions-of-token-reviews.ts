import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { identified } from '../../fixtures/access/provider-configuration.ts';
import { expectRefusedStart } from '../../fixtures/access/starts.ts';
import { askingAboutTokens } from '../../fixtures/access/token-webhook-launch.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'versions-of-token-reviews',
  title: 'Reviews MUST be sent in the version of the flag, and an answer in another version MUST NOT count.',
  requirements: ['TOKWH-002', 'TOKWH-024', 'TOKWH-029', 'VERS-086'],
  needs: ['launch-server'],
  async run(c) {
    const good = { authenticated: true, user: { username: 'ann' } };
    await withAccessWebhook(
      (asked, response) => {
        const isOther = asked.review.spec.token === 'answered-in-another-version';
        const { apiVersion } = asked.review;
        answer(asked, response, good, { apiVersion: isOther ? otherVersion(apiVersion) : apiVersion });
      },
      async (webhook) => {
        for (const version of ['v1', 'v1beta1']) {
          const server = await c.launchServer(
            askingAboutTokens(webhook, [`--authentication-token-webhook-version=${version}`]),
          );
          const before = webhook.reviews.length;
          await c.holds(['TOKWH-024', 'TOKWH-029', 'VERS-086'], async () => {
            expectField(await identified(c, server, 'good-token'), 'status.userInfo.username', 'ann');
            const { review } = webhook.reviews[before] ?? {};
            expectField(review, 'apiVersion', c.vendor.fill(`authentication.{api}/${version}`));
          });
          await c.holds('TOKWH-002', async () => {
            expectStatus(await identified(c, server, 'answered-in-another-version'), 401);
          });
          server.terminate();
        }
        await c.holds('TOKWH-024', async () => {
          await expectRefusedStart(
            c,
            'a version that there is not',
            askingAboutTokens(webhook, ['--authentication-token-webhook-version=v2']),
          );
          expectThat('reviews', webhook.reviews.length > 0, 'some', webhook.reviews.length);
        });
      },
    );
  },
} satisfies Case;

function otherVersion(apiVersion: string): string {
  return apiVersion.endsWith('/v1') ? `${apiVersion}beta1` : apiVersion.replace(/beta1$/, '');
}
