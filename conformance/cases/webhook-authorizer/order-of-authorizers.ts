import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  askingAuthorizers,
  mapsIn,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

export default {
  id: 'order-of-authorizers',
  title:
    'Authorizers MUST be asked in the order of the file until one allows or denies, a request about which none says anything is forbidden, ' +
    'and the metrics MUST name them.',
  requirements: ['AUTHZ-002', 'AUTHZ-006', 'AUTHZ-008', 'WHAUTHZ-029', 'WHAUTHZ-031', 'WHAUTHZ-032'],
  needs: ['launch-server'],
  async run(c) {
    const says = (side: 'first' | 'second', user: string) => ({
      allowed: user.includes(`${side}-allows`),
      denied: user.includes(`${side}-denies`),
    });
    await withAccessWebhook(
      (asked, response) => answer(asked, response, says('first', asked.review.spec.user ?? '')),
      (first) =>
        withAccessWebhook(
          (asked, response) => answer(asked, response, says('second', asked.review.spec.user ?? '')),
          async (second) => {
            const authorizers = [webhookAuthorizer(c.vendor, 'first'), webhookAuthorizer(c.vendor, 'second')];
            const server = await c.launchServer(askingAuthorizers({ authorizers, webhooks: { first, second } }));
            const asksOf = (user: string) =>
              [first, second].map((hook) => hook.reviews.filter(({ review }) => review.spec.user === user).length);
            const look = async (user: string, status: number, asks: readonly number[]) => {
              expectStatus(await acting(server, user).get(mapsIn('default')), status);
              expectEqual(`reviews by the first and by the second for ${user}`, asksOf(user), asks);
            };
            await c.holds(['AUTHZ-002', 'AUTHZ-008', 'WHAUTHZ-032'], () =>
              look('first-denies-second-allows', 403, [1, 0]),
            );
            // An answer that says both allows nothing, whoever would be asked next.
            await c.holds('WHAUTHZ-032', async () => {
              const user = 'first-allows-and-first-denies-and-second-allows';
              expectStatus(await acting(server, user).get(mapsIn('default')), 403, 500);
              expectEqual(`reviews by the first and by the second for ${user}`, asksOf(user), [1, 0]);
            });
            await c.holds(['AUTHZ-002', 'AUTHZ-008', 'WHAUTHZ-029'], () =>
              look('first-allows-second-denies', 200, [1, 0]),
            );
            await c.holds('AUTHZ-002', async () => {
              await look('second-allows', 200, [1, 1]);
              await look('second-denies', 403, [1, 1]);
            });
            await c.holds('WHAUTHZ-031', () => look('neither-says-anything', 403, [1, 1]));
            await c.holds('AUTHZ-006', async () => {
              const page = await server.wire.get('/metrics');
              expectOk(page);
              const decisions = samplesOf(page.text(), 'apiserver_authorization_decisions_total');
              for (const name of ['first', 'second']) {
                for (const decision of ['allowed', 'denied']) {
                  const found = decisions.find(
                    ({ labels }) => labels['name'] === name && labels['decision'] === decision,
                  );
                  expectThat(`decisions ${decision} by ${name}`, (found?.value ?? 0) > 0, 'at least one', found);
                }
              }
            });
          },
        ),
    );
  },
} satisfies Case;
