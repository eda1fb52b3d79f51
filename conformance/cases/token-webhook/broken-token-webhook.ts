import type { Case } from '../../contract/case.ts';
import { answer, brokenAnswers, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { identified } from '../../fixtures/access/provider-configuration.ts';
import { askingAboutTokens } from '../../fixtures/access/token-webhook-launch.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

/** What a webhook may not say in its status, by what that is. */
const mistypedStatuses: Readonly<Record<string, Record<string, unknown>>> = {
  'a word for a yes': { authenticated: 'true', user: { username: 'ann' } },
  'a number for a yes': { authenticated: 1, user: { username: 'ann' } },
  'a user that is a word': { authenticated: true, user: 'ann' },
  'a name that is a number': { authenticated: true, user: { username: 7 } },
  'groups that are a word': { authenticated: true, user: { username: 'ann', groups: 'devs' } },
};

export default {
  id: 'broken-token-webhook',
  title:
    'A caller MUST NOT be let in by a webhook that cannot be reached or does not answer as it has to, and MUST be once it answers; others ' +
    'are served meanwhile.',
  requirements: ['TOKWH-028U'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => {
        const { token = '' } = asked.review.spec;
        const broken = Object.entries(brokenAnswers).find(([what]) => tokenFor(what) === token)?.[1];
        const mistyped = Object.entries(mistypedStatuses).find(([what]) => tokenFor(what) === token)?.[1];
        if (broken !== undefined) broken(asked, response);
        else if (mistyped !== undefined) answer(asked, response, mistyped);
        else answer(asked, response, { authenticated: true, user: { username: 'ann' } });
      },
      async (webhook) => {
        const server = await c.launchServer(askingAboutTokens(webhook));
        expectStatus(await identified(c, server, 'good-token'), 200, 201);
        for (const what of [...Object.keys(brokenAnswers), ...Object.keys(mistypedStatuses)]) {
          const refused = await identified(c, server, tokenFor(what));
          expectThat(`status after ${what}`, refused.status >= 400, 'a refusal', refused.status);
          expectOk(await server.wire.get('/api'));
        }
        await webhook.service.close();
        const refused = await identified(c, server, 'unreachable');
        expectThat('status without a webhook', refused.status >= 400, 'a refusal', refused.status);
        expectOk(await server.wire.get('/api'));
      },
    );
  },
} satisfies Case;

function tokenFor(what: string): string {
  return `token-for-${what.replaceAll(' ', '-')}`;
}
