import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  askingAuthorizers,
  mapsIn,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Milliseconds: more than the half minute for which denials are kept by default. */
const longerThanDenials = 31_000;

export default {
  id: 'reviews-of-access-are-kept',
  title:
    'What a webhook allowed and what it did not MUST each be kept for its time, by default half a minute for denials and longer for the ' +
    'rest, and then be asked anew.',
  requirements: ['WHAUTHZ-001', 'WHAUTHZ-002'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => answer(asked, response, { allowed: asked.review.spec.user?.endsWith('allowed') === true }),
      async (webhook) => {
        const hook = (name: string, ttl: object) =>
          webhookAuthorizer(c.vendor, name, {
            authorizedTTL: undefined,
            unauthorizedTTL: undefined,
            ...ttl,
            matchConditions: [{ expression: `request.user.startsWith('${name} ')` }],
          });
        const authorizers = [
          hook('usual', {}),
          hook('keeps-allowed', { authorizedTTL: '1h', unauthorizedTTL: '10s' }),
          hook('keeps-denied', { authorizedTTL: '10s', unauthorizedTTL: '1h' }),
          hook('forgets', {
            authorizedTTL: '1h',
            unauthorizedTTL: '1h',
            cacheAuthorizedRequests: false,
            cacheUnauthorizedRequests: false,
          }),
          roles,
        ];
        const names = ['usual', 'keeps-allowed', 'keeps-denied'];
        const webhooks = Object.fromEntries([...names, 'forgets'].map((name) => [name, webhook]));
        const server = await c.launchServer(askingAuthorizers({ authorizers, webhooks }));
        const use = async (name: string, times: number) => {
          for (let time = 0; time < times; time += 1) {
            expectOk(await acting(server, `${name} allowed`).get(mapsIn('default')));
            expectStatus(await acting(server, `${name} denied`).get(mapsIn('default')), 403);
          }
        };
        const reviews = (user: string) => webhook.reviews.filter(({ review }) => review.spec.user === user).length;
        const start = c.clock.monotonic();
        await c.holds(['WHAUTHZ-001', 'WHAUTHZ-002'], async () => {
          for (const name of names) await use(name, 3);
          for (const user of names.flatMap((name) => [`${name} allowed`, `${name} denied`])) {
            expectEqual(`reviews of three requests of ${user}`, reviews(user), 1);
          }
          await use('forgets', 3);
          for (const user of ['forgets allowed', 'forgets denied'])
            expectEqual(`reviews of three requests of ${user}`, reviews(user), 3);
          // Another request of the same user is another question, and so is the same one in another group or with more
          // said of the user.
          const usual = acting(server, 'usual allowed');
          expectOk(await usual.get(mapsIn('other')));
          expectEqual('reviews of another request', reviews('usual allowed'), 2);
          expectStatus(await usual.get(`${mapsIn('default')}/none`), 404);
          expectStatus(await usual.delete(`${mapsIn('default')}/none`), 404);
          expectEqual('reviews of other verbs', reviews('usual allowed'), 4);
          expectOk(await acting(server, 'usual allowed', 'devs').get(mapsIn('default')));
          expectOk(await usual.withHeaders({ 'impersonate-uid': '17' }).get(mapsIn('default')));
          expectOk(await usual.withHeaders({ 'impersonate-extra-level': 'high' }).get(mapsIn('default')));
          expectEqual('reviews of another group, uid and extra value', reviews('usual allowed'), 7);
        });
        await c.clock.sleep(20_000, c.signal);
        // On a host that is too slow for that the half minute is over by now.
        if (c.clock.monotonic() - start < 27_000) {
          await use('usual', 1);
          await c.holds('WHAUTHZ-002', async () =>
            expectEqual('reviews within the half minute', reviews('usual denied'), 1),
          );
        }
        await c.clock.sleep(longerThanDenials - 20_000, c.signal);
        for (const name of names) await use(name, 2);
        await c.holds('WHAUTHZ-001', async () => {
          expectEqual('reviews of what was allowed, by default', reviews('usual allowed'), 7);
          expectEqual('reviews of what was allowed, kept long', reviews('keeps-allowed allowed'), 1);
          const again = reviews('keeps-denied allowed');
          expectThat('reviews of what was allowed, kept shortly', again > 1, 'more than one', again);
        });
        await c.holds('WHAUTHZ-002', async () => {
          expectEqual('reviews of what was denied, by default', reviews('usual denied'), 2);
          expectEqual('reviews of what was denied, kept long', reviews('keeps-denied denied'), 1);
          const again = reviews('keeps-allowed denied');
          expectThat('reviews of what was denied, kept shortly', again > 1, 'more than one', again);
        });
      },
    );
  },
} satisfies Case;
