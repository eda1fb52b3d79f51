import type { Case } from '../../contract/case.ts';
import { answer, brokenAnswers, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  askingAuthorizers,
  letReadersRead,
  mapsIn,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { clientAuthority } from '../../fixtures/client-certificates.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'failure-policy',
  title:
    'After a call that fails, an answer that is none, or none in time, the failure policy MUST decide: `NoOpinion` asks the others, `Deny` ' +
    'asks nobody and refuses.',
  requirements: ['WHAUTHZ-008', 'WHAUTHZ-009', 'WHAUTHZ-011', 'WHAUTHZ-012', 'WHAUTHZ-040'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => {
        const { user = '' } = asked.review.spec;
        const [, what = ''] = /^(?:open|closed) (.*)$/.exec(user) ?? [];
        if (what === 'silence') return;
        const broken = Object.entries(brokenAnswers).find(([name]) => name === what)?.[1];
        if (broken === undefined) answer(asked, response, { allowed: false });
        else broken(asked, response);
      },
      async (webhook) => {
        const hook = (name: string, failurePolicy: string) =>
          webhookAuthorizer(c.vendor, name, {
            failurePolicy,
            timeout: '2s',
            matchConditions: [{ expression: `request.user.startsWith('${name} ')` }],
          });
        const authorizers = [hook('open', 'NoOpinion'), hook('closed', 'Deny'), hook('wary', 'Deny'), roles];
        const webhooks = { open: webhook, closed: webhook, wary: webhook };
        const { server: flags, files } = askingAuthorizers({ authorizers, webhooks });
        // The authority in that connection file did not sign the certificate of the webhook.
        const server = await c.launchServer({ server: flags, files: { ...files, 'wary.crt': clientAuthority } });
        await letReadersRead(c, server);
        const get = (user: string) => acting(server, user, 'readers').get(mapsIn('default'));
        for (const policy of ['open', 'closed']) await c.eventually(async () => expectOk(await get(`${policy} fine`)));
        /** One policy lets roles decide, which allow; the other refuses: as forbidden, or because it could not find out. */
        const look = async (policy: 'open' | 'closed', what: string) => {
          const { status } = await get(`${policy} ${what}`);
          const expected = policy === 'open' ? [200] : [403, 500];
          expectThat(`status after ${what}, ${policy}`, expected.includes(status), expected.join(' or '), status);
        };
        for (const what of ['a refusal', 'an end of the connection', 'a redirect']) {
          await c.holds(['WHAUTHZ-008', 'WHAUTHZ-011'], () => look('open', what));
          await c.holds(['WHAUTHZ-008', 'WHAUTHZ-012'], () => look('closed', what));
        }
        for (const what of ['garbage', 'another kind', 'a status of the wrong type']) {
          await c.holds(['WHAUTHZ-009', 'WHAUTHZ-011'], () => look('open', what));
          await c.holds(['WHAUTHZ-009', 'WHAUTHZ-012'], () => look('closed', what));
        }
        // The call fails before the review is sent to a webhook that is not trusted.
        await c.holds(['WHAUTHZ-008', 'WHAUTHZ-012'], async () => {
          expectStatus(await get('wary user'), 403, 500);
          const told = webhook.reviews.filter(({ review }) => review.spec.user === 'wary user');
          expectEqual('reviews sent to a webhook that is not trusted', told.length, 0);
        });
        await c.holds('WHAUTHZ-040', async () => {
          for (const policy of ['open', 'closed'] as const) {
            const began = c.clock.monotonic();
            await look(policy, 'silence');
            const waited = c.clock.monotonic() - began;
            expectThat(`milliseconds until ${policy} gave up`, waited >= 1500, 'at least 1500', Math.round(waited));
          }
        });
        await webhook.service.close();
        await c.holds(['WHAUTHZ-008', 'WHAUTHZ-011'], () => look('open', 'nobody there'));
        await c.holds(['WHAUTHZ-008', 'WHAUTHZ-012'], () => look('closed', 'nobody there'));
        expectStatus(await acting(server, 'open nobody there').get(mapsIn('default')), 403, 500);
      },
    );
  },
} satisfies Case;
