// Updates of objects that break rules which came after them. The expected verdicts are those of the real API server 1.34.2 for objects that
// were written straight into its etcd.

import t, { type Test } from 'tap';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Status } from '../../../shared/object/status-error.ts';
import { encodeStored } from '../../storage/format/stored-object.ts';

type Part = Readonly<Record<string, unknown>>;
interface Row {
  readonly resource: string;
  readonly good: Part;
  /** By paths as `spec/a/0/b`, what is stored there. */
  readonly stored: Part;
  /** Where a new object with this is refused, and an update that brings it. */
  readonly brought: readonly string[];
  /** Where an update of something else is refused of an object that is stored so. Absent: nowhere. */
  readonly kept?: readonly string[];
}

/** A copy with other values at these paths. */
function withValues(object: object, values: Part): ApiObject {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('/');
    const last = steps.pop() ?? '';
    let at = copy;
    for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return copy as unknown as ApiObject;
}

async function scene(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const fields = ({ body }: { body: unknown }): readonly string[] => [
    ...new Set(((body as Status).details?.causes ?? []).map(({ field }) => field ?? '')),
  ];
  let count = 0;
  return async ({ resource: template, good, stored }: Row) => {
    const resource = api.vendor.fill(template);
    const name = `x${(count += 1)}`;
    const place = { namespace: 'a', name };
    const made = await api.call('create', resource, { namespace: 'a', body: { metadata: { name }, ...good } });
    t.equal(made.status, 201, `${resource} is made: ${made.text}`);
    const bad = withValues(made.body as object, stored);
    // New objects with this fault are refused, and so is an update that brings it.
    const brought = fields(await api.call('update', resource, { ...place, body: bad }));
    const entries = (await api.store.range({ prefix: '/registry' })).entries;
    const entry = entries.find(({ key }) => key.endsWith(`/${name}`));
    if (entry === undefined) throw new Error(`${name} is not in the store`);
    const { metadata } = bad;
    await api.store.commit({ key: entry.key, value: encodeStored(bad), expected: entry.revision });
    const read = (await api.call('get', resource, place)).body as ApiObject;
    const labelled = { ...read, metadata: { ...read.metadata, labels: { ...metadata.labels, more: 'x' } } };
    return { brought, kept: fields(await api.call('update', resource, { ...place, body: labelled })) };
  };
}
const container = { name: 'a', image: 'i' };
const template = (spec = {}) => ({ metadata: { labels: { app: 'x' } }, spec: { containers: [container], ...spec } });
const selector = { matchLabels: { app: 'x' } };
const deployment = (spec = {}) => ({ spec: { selector, template: template(spec) } });
const within = 'spec/template/spec';
const wrong = { matchExpressions: [{ key: 'a', operator: 'In', values: ['not valid!'] }] };
const wrongKey = { matchLabels: { 'not valid!': 'a' } };
const hook = {
  name: 'a.example.com',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  clientConfig: { url: 'https://hook.example.com' },
};
const hooks = 'validatingwebhookconfigurations.admissionregistration.{api}';
const pod = { spec: { containers: [container] } };
const path = (service: string) => ({
  path: '/',
  pathType: 'Prefix',
  backend: { service: { name: service, port: { number: 80 } } },
});
const ingress = (host: string) => ({ spec: { rules: [{ host, http: { paths: [path('a')] } }] } });
const affinity = (labelSelector: object) => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z', labelSelector }] },
});
const nodes = (values: readonly string[]) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values }] }],
    },
  },
});
const spread = (labelSelector: object) => [
  { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', labelSelector },
];
const token = (text: string) => [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: text } }] } }];
const rows: readonly Row[] = [
  // Pods and their templates.
  {
    resource: 'pods',
    good: pod,
    stored: { 'spec/affinity': affinity(wrong) },
    brought: [
      'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
      'spec',
    ],
  },
  {
    resource: 'pods',
    good: pod,
    stored: { 'spec/containers/0/name': 'not valid!' },
    brought: ['spec.containers[0].name', 'spec'],
    kept: ['spec.containers[0].name'],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: {
      [`${within}/containers/0/resources`]: {
        limits: { 'hugepages-2Mi': '3Mi', cpu: '1' },
        requests: { 'hugepages-2Mi': '3Mi', cpu: '1' },
      },
    },
    brought: [
      'spec.template.spec.containers[0].resources.limits[hugepages-2Mi]',
      'spec.template.spec.containers[0].resources.requests[hugepages-2Mi]',
    ],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/affinity`]: affinity(wrong) },
    brought: [
      'spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/affinity`]: affinity(wrongKey) },
    brought: [
      'spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels',
    ],
    kept: [
      'spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels',
    ],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/affinity`]: nodes(['not valid!']) },
    brought: [
      'spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/topologySpreadConstraints`]: spread(wrong) },
    brought: ['spec.template.spec.topologySpreadConstraints[0].labelSelector.matchExpressions[0].values[0]'],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/topologySpreadConstraints`]: spread(wrongKey) },
    brought: ['spec.template.spec.topologySpreadConstraints[0].labelSelector.matchLabels'],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/volumes`]: token('../a') },
    brought: ['spec.template.spec.volumes[0].projected.path'],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: {
      [`${within}/hostNetwork`]: true,
      [`${within}/securityContext`]: { sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] },
    },
    brought: ['spec.template.spec.securityContext.sysctls[0].name'],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/securityContext`]: { seLinuxChangePolicy: 'MountOption' } },
    brought: ['spec.template.spec.securityContext.seLinuxChangePolicy'],
  },
  {
    resource: 'deployments.apps',
    good: deployment({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }),
    stored: {
      [`${within}/hostUsers`]: false,
      [`${within}/containers/0/volumeDevices`]: [{ name: 'v', devicePath: '/dev/x' }],
    },
    brought: ['spec.template.spec.containers[0].volumeDevices'],
  },
  {
    resource: 'deployments.apps',
    good: deployment(),
    stored: { [`${within}/containers/0/name`]: 'not valid!' },
    brought: ['spec.template.spec.containers[0].name'],
    kept: ['spec.template.spec.containers[0].name'],
  },
  {
    resource: 'replicationcontrollers',
    good: { spec: { replicas: 1, selector: { app: 'x' }, template: template() } },
    stored: { [`${within}/affinity`]: affinity(wrong) },
    brought: [
      'spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'podtemplates',
    good: { template: template() },
    stored: { 'template/spec/affinity': affinity(wrong) },
    brought: [
      'template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'cronjobs.batch',
    good: {
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template({ restartPolicy: 'Never' }) } } },
    },
    stored: { 'spec/jobTemplate/spec/template/spec/affinity': affinity(wrong) },
    brought: [
      'spec.jobTemplate.spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'cronjobs.batch',
    good: {
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template({ restartPolicy: 'Never' }) } } },
    },
    stored: { 'spec/jobTemplate/spec/template/spec/containers/0/name': 'not valid!' },
    brought: ['spec.jobTemplate.spec.template.spec.containers[0].name'],
    kept: ['spec.jobTemplate.spec.template.spec.containers[0].name'],
  },
  {
    resource: 'jobs.batch',
    good: { spec: { template: template({ restartPolicy: 'Never' }) } },
    stored: { [`${within}/affinity`]: affinity(wrong) },
    brought: [
      'spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
      'spec.template',
    ],
  },
  {
    resource: 'daemonsets.apps',
    good: deployment(),
    stored: { [`${within}/affinity`]: affinity(wrong) },
    brought: [
      'spec.template.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'statefulsets.apps',
    good: deployment(),
    stored: { [`${within}/containers/0/name`]: 'not valid!' },
    brought: ['spec.template.spec.containers[0].name'],
  },
  {
    resource: 'statefulsets.apps',
    good: deployment(),
    stored: { [`${within}/dnsPolicy`]: 'Wrong' },
    brought: ['spec.template.spec.dnsPolicy'],
  },
  {
    resource: 'statefulsets.apps',
    good: deployment(),
    stored: { 'spec/template/metadata/labels/b': 'not valid!' },
    brought: ['spec.template.labels'],
    kept: ['spec.template.labels'],
  },
  {
    resource: 'statefulsets.apps',
    good: { spec: { selector, template: template(), serviceName: 'a' } },
    stored: { 'spec/serviceName': 'not valid!' },
    brought: ['spec'],
  },
  // Selectors of other kinds.
  {
    resource: 'poddisruptionbudgets.policy',
    good: { spec: { selector } },
    stored: { 'spec/selector': wrong },
    brought: ['spec.selector.matchExpressions[0].values[0]'],
  },
  {
    resource: 'poddisruptionbudgets.policy',
    good: { spec: { selector } },
    stored: { 'spec/selector': wrongKey },
    brought: ['spec.selector.matchLabels'],
    kept: ['spec.selector.matchLabels'],
  },
  {
    resource: 'networkpolicies.networking.{api}',
    good: { spec: { podSelector: selector } },
    stored: { 'spec/podSelector': wrong },
    brought: ['spec.podSelector.matchExpressions[0].values[0]'],
  },
  {
    resource: 'networkpolicies.networking.{api}',
    good: { spec: { podSelector: selector, ingress: [{ from: [{ podSelector: selector }] }] } },
    stored: { 'spec/ingress/0/from/0/podSelector': wrong },
    brought: ['spec.ingress[0].from[0].podSelector.matchExpressions[0].values[0]'],
    kept: ['spec.ingress[0].from[0].podSelector.matchExpressions[0].values[0]'],
  },
  {
    resource: 'networkpolicies.networking.{api}',
    good: { spec: { podSelector: selector, ingress: [{ from: [{ podSelector: selector }] }] } },
    stored: { 'spec/podSelector': wrong, 'spec/ingress/0/from/0/podSelector': wrong },
    brought: [
      'spec.podSelector.matchExpressions[0].values[0]',
      'spec.ingress[0].from[0].podSelector.matchExpressions[0].values[0]',
    ],
  },
  {
    resource: 'clusterroles.rbac.authorization.{api}',
    good: { rules: [], aggregationRule: { clusterRoleSelectors: [selector] } },
    stored: { 'aggregationRule/clusterRoleSelectors/0': wrong },
    brought: [
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].values[0]',
      'aggregationRule.clusterRoleSelectors[0]',
    ],
    kept: ['aggregationRule.clusterRoleSelectors[0]'],
  },
  {
    resource: 'csistoragecapacities.storage.{api}',
    good: { storageClassName: 'a', nodeTopology: selector },
    stored: { nodeTopology: wrong },
    brought: ['nodeTopology.matchExpressions[0].values[0]', 'nodeTopology'],
  },
  {
    resource: 'persistentvolumeclaims',
    good: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, selector } },
    stored: { 'spec/selector': wrong },
    brought: ['spec.selector.matchExpressions[0].values[0]', 'spec'],
  },
  {
    resource: 'persistentvolumes',
    good: {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/a' },
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] },
        },
      },
    },
    stored: { 'spec/nodeAffinity/required/nodeSelectorTerms/0/matchExpressions/0/values': ['not valid!'] },
    brought: ['spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].values[0]', 'nodeAffinity'],
  },
  // Parts that are judged only when they change.
  {
    resource: 'endpoints',
    good: { subsets: [{ addresses: [{ ip: '10.0.0.1' }] }] },
    stored: { 'subsets/0/addresses/0/ip': 'not valid!' },
    brought: ['subsets[0].addresses[0].ip'],
  },
  {
    resource: 'endpointslices.discovery.{api}',
    good: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }] },
    stored: { 'endpoints/0/addresses/0': 'not valid!', 'endpoints/0/hostname': 'Not valid!' },
    brought: ['endpoints[0].addresses[0]', 'endpoints[0].hostname'],
  },
  {
    resource: 'priorityclasses.scheduling.{api}',
    good: { value: 1 },
    stored: { preemptionPolicy: 'Wrong' },
    brought: ['preemptionPolicy'],
  },
  {
    resource: 'services',
    good: { spec: { type: 'LoadBalancer', ports: [{ port: 80 }], loadBalancerSourceRanges: ['10.0.0.0/8'] } },
    stored: { 'spec/loadBalancerSourceRanges/0': 'not valid!' },
    brought: ['spec.LoadBalancerSourceRanges[0]'],
  },
  {
    resource: 'ingresses.networking.{api}',
    good: { spec: { ...ingress('a.example').spec, tls: [{ secretName: 'a' }] } },
    stored: { 'spec/tls/0/secretName': 'not valid!' },
    brought: ['spec.tls[0].secretName'],
  },
  {
    resource: 'ingresses.networking.{api}',
    good: ingress('*.example'),
    stored: { 'spec/rules/0/http/paths/0/pathType': 'Wrong' },
    brought: ['spec.rules[0].http.paths[0].pathType'],
  },
  {
    resource: 'ingresses.networking.{api}',
    good: ingress('a.example'),
    stored: { 'spec/rules/0/http/paths/0/pathType': 'Wrong' },
    brought: ['spec.rules[0].http.paths[0].pathType'],
    kept: ['spec.rules[0].http.paths[0].pathType'],
  },
  // Webhooks of older versions of their group.
  {
    resource: hooks,
    good: { webhooks: [hook, { ...hook, name: 'b.example.com' }] },
    stored: { 'webhooks/1/name': 'a.example.com' },
    brought: ['webhooks[1].name'],
  },
  {
    resource: hooks,
    good: { webhooks: [hook] },
    stored: { 'webhooks/0/sideEffects': 'Some' },
    brought: ['webhooks[0].sideEffects'],
  },
  {
    resource: hooks,
    good: { webhooks: [hook] },
    stored: { 'webhooks/0/sideEffects': 'Wrong' },
    brought: ['webhooks[0].sideEffects'],
    kept: ['webhooks[0].sideEffects'],
  },
  {
    resource: hooks,
    good: { webhooks: [hook] },
    stored: { 'webhooks/0/admissionReviewVersions': ['v2'] },
    brought: ['webhooks[0].admissionReviewVersions'],
  },
  {
    resource: hooks,
    good: { webhooks: [hook] },
    stored: { 'webhooks/0/objectSelector': wrong },
    brought: ['webhooks[0].objectSelector.matchExpressions[0].values[0]'],
  },
  {
    resource: hooks,
    good: { webhooks: [hook] },
    stored: { 'webhooks/0/matchConditions': [{ name: 'a', expression: 'wrong(' }] },
    brought: ['webhooks[0].matchConditions[0].expression'],
  },
  // What is judged again though it does not change.
  {
    resource: 'namespaces',
    good: {},
    stored: { 'spec/finalizers': ['not valid!'] },
    brought: [],
    kept: ['spec.finalizers'],
  },
  {
    resource: 'nodes',
    good: {},
    stored: {
      'status/addresses': [
        { type: 'Hostname', address: 'a' },
        { type: 'Hostname', address: 'a' },
      ],
    },
    brought: [],
    kept: ['status.addresses[1]'],
  },
];

t.test('an update does not answer for what was stored', async (t) => {
  const verdicts = await scene(t);
  for (const row of rows) {
    const { brought, kept } = await verdicts(row);
    const text = `${row.resource} with ${JSON.stringify(row.stored)}`;
    t.strictSame([...brought].sort(), [...row.brought].sort(), `${text}: brought`);
    t.strictSame(kept, row.kept ?? [], `${text}: kept`);
  }
});
