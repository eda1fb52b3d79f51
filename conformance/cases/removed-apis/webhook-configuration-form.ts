import { expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'webhook-configuration-form',
  title: 'Webhook configurations of both kinds MUST have the defaults and the required fields of v1.',
  requirements: [
    'REMOVED-036',
    'REMOVED-037',
    'REMOVED-038',
    'REMOVED-039',
    'REMOVED-040',
    'REMOVED-041',
    'REMOVED-043',
    'REMOVED-120',
  ],
  async run(c) {
    const groupVersion = c.vendor.fill('admissionregistration.{api}/v1');
    const hook = (more: object) => ({
      name: 'a.conformance.example',
      clientConfig: { url: 'https://127.0.0.1:1/hook' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules: [
        { apiGroups: ['conformance.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] },
      ],
      ...more,
    });
    for (const kind of ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']) {
      const paths = c.clusterResource(groupVersion, `${kind.toLowerCase()}s`);
      const name = c.unique('hooks');
      const manifest = (webhooks: readonly object[]) => ({
        apiVersion: groupVersion,
        kind,
        metadata: { name },
        webhooks,
      });
      const refuse = async (...webhooks: readonly object[]) =>
        expectStatus(await c.wire.post(paths.collection, manifest(webhooks)), 400, 422);
      await c.holds(['REMOVED-039', 'REMOVED-120'], () => refuse(hook({ sideEffects: undefined })));
      await c.holds(['REMOVED-040', 'REMOVED-120'], async () => {
        for (const sideEffects of ['Some', 'Unknown']) await refuse(hook({ sideEffects }));
      });
      await c.holds(['REMOVED-041', 'REMOVED-120'], () => refuse(hook({ admissionReviewVersions: undefined })));
      await c.holds(['REMOVED-043', 'REMOVED-120'], () => refuse(hook({}), hook({})));
      c.removeLater(paths.item(name));
      const created = await createObject(c, paths.collection, manifest([hook({ sideEffects: 'NoneOnDryRun' })]));
      await c.holds(['REMOVED-036', 'REMOVED-120'], async () =>
        expectField(created, 'webhooks.0.failurePolicy', 'Fail'),
      );
      await c.holds(['REMOVED-037', 'REMOVED-120'], async () =>
        expectField(created, 'webhooks.0.matchPolicy', 'Equivalent'),
      );
      await c.holds(['REMOVED-038', 'REMOVED-120'], async () => expectField(created, 'webhooks.0.timeoutSeconds', 10));
    }
  },
} satisfies Case;
