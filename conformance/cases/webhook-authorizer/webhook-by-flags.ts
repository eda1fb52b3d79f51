import type { Case } from '../../contract/case.ts';
import type { ServerResponse } from 'node:http';
import { type AskedReview, answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { acting, connectionsTo, letReadersRead, mapsIn } from '../../fixtures/access/authorizer-configuration.ts';
import { node } from '../../fixtures/manifests.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'webhook-by-flags',
  title:
    'The flags MUST say which webhook the mode asks, in which version and for how long its answers count; the modes are asked in their order, ' +
    'and a request waits for the answer.',
  requirements: [
    'AUTHZ-038',
    'AUTHZ-041',
    'AUTHZ-043',
    'VERS-090',
    'WHAUTHZ-001',
    'WHAUTHZ-002',
    'WHAUTHZ-028',
    'WHAUTHZ-041',
  ],
  needs: ['launch-server'],
  async run(c) {
    const held: { readonly asked: AskedReview; readonly response: ServerResponse }[] = [];
    await withAccessWebhook(
      (asked, response) => {
        const { user = '' } = asked.review.spec;
        if (user === 'patient') held.push({ asked, response });
        else answer(asked, response, { allowed: user.startsWith('allowed'), denied: user.startsWith('denied') });
      },
      async (webhook) => {
        const launch = (modes: string, ...flags: readonly string[]) => ({
          server: [`--authorization-mode=${modes}`, '--authorization-webhook-config-file={folder}/hook.conf', ...flags],
          files: connectionsTo({ hook: webhook }),
        });
        const reviews = (user: string) => webhook.reviews.filter(({ review }) => review.spec.user === user);
        const usual = await c.launchServer(
          // The setting that the beta version of reviews is said to depend on.
          launch('Node,Webhook,RBAC', '--runtime-config=authorization.{api}/v1beta1=true'),
        );
        await letReadersRead(c, usual);
        const get = (user: string) => acting(usual, user, 'readers').get(mapsIn('default'));
        await c.eventually(async () => expectOk(await get('undecided')));
        await c.holds(['AUTHZ-041', 'VERS-090', 'WHAUTHZ-028', 'WHAUTHZ-041'], async () => {
          expectOk(await acting(usual, 'allowed').get('/api/v1/nodes'));
          const [{ review } = {}] = reviews('allowed');
          expectField(review, 'apiVersion', c.vendor.fill('authorization.{api}/v1beta1'));
          expectThat('groups of the beta version', (review?.spec.group ?? []).length > 0, 'some', review?.spec);
        });
        await c.holds('AUTHZ-043', async () => {
          const name = 'conformance-node';
          expectCreated(await usual.wire.post('/api/v1/nodes', node(name)));
          const agent = acting(usual, `system:node:${name}`, 'system:nodes');
          expectOk(await agent.get(`/api/v1/nodes/${name}`));
          expectEqual('reviews of what the mode Node allows', reviews(`system:node:${name}`).length, 0);
          expectStatus(await get('denied'), 403);
        });
        await c.holds('AUTHZ-038', async () => {
          let isOver = false;
          const waiting = get('patient').finally(() => {
            isOver = true;
          });
          await c.eventually(async () => expectThat('reviews that wait', held.length > 0, 'one', held.length));
          for (let other = 0; other < 5; other += 1) expectOk(await acting(usual, `allowed-${other}`).get('/version'));
          expectThat('request whose review waits', !isOver, 'one that waits too', 'one that is over');
          for (const { asked, response } of held) answer(asked, response, { allowed: true });
          expectOk(await waiting);
        });
        await c.holds(['AUTHZ-041', 'WHAUTHZ-001', 'WHAUTHZ-002'], async () => {
          const short = await c.launchServer(
            launch(
              'Webhook,RBAC',
              '--authorization-webhook-version=v1',
              '--authorization-webhook-cache-authorized-ttl=1h',
              '--authorization-webhook-cache-unauthorized-ttl=5s',
            ),
          );
          const use = async () => {
            expectOk(await acting(short, 'allowed-here').get(mapsIn('default')));
            expectStatus(await acting(short, 'denied-here').get(mapsIn('default')), 403);
          };
          await use();
          await use();
          expectEqual(
            'reviews within their time',
            ['allowed-here', 'denied-here'].map((user) => reviews(user).length),
            [1, 1],
          );
          await c.clock.sleep(6000, c.signal);
          await use();
          expectEqual(
            'reviews after the time of one',
            ['allowed-here', 'denied-here'].map((user) => reviews(user).length),
            [1, 2],
          );
          expectField(reviews('allowed-here')[0]?.review, 'apiVersion', c.vendor.fill('authorization.{api}/v1'));
        });
      },
    );
  },
} satisfies Case;
