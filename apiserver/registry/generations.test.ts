// What `metadata.generation` counts, for every kind that has one and for some that have none.

import t from 'tap';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';

const containers = [{ name: 'c', image: 'i' }];
const podTemplate = { metadata: { labels: { a: 'b' } }, spec: { containers } };
const oneRun = { spec: { containers, restartPolicy: 'Never' } };
const selector = { matchLabels: { a: 'b' } };
const clientConfig = { service: { namespace: 'n', name: 's' } };
const webhooks = [{ name: 'a.b.c', clientConfig, admissionReviewVersions: ['v1'], sideEffects: 'None' }];
const otherWebhooks = webhooks.map((webhook) => ({ ...webhook, timeoutSeconds: 5 }));
const resourceRules = [{ apiGroups: ['x'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['xs'] }];
const names = { plural: 'xs', singular: 'x', kind: 'X', listKind: 'XList' };
const served = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
const nonResourceRules = [{ verbs: ['get'], nonResourceURLs: ['/x'] }];
const flowRules = [{ subjects: [{ kind: 'User', user: { name: 'u' } }], nonResourceRules }];

interface Row {
  /** The group is a template. */
  readonly kind: string;
  readonly name?: string;
  readonly body: object;
  /** A change outside of the metadata. */
  readonly change: object;
  /** After the create, that change, a label, an annotation, and the delete of an object with a finalizer. */
  readonly counted: readonly (number | undefined)[];
}

const plain = [1, 2, 2, 2, 3];
const none = [undefined, undefined, undefined, undefined, undefined];
const longer = { spec: { minReadySeconds: 2 } };

const rows: readonly Row[] = [
  { kind: 'pods', body: { spec: { containers } }, change: { spec: { activeDeadlineSeconds: 9 } }, counted: plain },
  {
    kind: 'podtemplates',
    body: { template: podTemplate },
    change: { template: { spec: { hostNetwork: true } } },
    counted: plain,
  },
  {
    kind: 'replicationcontrollers',
    body: { spec: { selector: { a: 'b' }, template: podTemplate } },
    change: longer,
    counted: plain,
  },
  { kind: 'daemonsets.apps', body: { spec: { selector, template: podTemplate } }, change: longer, counted: plain },
  {
    kind: 'deployments.apps',
    body: { spec: { selector, template: podTemplate } },
    change: longer,
    counted: [1, 2, 2, 3, 4],
  },
  { kind: 'replicasets.apps', body: { spec: { selector, template: podTemplate } }, change: longer, counted: plain },
  { kind: 'statefulsets.apps', body: { spec: { selector, template: podTemplate } }, change: longer, counted: plain },
  {
    kind: 'cronjobs.batch',
    body: { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: oneRun } } } },
    change: { spec: { suspend: true } },
    counted: plain,
  },
  { kind: 'jobs.batch', body: { spec: { template: oneRun } }, change: { spec: { suspend: true } }, counted: plain },
  {
    kind: 'ingresses.networking.{api}',
    body: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    change: { spec: { ingressClassName: 'c' } },
    counted: plain,
  },
  {
    kind: 'ingressclasses.networking.{api}',
    body: { spec: { controller: 'a.b/c' } },
    change: { spec: { parameters: { kind: 'K', name: 'n', scope: 'Cluster' } } },
    counted: plain,
  },
  {
    kind: 'networkpolicies.networking.{api}',
    body: { spec: { podSelector: {} } },
    change: { spec: { podSelector: selector } },
    counted: plain,
  },
  {
    kind: 'poddisruptionbudgets.policy',
    body: { spec: { minAvailable: 1, selector } },
    change: { spec: { minAvailable: 2 } },
    counted: plain,
  },
  {
    kind: 'mutatingwebhookconfigurations.admissionregistration.{api}',
    body: { webhooks },
    change: { webhooks: otherWebhooks },
    counted: plain,
  },
  {
    kind: 'validatingwebhookconfigurations.admissionregistration.{api}',
    body: { webhooks },
    change: { webhooks: otherWebhooks },
    counted: plain,
  },
  {
    kind: 'validatingadmissionpolicies.admissionregistration.{api}',
    body: { spec: { matchConstraints: { resourceRules }, validations: [{ expression: 'true' }] } },
    change: { spec: { failurePolicy: 'Ignore' } },
    counted: plain,
  },
  {
    kind: 'validatingadmissionpolicybindings.admissionregistration.{api}',
    body: { spec: { policyName: 'p', validationActions: ['Deny'] } },
    change: { spec: { validationActions: ['Warn'] } },
    counted: plain,
  },
  {
    kind: 'customresourcedefinitions.apiextensions.{api}',
    name: 'xs.example.com',
    body: { spec: { group: 'example.com', names, scope: 'Namespaced', versions: [served] } },
    change: { spec: { names: { shortNames: ['y'] } } },
    // The start of its removal sets its time only.
    counted: [1, 2, 2, 2, 2],
  },
  {
    kind: 'deviceclasses.resource.{api}',
    body: { spec: {} },
    change: { spec: { selectors: [{ cel: { expression: 'true' } }] } },
    counted: plain,
  },
  {
    kind: 'resourceslices.resource.{api}',
    body: { spec: { driver: 'd.e', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, nodeName: 'n' } },
    change: { spec: { devices: [{ name: 'd' }] } },
    counted: plain,
  },
  {
    kind: 'flowschemas.flowcontrol.apiserver.{api}',
    body: { spec: { priorityLevelConfiguration: { name: 'p' }, rules: flowRules } },
    change: { spec: { matchingPrecedence: 9 } },
    counted: plain,
  },
  {
    kind: 'prioritylevelconfigurations.flowcontrol.apiserver.{api}',
    body: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    change: { spec: { limited: { nominalConcurrencyShares: 9 } } },
    counted: plain,
  },
  {
    kind: 'endpointslices.discovery.{api}',
    body: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] },
    change: { endpoints: [] },
    counted: [1, 2, 3, 3, 4],
  },
  {
    kind: 'priorityclasses.scheduling.{api}',
    body: { value: 10 },
    change: { description: 'd' },
    counted: [1, 1, 1, 1, 2],
  },
  {
    kind: 'csidrivers.storage.{api}',
    body: { spec: {} },
    change: { spec: { requiresRepublish: true } },
    counted: [undefined, 1, 1, 1, 2],
  },
  { kind: 'configmaps', body: {}, change: { data: { a: 'b' } }, counted: none },
  {
    kind: 'services',
    body: { spec: { ports: [{ port: 80 }] } },
    change: { spec: { selector: { a: 'b' } } },
    counted: none,
  },
  { kind: 'leases.coordination.{api}', body: { spec: {} }, change: { spec: { holderIdentity: 'h' } }, counted: none },
  { kind: 'nodes', body: {}, change: { spec: { unschedulable: true } }, counted: none },
];

const changes = (change: object): readonly object[] => [
  change,
  { metadata: { labels: { l: 'm' } } },
  { metadata: { annotations: { l: 'm' } } },
];

for (const { kind: template, name = 'x', body, change, counted } of rows) {
  t.test(`the generation of ${template} counts the documented changes`, async (t) => {
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    const kind = api.vendor.fill(template);
    const resource = api.resources.all.find((one) => `${one.name}${one.group === '' ? '' : `.${one.group}`}` === kind);
    const place = { version: resource?.version ?? '', ...(resource?.namespaced === true ? { namespace: 'a' } : {}) };
    const patch = (part: object) =>
      api.call('patch', kind, { ...place, name, body: part, contentType: 'application/merge-patch+json' });
    const made = await api.call('create', kind, {
      ...place,
      body: { ...body, metadata: { name, finalizers: ['a.b/c'] } },
    });
    t.equal(made.status, 201, made.text);
    const seen = [made.at('metadata.generation')];
    for (const part of changes(change)) {
      const answer = await patch(part);
      t.equal(answer.status, 200, answer.text);
      seen.push(answer.at('metadata.generation'));
      t.equal((await patch(part)).at('metadata.generation'), seen.at(-1), 'a change that changes nothing');
    }
    if (resource?.subresources.has('status') === true) {
      const answer = await api.call('patch', kind, {
        ...place,
        name,
        subresource: 'status',
        body: { metadata: { annotations: { of: 'status' } } },
        contentType: 'application/merge-patch+json',
      });
      t.equal(answer.at('metadata.generation'), seen.at(-1), 'the status sub-resource');
    }
    await api.call('delete', kind, { ...place, name });
    seen.push((await api.call('get', kind, { ...place, name })).at('metadata.generation'));
    t.strictSame(seen, counted);
  });
}

t.test('the binding of a pod is not counted, its other changes are', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const x = { namespace: 'a', name: 'x' };
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec: { containers } } });
  const bound = await api.call('create', 'pods', {
    ...x,
    subresource: 'binding',
    body: { metadata: { name: 'x' }, target: { kind: 'Node', name: 'n' } },
  });
  t.equal(bound.status, 201);
  const pod = await api.call('get', 'pods', x);
  t.equal(pod.at('spec.nodeName'), 'n');
  t.equal(pod.at('metadata.generation'), 1);
});

t.test('kinds without a generation keep the value of the creator, and refuse one below zero', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const make = (kind: string, generation: number, body: object = {}) =>
    api.call('create', kind, { namespace: 'a', body: { ...body, metadata: { name: `x${generation}`, generation } } });
  t.equal((await make('configmaps', 5)).at('metadata.generation'), 5);
  t.equal((await make('configmaps', 0)).at('metadata.generation'), undefined);
  t.equal((await make('pods', 5, { spec: { containers } })).at('metadata.generation'), 1);
  const refused = await make('configmaps', -1);
  t.equal(refused.status, 422);
  t.match(refused.text, 'metadata.generation: Invalid value: -1: must be greater than or equal to 0');
});
