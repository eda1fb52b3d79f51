import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { identified } from '../../fixtures/access/provider-configuration.ts';
import { askingAboutTokens } from '../../fixtures/access/token-webhook-launch.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Milliseconds: longer than any server may remember a caller, however it came to know it. */
const longerThanMemory = 13_000;

export default {
  id: 'token-reviews-are-kept',
  title:
    'What the webhook said of a token MUST be kept for the time of the flag, by default much longer, and then be asked anew.',
  requirements: ['TOKWH-023', 'TOKWH-032'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) =>
        answer(asked, response, {
          authenticated: asked.review.spec.token?.startsWith('good') === true,
          user: { username: 'ann' },
          ...(asked.review.spec.token === 'unclear' ? { error: 'the directory is away' } : {}),
        }),
      async (webhook) => {
        const asked = (token: string) => webhook.reviews.filter(({ review }) => review.spec.token === token).length;
        const usual = await c.launchServer(askingAboutTokens(webhook));
        const short = await c.launchServer(askingAboutTokens(webhook, ['--authentication-token-webhook-cache-ttl=1s']));
        const use = async () => {
          for (const [server, name] of [
            [usual, 'usual'],
            [short, 'short'],
          ] as const) {
            expectStatus(await identified(c, server, `good-${name}`), 200, 201);
            expectStatus(await identified(c, server, `bad-${name}`), 401);
          }
        };
        await c.holds(['TOKWH-023', 'TOKWH-032'], async () => {
          await use();
          for (const token of ['good-usual', 'bad-usual', 'good-short', 'bad-short']) {
            expectEqual(`reviews of ${token}`, asked(token), 1);
          }
        });
        await c.holds('TOKWH-023', async () => {
          // What was not found out is no answer.
          for (let time = 1; time <= 2; time += 1) {
            expectStatus(await identified(c, usual, 'unclear'), 401);
            expectEqual(`reviews of a token that the webhook cannot judge, after ${time}`, asked('unclear'), time);
          }
          await use();
          expectEqual('reviews of a good token asked about twice', asked('good-usual'), 1);
          expectEqual('reviews of a bad token asked about twice', asked('bad-usual'), 1);
          await c.clock.sleep(longerThanMemory, c.signal);
          await use();
          expectEqual('reviews of a good token by default', asked('good-usual'), 1);
          expectEqual('reviews of a bad token by default', asked('bad-usual'), 1);
          for (const token of ['good-short', 'bad-short']) {
            expectThat(`reviews of ${token} after its time`, asked(token) > 1, 'more than one', asked(token));
          }
        });
      },
    );
  },
} satisfies Case;
