import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { startTlsService } from '../../fixtures/access/tls-service.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Milliseconds. */
const soon = 8000;

export default {
  id: 'webhook-patience',
  title:
    'A webhook MUST be waited for as long as it says and no longer, and one that has no side effects on trials MUST be asked about them.',
  requirements: ['ADM-003', 'ADM-012'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const urls: string[] = [];
    const silent = await startTlsService(({ path }) => void urls.push(path));
    const answering = await startAdmissionWebhook();
    try {
      const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
      const kind = 'ValidatingWebhookConfiguration';
      const configurations = c.clusterResource(apiVersion, 'validatingwebhookconfigurations');
      const name = c.unique('patience');
      c.removeLater(configurations.item(name));
      const webhook = (path: string, clientConfig: object, more: object) => ({
        name: `${path}.conformance.example`,
        clientConfig,
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        objectSelector: { matchLabels: { hook: path } },
        namespaceSelector: { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } },
        sideEffects: 'NoneOnDryRun',
        admissionReviewVersions: ['v1'],
        ...more,
      });
      const silence = silent.clientConfig('/silent');
      const webhooks = [
        webhook('fail', silence, { timeoutSeconds: 1, failurePolicy: 'Fail' }),
        webhook('ignore', silence, { timeoutSeconds: 2, failurePolicy: 'Ignore' }),
        webhook('trial', answering.clientConfig('/trial'), {}),
      ];
      await createObject(c, configurations.collection, { apiVersion, kind, metadata: { name }, webhooks });
      const { collection } = c.resource('v1', 'configmaps');
      const post = (hook: string, more = '') =>
        c.wire.post(`${collection}?dryRun=All${more}`, configMap('m', {}, { labels: { hook } }));
      await c.holds('ADM-003', () =>
        c.eventually(async () => {
          expectCreated(await post('trial'));
          expectThat('calls about a trial', answering.asked.length > 0, 'some', answering.asked.length);
        }, soon),
      );
      const lasting = async (hook: string, more = '') => {
        const began = c.clock.now();
        const response = await post(hook, more);
        return { response, seconds: (c.clock.now() - began) / 1000 };
      };
      const failed = await lasting('fail');
      expectFailure(failed.response, 500, 'InternalError');
      expectPattern(
        failed.response,
        'message',
        /failed calling webhook "fail\.conformance\.example": failed to call webhook: /,
      );
      // No time at all means the usual time of a request.
      const ignored = await lasting('ignore', '&timeout=0s');
      expectCreated(ignored.response);
      for (const [{ seconds }, least] of [
        [failed, 1],
        [ignored, 2],
      ] as const) {
        // Ten seconds would be the default.
        expectThat(
          'seconds of waiting',
          seconds > least - 0.1 && seconds < least + 7,
          `${least} and a little`,
          seconds,
        );
      }
      const asked = urls.map((url) => url.replace(/^.*\?/, ''));
      expectEqual('what the webhooks were told', asked, ['timeout=1s', 'timeout=2s']);
    } finally {
      await Promise.all([silent.close(), answering.close()]);
    }
  },
} satisfies Case;
