import type { Case } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap, pod } from '../../fixtures/manifests.ts';
import { startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

export default {
  id: 'webhooks-see-connections',
  title:
    "Webhooks MUST be called for pod connections, with the user's extra fields, and MUST NOT be called when a policy refuses.",
  requirements: ['ADM-004', 'ADM-009', 'ADM-011', 'AUTHN-010'],
  needs: ['namespace', 'impersonation'],
  launch: plain,
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
      const name = c.unique('connections');
      const namespaceSelector = { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } };
      const configurations = c.clusterResource(apiVersion, 'validatingwebhookconfigurations');
      c.removeLater(configurations.item(name));
      const webhook = {
        name: 'all.conformance.example',
        clientConfig: hook.clientConfig('/all'),
        rules: [
          { operations: ['CONNECT'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/proxy'] },
          { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
        ],
        namespaceSelector,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      };
      const kind = 'ValidatingWebhookConfiguration';
      expectCreated(
        await c.wire.post(configurations.collection, { apiVersion, kind, metadata: { name }, webhooks: [webhook] }),
      );
      const maps = c.resource('v1', 'configmaps');
      const post = (n: string) => c.wire.post(`${maps.collection}?dryRun=All`, configMap('a', { n }));
      await c.eventually(async () => {
        hook.asked.splice(0);
        expectCreated(await post('1'));
        expectEqual('webhook calls about a creation', hook.asked.length, 1);
      }, soon);
      await c.holds('AUTHN-010', async () => {
        hook.asked.splice(0);
        const acting = c.as('extra-user', 'system:masters').withHeaders({ 'impersonate-extra-scopes': ['one', 'two'] });
        expectCreated(await acting.post(`${maps.collection}?dryRun=All`, configMap('a', {})));
        const [asked] = hook.asked;
        const { userInfo } = (asked?.request ?? {}) as { userInfo?: { username?: string; extra?: object } };
        expectEqual('user of the review', userInfo?.username, 'extra-user');
        expectEqual('extras of the user', userInfo?.extra, { scopes: ['one', 'two'] });
      });
      await c.holds('ADM-004', async () => {
        await createPod(c, pod('p', { nodeName: 'no-such-node' }));
        hook.asked.splice(0);
        hook.respond = () => ({
          allowed: false,
          status: { code: 403, reason: 'Forbidden', message: 'no connections' },
        });
        const refused = await c.wire.get(`${c.resource('v1', 'pods').item('p')}/proxy/path`);
        expectFailure(refused, 403, 'Forbidden');
        expectPattern(refused, 'message', /all\.conformance\.example.*no connections/);
        const operations = hook.asked.map(({ request }) => [request.operation, request.name]);
        expectEqual('webhook calls about a connection', operations, [['CONNECT', 'p']]);
        hook.respond = () => ({});
      });
      await c.holds(['ADM-009', 'ADM-011'], async () => {
        const policies = c.clusterResource(apiVersion, 'validatingadmissionpolicies');
        const bindings = c.clusterResource(apiVersion, 'validatingadmissionpolicybindings');
        for (const path of [bindings.item(name), policies.item(name)]) c.removeLater(path);
        const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
        expectCreated(
          await c.wire.post(policies.collection, {
            apiVersion,
            kind: 'ValidatingAdmissionPolicy',
            metadata: { name },
            spec: {
              matchConstraints: { resourceRules: [rule] },
              validations: [{ expression: "object.data.n != '13'", message: 'thirteen is unlucky' }],
            },
          }),
        );
        const spec = { policyName: name, validationActions: ['Deny'], matchResources: { namespaceSelector } };
        expectCreated(
          await c.wire.post(bindings.collection, {
            apiVersion,
            kind: 'ValidatingAdmissionPolicyBinding',
            metadata: { name },
            spec,
          }),
        );
        await c.eventually(async () => expectPattern(await post('13'), 'message', /thirteen is unlucky/), soon);
        hook.asked.splice(0);
        expectPattern(await post('13'), 'message', /thirteen is unlucky/);
        expectEqual('webhook calls about what a policy refused', hook.asked.length, 0);
        expectCreated(await post('12'));
        expectEqual('webhook calls about what a policy let pass', hook.asked.length, 1);
      });
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
