import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import {
  acting,
  askingAuthorizers,
  mapsIn,
  roles,
  webhookAuthorizer,
} from '../../fixtures/access/authorizer-configuration.ts';
import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const paths = [
  '/api',
  '/apis',
  '/metrics',
  '/logs',
  '/debug',
  '/healthz',
  '/livez',
  '/openapi/v2',
  '/readyz',
  '/version',
] as const;

export default {
  id: 'paths-and-selectors-are-reviewed',
  title:
    'The webhook MUST be told the path of a request that is about no resource, which stays denied where nobody allows it, and the selectors ' +
    'of a list, a watch or the deletion of a collection.',
  requirements: ['WHAUTHZ-034', 'WHAUTHZ-036', 'WHAUTHZ-037'],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => answer(asked, response, { allowed: asked.review.spec.user === 'allowed' }),
      async (webhook) => {
        const authorizers = [webhookAuthorizer(c.vendor, 'hook'), roles];
        const server = await c.launchServer(askingAuthorizers({ authorizers, webhooks: { hook: webhook } }));
        const allowed = acting(server, 'allowed');
        const last = () => webhook.reviews.filter(({ review }) => review.spec.user === 'allowed').at(-1)?.review;
        await c.holds('WHAUTHZ-034', async () => {
          for (const path of paths) {
            await allowed.get(path);
            expectField(last(), 'spec.nonResourceAttributes', { path, verb: 'get' });
            expectAbsent(last(), 'spec.resourceAttributes');
          }
          await allowed.post('/version', {});
          expectField(last(), 'spec.nonResourceAttributes', { path: '/version', verb: 'post' });
        });
        await c.holds('WHAUTHZ-036', async () => {
          expectStatus(await acting(server, 'somebody').get('/other'), 403);
          expectStatus(await acting(server, 'somebody').get('/metrics'), 403);
          expectStatus(await allowed.get('/other'), 404);
        });
        await c.holds('WHAUTHZ-037', async () => {
          const query = {
            labelSelector: 'a=b,c in (d,e),f,!g',
            fieldSelector: 'metadata.name=one,metadata.namespace!=two',
          };
          for (const [verb, ask] of [
            ['list', () => allowed.get(mapsIn('default'), { query })],
            ['watch', () => allowed.get(mapsIn('default'), { query: { ...query, watch: '1', timeoutSeconds: '1' } })],
            ['deletecollection', () => allowed.delete(mapsIn('default'), undefined, { query })],
          ] as const) {
            expectOk(await ask());
            const review = last();
            expectField(review, 'spec.resourceAttributes.verb', verb);
            expectField(review, 'spec.resourceAttributes.labelSelector.requirements', [
              { key: 'a', operator: 'In', values: ['b'] },
              { key: 'c', operator: 'In', values: ['d', 'e'] },
              { key: 'f', operator: 'Exists' },
              { key: 'g', operator: 'DoesNotExist' },
            ]);
            expectField(review, 'spec.resourceAttributes.fieldSelector.requirements', [
              { key: 'metadata.name', operator: 'In', values: ['one'] },
              { key: 'metadata.namespace', operator: 'NotIn', values: ['two'] },
            ]);
          }
          expectOk(await allowed.get(mapsIn('default')));
          const plain = last()?.spec.resourceAttributes ?? {};
          expectEqual(
            'attributes without selectors',
            [plain['labelSelector'], plain['fieldSelector']],
            [undefined, undefined],
          );
        });
      },
    );
  },
} satisfies Case;
