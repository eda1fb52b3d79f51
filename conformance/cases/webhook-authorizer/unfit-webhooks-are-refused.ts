import type { Case } from '../../contract/case.ts';
import { answer, withAccessWebhook } from '../../fixtures/access/access-webhook.ts';
import { acting, askingAuthorizers, roles, webhookAuthorizer } from '../../fixtures/access/authorizer-configuration.ts';
import { connectionFiles } from '../../fixtures/access/connection-file.ts';
import { expectRefusedStart, expectStart } from '../../fixtures/access/starts.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'unfit-webhooks-are-refused',
  title:
    'A server MUST NOT start with a file in which a webhook lacks what it needs, may take too long, has too many conditions, or is of the ' +
    'cluster itself.',
  requirements: [
    'WHAUTHZ-003',
    'WHAUTHZ-004',
    'WHAUTHZ-005',
    'WHAUTHZ-006',
    'WHAUTHZ-007',
    'WHAUTHZ-015',
    'WHAUTHZ-016',
    'WHAUTHZ-025',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withAccessWebhook(
      (asked, response) => answer(asked, response, { allowed: false }),
      async (webhook) => {
        const launch = (more: object) =>
          askingAuthorizers({
            authorizers: [webhookAuthorizer(c.vendor, 'hook', more), roles],
            webhooks: { hook: webhook },
          });
        const refused = (what: string, more: object) => expectRefusedStart(c, what, launch(more));
        const conditions = (count: number) => ({
          matchConditions: Array.from({ length: count }, (_, index) => ({
            expression: `request.user != 'user-${index}'`,
          })),
        });
        await c.holds(['WHAUTHZ-004', 'WHAUTHZ-016'], () =>
          expectStart(c, 'all that is needed', launch({ timeout: '30s', ...conditions(64) })),
        );
        await c.holds('WHAUTHZ-003', () => refused('no timeout', { timeout: undefined }));
        await c.holds('WHAUTHZ-004', async () => {
          for (const timeout of ['31s', '30001ms', '0s', '-1s']) await refused(`the timeout ${timeout}`, { timeout });
        });
        await c.holds('WHAUTHZ-005', async () => {
          await refused('no version of reviews', { subjectAccessReviewVersion: undefined });
          const beta = await c.launchServer(launch({ subjectAccessReviewVersion: 'v1beta1' }));
          await acting(beta, 'somebody').get('/version');
          const asked = webhook.reviews.find(({ review }) => review.spec.user === 'somebody');
          expectField(asked?.review, 'apiVersion', c.vendor.fill('authorization.{api}/v1beta1'));
          beta.terminate();
          await refused('another version of reviews', { subjectAccessReviewVersion: 'v2' });
        });
        await c.holds('WHAUTHZ-006', async () => {
          const version = 'matchConditionSubjectAccessReviewVersion';
          const conditioned = conditions(1);
          await refused('no version of conditions', { ...conditioned, [version]: undefined });
          await refused('another version of conditions', { ...conditioned, [version]: 'v1beta1' });
        });
        await c.holds('WHAUTHZ-007', async () => {
          await refused('no failure policy', { failurePolicy: undefined });
          for (const failurePolicy of ['Allow', 'deny'])
            await refused(`the policy ${failurePolicy}`, { failurePolicy });
        });
        await c.holds('WHAUTHZ-015', async () => {
          await refused('a webhook of the cluster', { connectionInfo: { type: 'InClusterConfig' } });
          const [field, type] = ['{short}ConfigFile', '{Short}ConfigFile'].map((name) =>
            c.vendor.fill(
              name.replace(
                '{Short}',
                c.vendor.fill('{short}').replace(/^./, (first) => first.toUpperCase()),
              ),
            ),
          ) as [string, string];
          await refused('a connection of no type', { connectionInfo: { [field]: '{folder}/hook.conf' } });
          await refused('a connection of another type', { connectionInfo: { type: 'Magic' } });
          await refused('a connection without its file', { connectionInfo: { type } });
          await refused('a connection whose file is a folder', { connectionInfo: { type, [field]: '{folder}' } });
          await refused('a connection without a file', { connectionInfo: { type, [field]: '{folder}/none' } });
          await refused('a connection by a relative path', { connectionInfo: { type, [field]: 'hook.conf' } });
        });
        await c.holds('WHAUTHZ-016', async () => {
          await refused('65 conditions', conditions(65));
          await refused('an empty condition', { matchConditions: [{ expression: '' }] });
          const twice = { expression: "request.user == 'ann'" };
          await refused('the same condition twice', { matchConditions: [twice, twice] });
          await refused('a condition that is no expression', { matchConditions: [{ expression: 'request.user ==' }] });
          await refused('a condition that is not true or false', { matchConditions: [{ expression: 'request.user' }] });
          await refused('a condition about what is not there', {
            matchConditions: [{ expression: "request.verb == ''" }],
          });
        });
        await c.holds('WHAUTHZ-025', async () => {
          const { server, files = {} } = launch({});
          const asking = connectionFiles('hook', { server: `${webhook.service.url}/hook?a=b#c` });
          const parameters = { server, files: { ...files, ...asking } };
          if (c.vendor.behaviour.webhookAddressQuery === 'refused') {
            await expectRefusedStart(c, 'an address with parameters', parameters);
            return;
          }
          const started = await c.launchServer(parameters);
          await acting(started, 'somebody').get('/version');
          const paths = webhook.reviews.map(({ path }) => path);
          expectThat(
            'path of the review',
            paths.length > 0 && paths.every((path) => !path.includes('a=b')),
            'one without parameters',
            paths[0],
          );
        });
      },
    );
  },
} satisfies Case;
