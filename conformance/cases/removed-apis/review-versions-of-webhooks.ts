import { expectField } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'review-versions-of-webhooks',
  title: 'A webhook MUST be able to list both review versions, and MUST list one that exists.',
  requirements: ['REMOVED-042'],
  async run(c) {
    const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
    const paths = c.clusterResource(apiVersion, 'validatingwebhookconfigurations');
    const manifest = (name: string, admissionReviewVersions: readonly string[]) => ({
      apiVersion,
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name },
      webhooks: [
        {
          name: 'a.conformance.example',
          clientConfig: { url: 'https://127.0.0.1:1/hook' },
          sideEffects: 'None',
          admissionReviewVersions,
          rules: [
            { apiGroups: ['conformance.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['things'] },
          ],
        },
      ],
    });
    for (const versions of [['v1'], ['v1beta1'], ['v1', 'v1beta1']]) {
      const name = c.unique('hooks');
      c.removeLater(paths.item(name));
      const created = await createObject(c, paths.collection, manifest(name, versions));
      expectField(created, 'webhooks.0.admissionReviewVersions', versions);
    }
    for (const versions of [['v9'], ['v1', 'v1'], []]) {
      const name = c.unique('hooks');
      c.removeLater(paths.item(name));
      expectStatus(await c.wire.post(paths.collection, manifest(name, versions)), 400, 422);
    }
  },
} satisfies Case;
