import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { type AdmissionWebhook, startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { reviewSteps } from '../../fixtures/webhook/data/review-steps.ts';
import { type ShownReview, shownReviews } from '../../fixtures/webhook/shown-reviews.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;
/** Who asks in this case. */
const user = 'reviewed-user';

export default {
  id: 'webhook-reviews',
  title:
    'A webhook MUST be sent whole reviews: of every operation with its kind, resource, sub-resource, options, caller and both objects.',
  requirements: ['ADM-003', 'ADM-004'],
  needs: ['namespace', 'impersonation'],
  launch: plain,
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      await run(c, hook);
    } finally {
      await hook.close();
    }
  },
} satisfies Case;

async function run(c: CaseContext, hook: AdmissionWebhook): Promise<void> {
  await configure(c, hook, 'MutatingWebhookConfiguration', 'm');
  await configure(c, hook, 'ValidatingWebhookConfiguration', 'v');
  const caller = c.as(user, 'system:masters').withHeaders({ 'user-agent': 'conformance' });
  const maps = c.resource('v1', 'configmaps');
  await c.eventually(async () => {
    hook.asked.splice(0);
    expectCreated(await caller.post(`${maps.collection}?dryRun=All`, configMap('probe', {})));
    expectEqual(
      'webhooks that were asked',
      hook.asked.map(({ path }) => path),
      ['/m', '/v'],
    );
  }, soon);
  await c.eventually(async () => {
    const account = await c.wire.get(c.resource('v1', 'serviceaccounts').item('default'));
    expectThat('status of the account', account.status === 200, '200', account.status);
  });
  for (const row of c.vendor.fill(reviewSteps).trim().split('\n')) {
    const [what = '', how = '', body = '', wanted = ''] = row.split(' | ');
    hook.asked.splice(0);
    const here = (text: string): string => text.replaceAll(/\bNS\b/g, c.namespace);
    const response = await send(caller, here(how), body === '-' ? undefined : (JSON.parse(here(body)) as object));
    const got = { status: response.status, reviews: shownReviews(hook.asked, user, c.namespace) };
    const [status, reviews] = [Number(wanted.slice(0, 3)), JSON.parse(wanted.slice(4)) as readonly ShownReview[]];
    // Which of the successes it is depends on the vendor.
    expectEqual(`status of ${what}`, got.status < 300 ? 200 : got.status, status < 300 ? 200 : status);
    expectEqual(`reviews of ${what}`, got.reviews, reviews);
  }
}

/** Sends `METHOD path`, or `PATCH type path`. */
function send(caller: Wire, how: string, body: object | undefined): Promise<Exchange> {
  const [method = '', ...words] = how.split(' ');
  const path = words.at(-1) ?? '';
  return method === 'PATCH' ? caller.patch(path, words[0] ?? '', body) : caller.send(method, path, body);
}

/** One webhook for everything in the namespace. */
async function configure(c: CaseContext, hook: AdmissionWebhook, kind: string, short: string): Promise<void> {
  const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
  const configurations = c.clusterResource(apiVersion, `${kind.toLowerCase()}s`);
  const name = c.unique('reviews');
  c.removeLater(configurations.item(name));
  const webhook = {
    name: `${short}.conformance.example`,
    clientConfig: hook.clientConfig(`/${short}`),
    rules: [
      {
        operations: ['*'],
        apiGroups: ['', 'apps', 'policy', c.vendor.fill('authentication.{api}'), c.vendor.fill('authorization.{api}')],
        apiVersions: ['*'],
        resources: ['*/*'],
      },
      { operations: ['*'], apiGroups: ['autoscaling'], apiVersions: ['v1'], resources: ['*'] },
    ],
    namespaceSelector: { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } },
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  await createObject(c, configurations.collection, { apiVersion, kind, metadata: { name }, webhooks: [webhook] });
}
