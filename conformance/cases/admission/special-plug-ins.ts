import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

export default {
  id: 'special-plug-ins',
  title:
    'What is configured of mutating webhooks, validating webhooks and validating policies MUST take effect, each of the three beside the others.',
  requirements: ['ADM-018'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
      const name = c.unique('special');
      const kinds = { mutating: 'MutatingWebhookConfiguration', validating: 'ValidatingWebhookConfiguration' };
      for (const [path, kind] of Object.entries(kinds)) {
        const configurations = c.clusterResource(apiVersion, `${kind.toLowerCase()}s`);
        c.removeLater(configurations.item(name));
        const webhook = {
          name: `${path}.conformance.example`,
          clientConfig: hook.clientConfig(`/${path}`),
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          namespaceSelector: { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        };
        await createObject(c, configurations.collection, { apiVersion, kind, metadata: { name }, webhooks: [webhook] });
      }
      const patch = [{ op: 'add', path: '/data/mutated', value: 'yes' }];
      hook.respond = ({ path, request }) => {
        if (path === '/mutating') {
          return { patch: Buffer.from(JSON.stringify(patch)).toString('base64'), patchType: 'JSONPatch' };
        }
        const { data } = request['object'] as { data?: Record<string, string> };
        return data?.['n'] === '2' ? { allowed: false, status: { message: 'no second' } } : {};
      };
      const { collection } = c.resource('v1', 'configmaps');
      const post = (n: string) => c.wire.post(`${collection}?dryRun=All`, configMap('judged', { n }));
      const policy = { validations: [{ expression: "object.data.n != '3'", message: 'no third' }] };
      const binding = { validationActions: ['Deny'] };
      await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
        for (const [n, code, message] of [
          ['2', 400, /webhook "validating\.conformance\.example" denied the request: no second/],
          ['3', 422, /denied request: no third/],
        ] as const) {
          await c.eventually(async () => {
            const refused = await post(n);
            expectFailure(refused, code);
            expectPattern(refused, 'message', message);
          }, soon);
        }
        await c.eventually(async () => {
          const made = await post('1');
          expectCreated(made);
          expectField(made, 'data', { n: '1', mutated: 'yes' });
        }, soon);
      });
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
