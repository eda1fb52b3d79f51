import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['events'] };

type Configuration = readonly [kind: string, fields: object];

/** Configurations of hooks, each of which changes nothing. */
const webhooks: readonly Configuration[] = [
  ['MutatingWebhookConfiguration', { webhooks: [] }],
  ['ValidatingWebhookConfiguration', { webhooks: [] }],
];
const policies: readonly Configuration[] = [
  [
    'ValidatingAdmissionPolicy',
    { spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }] } },
  ],
  ['ValidatingAdmissionPolicyBinding', { spec: { policyName: 'none', validationActions: ['Audit'] } }],
];

export default {
  id: 'hooks-spare-configurations',
  title:
    'A webhook MUST NOT be asked about configurations of admission, and a policy MUST NOT decide about policies: one that refuses all could not be corrected.',
  requirements: ['ADM-018', 'CEL-003'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
    const user = c.unique('user');
    // Other users of the server are none of a hook's business.
    const matchConditions = [{ name: 'user', expression: `request.userInfo.username == '${user}'` }];
    const caller = c.as(user, 'system:masters');
    const maps = c.resource('v1', 'configmaps');
    const post = () => caller.post(`${maps.collection}?dryRun=All`, configMap('m'));
    const collectionOf = (kind: string) =>
      c.clusterResource(apiVersion, `${kind.toLowerCase()}s`.replace(/ys$/, 'ies')).collection;
    const configure = async (...configurations: readonly Configuration[]) => {
      for (const [kind, fields] of configurations) {
        const [collection, name] = [collectionOf(kind), c.unique('spared')];
        const path = `${collection}/${name}`;
        c.removeLater(path);
        expectCreated(await caller.post(collection, { apiVersion, kind, metadata: { name }, ...fields }));
        expectOk(await caller.patch(path, 'merge', { metadata: { labels: { a: 'b' } } }));
        expectDeleted(await caller.delete(path));
      }
    };
    await c.holds('CEL-003', async () => {
      const policy = {
        matchConstraints: { resourceRules: [everything] },
        matchConditions,
        validations: [{ expression: 'false', message: 'nothing of this' }],
      };
      const binding = { validationActions: ['Deny'], matchResources: {} };
      await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
        await c.eventually(async () => expectFailure(await post(), 422, 'Invalid'), soon);
        await configure(...policies);
        for (const [kind, fields] of webhooks) {
          const object = { apiVersion, kind, metadata: { name: c.unique('judged') }, ...fields };
          expectFailure(await caller.post(`${collectionOf(kind)}?dryRun=All`, object), 422, 'Invalid');
        }
      });
    });
    const hook = await startAdmissionWebhook();
    try {
      hook.respond = () => ({ allowed: false, status: { code: 403, reason: 'Forbidden', message: 'nothing of this' } });
      for (const kind of ['Validating', 'Mutating']) {
        const name = c.unique('refusing');
        const hooks = c.clusterResource(apiVersion, `${kind.toLowerCase()}webhookconfigurations`);
        const webhook = {
          name: 'refusing.conformance.example',
          clientConfig: hook.clientConfig('/'),
          rules: [everything],
          matchConditions,
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        };
        c.removeLater(hooks.item(name));
        const object = { apiVersion, kind: `${kind}WebhookConfiguration`, metadata: { name }, webhooks: [webhook] };
        await createObject(c, hooks.collection, object);
        await c.eventually(async () => expectFailure(await post(), 403, 'Forbidden'), soon);
        hook.asked.splice(0);
        await c.holds('ADM-018', async () => {
          await configure(...webhooks, ...policies);
          expectEqual('calls about configurations', hook.asked.length, 0);
        });
        expectDeleted(await caller.delete(hooks.item(name)));
      }
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
