import type { Case } from '../../contract/case.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { configMap, namespace, pod } from '../../fixtures/manifests.ts';
import { startAdmissionWebhook } from '../../fixtures/webhook/admission-webhook.ts';
import { expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Time limit in milliseconds until a new configuration takes effect. */
const soon = 8000;

export default {
  id: 'webhooks-see-the-caller',
  title:
    'A webhook MUST be told who asks for what, with the object before and after, and MUST NOT change what the server gives to an object.',
  requirements: ['ADM-003', 'AUTHN-010'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const hook = await startAdmissionWebhook();
    try {
      const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
      const kind = 'MutatingWebhookConfiguration';
      const configurations = c.clusterResource(apiVersion, 'mutatingwebhookconfigurations');
      const name = c.unique('seeing');
      const objectSelector = { matchLabels: { hook: name } };
      const webhook = {
        name: 'seeing.conformance.example',
        clientConfig: hook.clientConfig('/'),
        rules: [
          {
            operations: ['*'],
            apiGroups: [''],
            apiVersions: ['v1'],
            resources: ['configmaps', 'namespaces', 'pods/status'],
          },
        ],
        objectSelector,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      };
      c.removeLater(configurations.item(name));
      await createObject(c, configurations.collection, { apiVersion, kind, metadata: { name }, webhooks: [webhook] });
      const maps = c.resource('v1', 'configmaps');
      const map = (data: Readonly<Record<string, string>> = {}) => configMap('seen', data, { labels: { hook: name } });
      await c.eventually(async () => {
        expectCreated(await c.wire.post(`${maps.collection}?dryRun=All`, map()));
        expectThat('calls', hook.asked.length > 0, 'one', hook.asked.length);
      }, soon);
      const caller = c.wire.withHeaders({
        'impersonate-user': 'ann',
        'impersonate-uid': 'u-17',
        'impersonate-group': ['system:masters', 'devs'],
        'impersonate-extra-rank': ['one', 'two'],
      });
      hook.asked.splice(0);
      const expectSeen = (what: string, fields: Readonly<Record<string, unknown>>): void => {
        const [asked, ...more] = hook.asked.splice(0);
        expectEqual(`further calls about ${what}`, more.length, 0);
        const shown = Object.keys(fields).map((field) => [field, fieldOf(asked?.request, field)]);
        expectEqual(`what the webhook sees of ${what}`, Object.fromEntries(shown), fields);
      };
      const ofMap = {
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        namespace: c.namespace,
        name: 'seen',
        'userInfo.username': 'ann',
        'userInfo.uid': 'u-17',
        'userInfo.extra': { rank: ['one', 'two'] },
      };
      const patch = [
        { op: 'add', path: '/metadata/uid', value: 'of-the-hook' },
        { op: 'add', path: '/metadata/creationTimestamp', value: '2001-02-03T04:05:06Z' },
        { op: 'add', path: '/metadata/annotations', value: { by: 'hook' } },
      ];
      hook.respond = () => ({ patch: Buffer.from(JSON.stringify(patch)).toString('base64'), patchType: 'JSONPatch' });
      const made = await caller.post(maps.collection, map({ n: '1' }));
      expectCreated(made);
      expectField(made, 'metadata.annotations.by', 'hook');
      const uid = expectText(made, 'metadata.uid');
      expectThat('uid', uid !== 'of-the-hook', 'that of the server', uid);
      const since = expectText(made, 'metadata.creationTimestamp');
      expectThat('creationTimestamp', !since.startsWith('2001'), 'the time of the server', since);
      const groups = fieldOf(hook.asked[0]?.request, 'userInfo.groups') as readonly string[] | undefined;
      for (const group of ['system:masters', 'devs'])
        expectThat('groups of the caller', groups?.includes(group) === true, `${group} among them`, groups);
      expectSeen('a creation', {
        ...ofMap,
        operation: 'CREATE',
        oldObject: null,
        'object.data.n': '1',
        dryRun: false,
        'options.kind': 'CreateOptions',
        'options.apiVersion': c.vendor.fill('meta.{api}/v1'),
        'requestKind.kind': 'ConfigMap',
        'requestResource.resource': 'configmaps',
        subResource: undefined,
        requestSubResource: undefined,
      });
      hook.respond = () => ({});
      const changed = caller.patch(`${maps.item('seen')}?dryRun=All`, 'merge', { data: { n: '2' } });
      expectOk(await changed);
      const update = { operation: 'UPDATE', 'oldObject.data.n': '1', 'object.data.n': '2', dryRun: true };
      expectSeen('an update', { ...ofMap, ...update, 'object.metadata.uid': uid });
      expectDeleted(await caller.delete(maps.item('seen')));
      expectSeen('a removal', { ...ofMap, operation: 'DELETE', object: null, 'oldObject.data.n': '1' });
      // A sub-resource has a field of its own; the kind is that of the whole object.
      await createPod(c, pod('seen', {}, { labels: { hook: name } }));
      const status = { status: { message: 'told' } };
      expectOk(await caller.patch(`${c.resource('v1', 'pods').item('seen', 'status')}?dryRun=All`, 'merge', status));
      expectSeen('the status of a pod', {
        'kind.kind': 'Pod',
        'resource.resource': 'pods',
        'requestResource.resource': 'pods',
        subResource: 'status',
        requestSubResource: 'status',
        name: 'seen',
        'object.status.message': 'told',
      });
      // A namespace is in itself.
      const labels = { hook: name };
      expectOk(await caller.patch(`/api/v1/namespaces/${c.namespace}?dryRun=All`, 'merge', { metadata: { labels } }));
      expectSeen('a namespace', { 'kind.kind': 'Namespace', name: c.namespace, namespace: c.namespace });
      const fresh = c.unique('seen');
      const namespaces = '/api/v1/namespaces?dryRun=All';
      expectCreated(await caller.post(namespaces, namespace(fresh, { labels })));
      expectSeen('a new namespace', { 'kind.kind': 'Namespace', name: fresh, namespace: fresh });
    } finally {
      await hook.close();
    }
  },
} satisfies Case;
