import { type Case, NotObservable } from '../../contract/case.ts';
import { systemNamespace } from '../../fixtures/bootstrap-token.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap, namespace } from '../../fixtures/manifests.ts';
import { type AdmissionRequest, startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'controllers-are-accounts',
  title: 'What a controller writes MUST be written by the service account with its name, not by one for all of them.',
  requirements: ['RBAC-066'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
      const configurations = c.clusterResource(apiVersion, 'validatingwebhookconfigurations');
      const [name, space] = [c.unique('writers'), c.unique('written')];
      const labels = { writers: name };
      const webhook = {
        name: 'writers.conformance.example',
        clientConfig: hook.clientConfig('/'),
        rules: [
          {
            operations: ['CREATE', 'DELETE'],
            apiGroups: [''],
            apiVersions: ['v1'],
            resources: ['configmaps', 'serviceaccounts'],
          },
        ],
        namespaceSelector: { matchLabels: labels },
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      };
      c.removeLater(configurations.item(name));
      const kind = 'ValidatingWebhookConfiguration';
      await createObject(c, configurations.collection, { apiVersion, kind, metadata: { name }, webhooks: [webhook] });
      const maps = c.resource('v1', 'configmaps');
      expectOk(await c.wire.patch(`/api/v1/namespaces/${c.namespace}`, 'merge', { metadata: { labels } }));
      await c.eventually(async () => {
        expectCreated(await c.wire.post(`${maps.collection}?dryRun=All`, configMap('probe')));
        expectThat('calls', hook.asked.length > 0, 'one', hook.asked.length);
      });

      const owner = await createObject(c, maps.collection, configMap('owner'));
      const uid = expectText(owner, 'metadata.uid');
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
      await createObject(c, maps.collection, configMap('dependent', {}, { ownerReferences }));
      const writersOf = (operation: string, object: string): readonly unknown[] =>
        hook.asked
          .filter(({ request }) => request.operation === operation && nameOf(request) === object)
          .map(({ request }) => fieldOf(request, 'userInfo.username'));
      const expectWriter = (operation: string, object: string, controller: string): Promise<void> =>
        c.eventually(async () => {
          const [writer] = writersOf(operation, object);
          if (writer === c.vendor.fill('system:{short}-controller-manager'))
            throw new NotObservable('the controllers of the server have one identity');
          const account = `system:serviceaccount:${systemNamespace(c)}:${controller}`;
          expectEqual(`who does ${operation} on ${object}`, writer, account);
        });
      expectDeleted(await c.wire.delete(`${maps.item('owner')}?propagationPolicy=Background`));
      await expectWriter('DELETE', 'dependent', 'generic-garbage-collector');

      c.removeLater(`/api/v1/namespaces/${space}`);
      expectCreated(await c.wire.post('/api/v1/namespaces', namespace(space, { labels })));
      await expectWriter('CREATE', 'default', 'service-account-controller');
      await expectWriter('CREATE', c.vendor.fill('{short}-root-ca.crt'), 'root-ca-cert-publisher');
      await createObject(c, c.resource('v1', 'configmaps', space).collection, configMap('left'));
      expectDeleted(await c.wire.delete(`/api/v1/namespaces/${space}`));
      await expectWriter('DELETE', 'left', 'namespace-controller');
    } finally {
      await hook.close();
    }
  },
} satisfies Case;

/** A request for a whole collection names its objects nowhere else. */
function nameOf({ name, object, oldObject }: AdmissionRequest): unknown {
  return (name ?? '') === '' ? fieldOf(oldObject ?? object, 'metadata.name') : name;
}
