import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { configMap } from '../../fixtures/manifests.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

export default {
  id: 'admission-webhooks',
  title:
    'Webhooks MUST be called for writes and not for reads, mutating ones first, and a refused object MUST NOT be stored.',
  requirements: [
    'ADM-002',
    'ADM-003',
    'ADM-005',
    'ADM-006',
    'ADM-008',
    'ADM-010',
    'ADM-011',
    'ADM-012',
    'ADM-022',
    'DRY-016',
    'DRY-030',
  ],
  needs: ['namespace'],
  launch: { server: [] },
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
      const namespaceSelector = { matchLabels: { [c.vendor.fill('{label}/metadata.name')]: c.namespace } };
      const maps = c.resource('v1', 'configmaps');
      const name = c.unique('webhooks');
      const webhook = (path: string) => ({
        name: `${path}.conformance.example`,
        clientConfig: hook.clientConfig(`/${path}`),
        rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        objectSelector: { matchExpressions: [{ key: 'unguarded', operator: 'DoesNotExist' }] },
        namespaceSelector,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      });
      const configure = async (kind: string, webhooks: readonly object[]): Promise<void> => {
        const configurations = c.clusterResource(apiVersion, `${kind.toLowerCase()}s`);
        c.removeLater(configurations.item(name));
        expectCreated(await c.wire.post(configurations.collection, { apiVersion, kind, metadata: { name }, webhooks }));
      };
      await configure('ValidatingWebhookConfiguration', [webhook('last')]);
      await configure('MutatingWebhookConfiguration', [
        { ...webhook('first'), reinvocationPolicy: 'IfNeeded' },
        webhook('second'),
      ]);
      const label = Buffer.from(JSON.stringify([{ op: 'add', path: '/metadata/labels', value: { by: 'hook' } }]));
      const patch = { patch: label.toString('base64'), patchType: 'JSONPatch' };
      hook.respond = ({ path, request }) => (path === '/second' && request.operation === 'CREATE' ? patch : {});
      const called = () => hook.asked.splice(0).map(({ path }) => path.slice(1));
      await c.eventually(async () => {
        expectCreated(await c.wire.post(`${maps.collection}?dryRun=All`, configMap('probe', {})));
        expectEqual('webhooks that were asked about a creation', called(), ['first', 'second', 'first', 'last']);
      }, soon);
      const trials = (): readonly (boolean | undefined)[] => hook.asked.splice(0).map(({ request }) => request.dryRun);
      await c.holds('DRY-016', async () => {
        expectCreated(await c.wire.post(`${maps.collection}?dryRun=All`, configMap('tried', {})));
        expectStatus(await c.wire.get(maps.item('tried')), 404);
      });
      await c.holds('DRY-030', async () => {
        expectEqual('whether calls of a trial say so', trials(), [true, true, true, true]);
        expectCreated(await c.wire.post(maps.collection, configMap('real', {})));
        expectEqual('whether calls of a real write say so', trials(), [false, false, false, false]);
      });
      const created = await c.wire.post(maps.collection, configMap('a', {}));
      expectCreated(created);
      expectField(created, 'metadata.labels.by', 'hook');
      const last = hook.asked.find(({ path }) => path === '/last');
      expectEqual('labels that validation saw', last?.request.object?.metadata.labels?.['by'], 'hook');
      called();
      expectOk(await c.wire.get(maps.item('a')));
      expectOk(await c.wire.get(maps.collection));
      const watch = await c.wire.watch(maps.collection, { timeoutSeconds: '5' });
      expectOpen(watch);
      expectEvent(await watch.next(soon), 'ADDED');
      watch.close();
      expectEqual('webhooks that were asked about reads', called(), []);
      const refusal = { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'not today' } };
      hook.respond = ({ path }) => (path === '/first' ? refusal : {});
      const refused = await c.wire.post(maps.collection, configMap('b', {}));
      expectFailure(refused, 403, 'Forbidden');
      expectPattern(refused, 'message', /first\.conformance\.example.*not today/);
      expectEqual('webhooks that were asked until one refused', called(), ['first']);
      expectStatus(await c.wire.get(maps.item('b')), 404);
      expectCreated(await c.wire.post(maps.collection, configMap('c', {}, { labels: { unguarded: 'yes' } })));
      expectEqual('webhooks that were asked about what they do not select', called(), []);
      // A change or a removal that any webhook refuses is not made.
      await c.holds('ADM-012', async () => {
        const item = maps.item('a');
        const before = (await c.wire.get(item)).json();
        for (const refusing of ['/first', '/last']) {
          hook.respond = ({ path }) => (path === refusing ? refusal : {});
          for (const answer of [
            await c.wire.put(item, configMap('a', { n: 'changed' })),
            await c.wire.patch(item, 'merge', { data: { n: 'changed' } }),
            await c.wire.delete(item),
          ]) {
            expectFailure(answer, 403, 'Forbidden');
            expectPattern(answer, 'message', /not today/);
          }
          expectEqual('object after the refusals', (await c.wire.get(item)).json(), before);
        }
      });
      called();
      hook.respond = () => ({});
      expectOk(await c.wire.delete(maps.item('a')));
      expectEqual('webhooks that were asked about a removal', called(), ['first', 'second', 'last']);
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
