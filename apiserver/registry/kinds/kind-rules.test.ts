// Rules of kinds that were found by sending the same requests to another server of this API.

import t, { type Test } from 'tap';
import type { Status } from '../../../shared/object/status-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const label = (name: string): string => vendorOf('kubernetes').fill(`{label}/${name}`);
const selector = { matchLabels: { app: 'x' } };

/** What is refused of an object (fields with words), and of one that is changed to `next` after it was made. */
async function rules(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const faults = ({ body }: { body: unknown }): readonly string[] =>
    ((body as Status).details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  return {
    made: async (template: string, object: object): Promise<readonly string[]> => {
      const asked = { namespace: 'a', query: 'dryRun=All', body: { metadata: { name: 'x' }, ...object } };
      return faults(await api.call('create', api.vendor.fill(template), asked));
    },
    changed: async (template: string, object: object, next: object): Promise<readonly string[]> => {
      const resource = api.vendor.fill(template);
      const metadata = { name: 'x' };
      const made = await api.call('create', resource, { namespace: 'a', body: { metadata, ...object } });
      const { resourceVersion } = (made.body as { metadata: { resourceVersion: string } }).metadata;
      const body = { metadata: { name: 'x', resourceVersion }, ...next };
      const answer = await api.call('update', resource, { namespace: 'a', name: 'x', body });
      await api.call('delete', resource, { namespace: 'a', name: 'x' });
      return faults(answer);
    },
  };
}

t.test('drivers of storage and what they report', async (t) => {
  const { made, changed } = await rules(t);
  const driver = (spec: object) => made('csidrivers.storage.{api}', { spec });
  t.strictSame(await driver({ tokenRequests: [{ audience: 'a' }, { audience: 'a' }] }), [
    'spec.tokenRequests[1].audience: Duplicate value: "a"',
  ]);
  const living = (expirationSeconds: number) => driver({ tokenRequests: [{ audience: 'a', expirationSeconds }] });
  const life = 'spec.tokenRequests[0].expirationSeconds: Invalid value';
  t.strictSame(await living(599), [`${life}: 599: may not specify a duration less than 10 minutes`]);
  t.strictSame(await living(600), []);
  t.strictSame(await living(2 ** 32 + 1), [`${life}: 4294967297: may not specify a duration larger than 2^32 seconds`]);
  t.strictSame(await living(2 ** 32), []);
  t.match(await driver({ volumeLifecycleModes: ['Now'] }), [/^spec.volumeLifecycleModes: Unsupported value: "Now"/]);
  t.match(await driver({ fsGroupPolicy: '' }), [/^spec.fsGroupPolicy: Unsupported value: ""/]);
  t.strictSame(await driver({ volumeLifecycleModes: ['Ephemeral', 'Ephemeral'] }), []);
  t.match(
    await changed('csidrivers.storage.{api}', { spec: { attachRequired: false } }, { spec: { attachRequired: true } }),
    [/^spec.attachedRequired: .*field is immutable/],
  );
  const node = (entry: object) => ({ spec: { drivers: [{ name: 'd', nodeID: 'n', ...entry }] } });
  t.match(await made('csinodes.storage.{api}', node({ name: 'D_' })), [/^spec.drivers\[0\].name: .*RFC 1123/]);
  t.strictSame(await made('csinodes.storage.{api}', node({ nodeID: 'n'.repeat(256) })), []);
  t.match(await made('csinodes.storage.{api}', node({ nodeID: 'n'.repeat(257) })), [/256 characters or less$/]);
  t.match(await made('csinodes.storage.{api}', node({ topologyKeys: ['a', 'a'] })), [/Duplicate value: "a"/]);
  t.match(await changed('csinodes.storage.{api}', node({}), node({ nodeID: 'm' })), [/^spec.drivers: .*immutable/]);
  const attached = (spec: object) => ({ spec: { attacher: 'd', nodeName: 'n', ...spec } });
  t.match(await made('volumeattachments.storage.{api}', attached({ source: {} })), [/^spec.source: Required value/]);
  t.match(
    await changed(
      'volumeattachments.storage.{api}',
      attached({ source: { persistentVolumeName: 'v' } }),
      attached({ source: { persistentVolumeName: 'w' } }),
    ),
    [/^spec: .*field is immutable/],
  );
  const capacity = { storageClassName: 's', nodeTopology: selector };
  t.match(await made('csistoragecapacities.storage.{api}', { ...capacity, storageClassName: 'S' }), [/RFC 1123/]);
  t.match(await changed('csistoragecapacities.storage.{api}', capacity, { ...capacity, storageClassName: 't' }), [
    /^storageClassName: .*immutable/,
  ]);
});

t.test('classes that others are made by', async (t) => {
  const { made, changed } = await rules(t);
  const terms = (...allowedTopologies: object[]) => ({ provisioner: 'p', allowedTopologies });
  const term = { matchLabelExpressions: [{ key: 'k', values: ['v'] }] };
  t.strictSame(await made('storageclasses.storage.{api}', terms(term, term)), [
    'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
  ]);
  t.match(await made('storageclasses.storage.{api}', terms({ matchLabelExpressions: [{ key: 'k', values: [] }] })), [
    /values: Required value/,
  ]);
  t.strictSame(await made('storageclasses.storage.{api}', { provisioner: 'P.Example' }), []);
  t.match(await made('storageclasses.storage.{api}', { provisioner: 'Not Valid' }), [
    /^provisioner: Invalid value: "not valid": name part/,
  ]);
  const attributes = { driverName: 'd', parameters: { a: 'b' } };
  t.match(await made('volumeattributesclasses.storage.{api}', { driverName: 'd' }), [/^parameters: Required value/]);
  t.match(
    await changed('volumeattributesclasses.storage.{api}', attributes, { ...attributes, parameters: { a: 'c' } }),
    [/^parameters: Forbidden/],
  );
  const tolerations = [{ key: 'k', operator: 'Exists', value: 'v' }];
  t.match(await made('runtimeclasses.node.{api}', { handler: 'h', scheduling: { tolerations } }), [
    /^scheduling.tolerations.tolerations\[0\].operator: .*value must be empty/,
  ]);
});

t.test('a volume has one source, and nodes that stay', async (t) => {
  const { made, changed } = await rules(t);
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
  const hostPath = { path: '/tmp' };
  const volume = (more: object) => made('persistentvolumes', { spec: { ...spec, ...more } });
  t.strictSame(await volume({}), ['spec: Required value: must specify a volume type']);
  t.strictSame(await volume({ hostPath, local: { path: '/x' } }), [
    'spec.local: Forbidden: may not specify more than 1 volume type',
  ]);
  t.match(await volume({ hostPath, nodeAffinity: {} }), [/^spec.nodeAffinity.required: Required value/]);
  const affinity = (key: string) => ({
    spec: {
      ...spec,
      hostPath,
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] } },
    },
  });
  t.match(await changed('persistentvolumes', affinity('a'), affinity('b')), [/^nodeAffinity: .*immutable/]);
});

t.test('the fields of a service depend on its type, and are dropped with it', async (t) => {
  const { made, changed } = await rules(t);
  const spec = (more: object) => ({ spec: { ports: [{ port: 80 }], ...more } });
  const service = (more: object) => made('services', spec(more));
  t.match(await service({ externalTrafficPolicy: 'Local' }), [/may only be set for externally-accessible services/]);
  t.strictSame(await service({ externalIPs: ['192.0.2.1'], externalTrafficPolicy: 'Local' }), []);
  t.match(await service({ allocateLoadBalancerNodePorts: true }), [/may only be used when `type` is 'LoadBalancer'/]);
  t.match(await service({ loadBalancerClass: 'a/b' }), [/may only be used when `type` is 'LoadBalancer'/]);
  t.match(await service({ loadBalancerSourceRanges: ['10.0.0.0/8'] }), [/^spec.LoadBalancerSourceRanges: Forbidden/]);
  t.match(await service({ trafficDistribution: 'Far' }), [/^spec.trafficDistribution: Unsupported value/]);
  t.match(await service({ externalIPs: ['x'] }), [/must be a valid IP address/]);
  t.match(await service({ ports: [{ port: 80, targetPort: 'No_Name' }] }), [/^spec.ports\[0\].targetPort/]);
  t.match(await service({ ports: [{ port: 80, appProtocol: 'no name' }] }), [/^spec.ports\[0\].appProtocol/]);
  const clientIP = { timeoutSeconds: 0 };
  t.match(await service({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP } }), [/less than 86400/]);
  t.strictSame(
    await changed('services', spec({ type: 'NodePort' }), spec({ externalTrafficPolicy: 'Cluster' })),
    [],
    'the policy of the former type goes with it',
  );
});

t.test('an autoscaler scales something of a group, by metrics that have a name and a goal', async (t) => {
  const { made, changed } = await rules(t);
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  const scaler = (more: object) => ({ spec: { maxReplicas: 3, scaleTargetRef: target, ...more } });
  const hpa = 'horizontalpodautoscalers.autoscaling';
  t.match(await made(hpa, scaler({ scaleTargetRef: { kind: 'Deployment', name: 'd' } })), [/must specify API group/]);
  t.strictSame(await made(hpa, scaler({ scaleTargetRef: { kind: 'ReplicationController', name: 'd' } })), []);
  t.match(await made(hpa, scaler({ minReplicas: 0 })), [/greater than or equal to 1/]);
  const pods = { metric: { name: '' }, target: { type: 'Some' } };
  t.strictSame(await made(hpa, scaler({ metrics: [{ type: 'Pods', pods }] })), [
    'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
    'spec.metrics[0].pods.target.type: Invalid value: "Some": must be either Utilization, Value, or AverageValue',
    'spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue',
  ]);
  t.strictSame(await changed(hpa, scaler({}), scaler({ maxReplicas: 4 })), []);
});

t.test('ingress classes, ingresses and network policies', async (t) => {
  const { made } = await rules(t);
  const ingressClass = (spec: object) => made('ingressclasses.networking.{api}', { spec });
  t.match(await ingressClass({ controller: 'none' }), [/must be a domain-prefixed path/]);
  const parameters = { kind: 'K', name: 'n' };
  t.match(await ingressClass({ controller: 'a.b/c', parameters: { ...parameters, scope: 'All' } }), [
    /Unsupported value/,
  ]);
  t.match(await ingressClass({ controller: 'a.b/c', parameters: { ...parameters, namespace: 'n' } }), [/Forbidden/]);
  const backend = (port: object) => ({ service: { name: 's', port } });
  const ingress = (spec: object) => made('ingresses.networking.{api}', { spec });
  t.match(await ingress({ defaultBackend: backend({ name: 'No_Name' }) }), [/service.port.name: Invalid value/]);
  t.match(await ingress({ ingressClassName: '', defaultBackend: backend({ number: 1 }) }), [/^spec.ingressClassName/]);
  t.match(await ingress({ tls: [{ hosts: [''] }], defaultBackend: backend({ number: 1 }) }), [
    /^spec.tls\[0\].hosts\[0\]/,
  ]);
  const policyTypes = ['Ingress', 'Ingress', 'Egress'];
  t.match(await made('networkpolicies.networking.{api}', { spec: { podSelector: {}, policyTypes } }), [
    /more than two/,
  ]);
  const range = (...cidrs: string[]) => made('servicecidrs.networking.{api}', { spec: { cidrs } });
  t.match(await range('10.0.0.0/24', '10.1.0.0/24'), [/no more than one IP for each IP family/]);
  t.match(await range('nowhere'), [/^spec.cidrs\[0\]: .*must be a valid CIDR value/]);
  const slice = (endpoint: object, ports: object[] = []) =>
    made('endpointslices.discovery.{api}', {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'], ...endpoint }],
      ports,
    });
  t.match(await slice({ hostname: '' }), [/^endpoints\[0\].hostname/]);
  t.match(await slice({ nodeName: 'No_Name' }), [/^endpoints\[0\].nodeName/]);
  t.match(await slice({ hints: { forZones: [{ name: 'z' }, { name: 'z' }] } }), [
    /forZones\[1\].name: Duplicate value/,
  ]);
  t.match(
    await slice({}, [
      { name: 'p', port: 1 },
      { name: 'p', port: 2 },
    ]),
    [/^ports\[1\].name: Duplicate value/],
  );
  t.strictSame(await slice({ addresses: ['10.0.0.1', '10.0.0.1'] }), [], 'an address may stand twice');
});

t.test('an event is in the namespace of its object; one with an event time has a reporter', async (t) => {
  const { made } = await rules(t);
  t.match(await made('events', { involvedObject: {} }), [
    /^involvedObject.namespace: .*does not match event.namespace/,
  ]);
  const timed = { involvedObject: { namespace: 'a' }, eventTime: '2026-01-01T00:00:00.000000Z' };
  const fields = (await made('events', timed)).map((fault) => fault.split(':')[0]);
  t.strictSame([...new Set(fields)], ['reportingComponent', 'reportingInstance', 'action', 'reason']);
  const named = { action: 'a', reason: 'r', reportingController: 'a.b/c', reportingInstance: 'i', type: 'Normal' };
  const event = { regarding: { namespace: 'a' }, eventTime: timed.eventTime, ...named };
  t.strictSame(await made('events.events.{api}', { ...event, deprecatedCount: 5 }), [
    'count: Invalid value: "": needs to be unset',
  ]);
  t.match(await made('events.events.{api}', { ...event, reportingController: 'no name' }), [/^reportingController/]);
});

t.test('what is absent may be zero where the zero is meant', async (t) => {
  const { made } = await rules(t);
  t.strictSame(await made('priorityclasses.scheduling.{api}', {}), [], 'a priority of 0');
  t.strictSame(await made('controllerrevisions.apps', { data: {} }), [], 'revision 0');
  t.match(await made('controllerrevisions.apps', { data: {}, revision: -1 }), [/greater than or equal to 0/]);
  const policy = { whenDeleted: 'Never' };
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const spec = { selector, template, serviceName: 's', persistentVolumeClaimRetentionPolicy: policy };
  t.match(await made('statefulsets.apps', { spec }), [/whenDeleted: Unsupported value: "Never"/]);
});

t.test('a service gets addresses of the families that the cluster has', async (t) => {
  const { made } = await rules(t);
  const service = (more: object) => made('services', { spec: { ports: [{ port: 80 }], ...more } });
  t.strictSame(await service({ ipFamilyPolicy: 'RequireDualStack' }), [
    'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  ]);
  t.strictSame(await service({ ipFamilies: ['IPv6'] }), [
    'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
  ]);
  t.strictSame(await service({ ipFamilyPolicy: 'PreferDualStack' }), []);
  t.strictSame(
    await service({ ipFamilies: ['IPv6'], clusterIP: 'None' }),
    [],
    'without an address any family may be named',
  );
});

t.test('a secret has the keys that its type requires', async (t) => {
  const { made } = await rules(t);
  const type = (name: string, data: object) => made('secrets', { type: label(name), data });
  t.strictSame(await type('basic-auth', {}), ['data[username]: Required value', 'data[password]: Required value']);
  t.strictSame(await type('basic-auth', { password: '' }), []);
  t.match(await type('dockerconfigjson', { '.dockerconfigjson': 'AAAA' }), [/<secret contents redacted>/]);
  t.strictSame(await type('dockerconfigjson', { '.dockerconfigjson': 'e30=' }), []);
});

t.test('a claim of devices asks for something, once, and does not change its mind', async (t) => {
  const { made, changed } = await rules(t);
  const claim = (...requests: object[]) => ({ spec: { devices: { requests } } });
  const kind = 'resourceclaims.resource.{api}';
  const exactly = { deviceClassName: 'c' };
  t.strictSame(await made(kind, claim({ name: 'r', exactly })), []);
  t.match(await made(kind, claim({ name: 'r' })), [/^spec.devices.requests\[0\]: Required value: exactly one of/]);
  t.match(await made(kind, claim({ name: 'r', exactly }, { name: 'r', exactly })), [
    /requests\[1\].name: Duplicate value/,
  ]);
  t.match(await made(kind, claim({ name: 'R_', exactly })), [/requests\[0\].name: Invalid value: "R_"/]);
  t.match(await made(kind, claim({ name: 'r', exactly: { deviceClassName: 'C_' } })), [
    /deviceClassName: Invalid value/,
  ]);
  t.match(await made(kind, claim({ name: 'r', exactly: { ...exactly, count: -1 } })), [/count: .*greater than zero/]);
  t.match(await made(kind, claim({ name: 'r', exactly: { ...exactly, allocationMode: 'Some' } })), [
    /Unsupported value/,
  ]);
  t.match(await changed(kind, claim({ name: 'r', exactly }), claim({ name: 'q', exactly })), [
    /^spec: .*field is immutable/,
  ]);
  const template = (name: string) => ({ spec: claim({ name, exactly }) });
  t.match(await made('resourceclaimtemplates.resource.{api}', template('R_')), [
    /^spec.spec.devices.requests\[0\].name/,
  ]);
  t.strictSame(await made('deviceclasses.resource.{api}', {}), [], 'a class may leave its specification out');
});

t.test('values that only the other server refused: names, verbs, paths and selectors inside of objects', async (t) => {
  const { made } = await rules(t);
  const hook = {
    name: 'a.b.c',
    clientConfig: { service: { namespace: 'n', name: 's', path: '' } },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
  };
  const hooks = (changes: object) =>
    made('validatingwebhookconfigurations.admissionregistration.{api}', { webhooks: [{ ...hook, ...changes }] });
  t.strictSame(await hooks({}), []);
  t.match(await hooks({ namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'x' }] } }), [
    'webhooks[0].namespaceSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
  ]);
  t.match(await hooks({ objectSelector: { matchLabels: { 'a b': 'c' } } }), [
    /^webhooks\[0\].objectSelector.matchLabels/,
  ]);
  t.match(await hooks({ admissionReviewVersions: [] }), [
    /^webhooks\[0\].admissionReviewVersions: Required value: must/,
  ]);
  const slice = (port: object) => made('endpointslices.discovery.{api}', { addressType: 'IPv4', ports: [port] });
  t.strictSame(await slice({ port: 80, appProtocol: 'example.com/x' }), []);
  t.match(await slice({ port: 80, appProtocol: '-' }), [/^ports\[0\].appProtocol: Invalid value: "-": name part/]);
  const subset = (change: object) =>
    made('endpoints', { subsets: [{ addresses: [{ ip: '10.0.0.1', ...change }], ports: [{ port: 80 }] }] });
  t.strictSame(await subset({ nodeName: 'n' }), []);
  t.match(await subset({ nodeName: '-' }), [/^subsets\[0\].addresses\[0\].nodeName: Invalid value: "-"/]);
  const binding = {
    apiGroup: vendorOf('kubernetes').fill('rbac.authorization.{api}'),
    kind: 'ClusterRole',
    name: 'a/b',
  };
  t.strictSame(await made('rolebindings.rbac.authorization.{api}', { roleRef: binding }), [
    'roleRef.name: Invalid value: "a/b": may not contain \'/\'',
  ]);
  const scaling = { maxReplicas: 1, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a/b' } };
  t.strictSame(await made('horizontalpodautoscalers.autoscaling', { spec: scaling }), [
    'spec.scaleTargetRef.name: Invalid value: "a/b": may not contain \'/\'',
  ]);
  t.strictSame(await made('deviceclasses.resource.{api}', { spec: { selectors: [{}], config: [{}] } }), [
    'spec.selectors[0].cel: Required value',
    'spec.config[0].opaque: Required value',
  ]);
  t.strictSame(await made('namespaces', { spec: { finalizers: ['x', 'example.com/x'] } }), [
    'spec.finalizers: Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified',
  ]);
});

t.test('flow schemas name known verbs and paths, and one subject of each kind', async (t) => {
  const { made } = await rules(t);
  const user = { kind: 'User', user: { name: 'u' } };
  const flow = (rule: object, subject: object = user) =>
    made('flowschemas.flowcontrol.apiserver.{api}', {
      spec: { priorityLevelConfiguration: { name: 'p' }, rules: [{ subjects: [subject], nonResourceRules: [rule] }] },
    });
  const path = 'spec.rules[0].nonResourceRules[0]';
  t.strictSame(await flow({ verbs: ['get'], nonResourceURLs: ['/x/*'] }), []);
  t.strictSame(await flow({ verbs: ['*'], nonResourceURLs: ['*'] }), []);
  t.strictSame(await flow({ verbs: [], nonResourceURLs: [] }), [
    `${path}.verbs: Required value: verbs must contain at least one value`,
    `${path}.nonResourceURLs: Required value: nonResourceURLs must contain at least one value`,
  ]);
  t.match(await flow({ verbs: ['x'], nonResourceURLs: ['x', '/a b', '/a//b', '/*x', ''] }), [
    /verbs: Unsupported value: \["x"\]: supported values: "create"/,
    /URLs\[0\]: Invalid value: "x": must start with slash/,
    /URLs\[1\]: Invalid value: "\/a b": must not contain white-space/,
    /URLs\[2\]: Invalid value: "\/a\/\/b": must not contain double slash/,
    /URLs\[3\]: Invalid value: "\/\*x": wildcard can only do suffix matching/,
    /URLs\[4\]: Invalid value: "": must not be empty/,
  ]);
  const rule = { verbs: ['get'], nonResourceURLs: ['/'] };
  t.strictSame(await flow(rule, { kind: 'User', group: { name: 'g' } }), [
    "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    "spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
  ]);
});

t.test('definitions have names that paths and kinds may have', async (t) => {
  const { made } = await rules(t);
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
  const defined = async (spec: object, names: object = {}, versions: object = {}) => {
    const all = { group: 'e.com', scope: 'Cluster', versions: [{ ...version, ...versions }], ...spec };
    const metadata = { name: 'xs.e.com' };
    const body = { metadata, spec: { ...all, names: { plural: 'xs', kind: 'X', ...names } } };
    return (await made('customresourcedefinitions.apiextensions.{api}', body)).map((fault) =>
      fault.replace(/: .*/, ''),
    );
  };
  t.strictSame(await defined({}), []);
  t.strictSame(await defined({ scope: 'All', conversion: { strategy: 'Other' } }), [
    'spec.scope',
    'spec.conversion.strategy',
  ]);
  t.strictSame(await defined({}, { singular: 'X_', kind: '-', shortNames: ['A'], categories: [''] }), [
    'spec.names.singular',
    'spec.names.kind',
    'spec.names.listKind',
    'spec.names.shortNames[0]',
    'spec.names.categories[0]',
  ]);
  t.strictSame(await defined({}, {}, { name: '1', deprecationWarning: 'w' }), [
    'spec.versions[0].name',
    'spec.versions[0].deprecationWarning',
    'spec.version',
  ]);
});

t.test('definitions tell what is wrong with stored versions, warnings, addresses and selectable fields', async (t) => {
  const { made } = await rules(t);
  const text = { type: 'string' };
  const schema = (properties: object) => ({ openAPIV3Schema: { type: 'object', properties } });
  const one = {
    name: 'v1',
    served: true,
    storage: true,
    schema: schema({ f: text, m: { type: 'object', additionalProperties: text } }),
  };
  const other = { ...one, name: 'v2', storage: false };
  const defined = (versions: readonly object[], more: object = {}) => {
    const spec = { group: 'e.com', scope: 'Cluster', versions, names: { plural: 'xs', kind: 'X' }, ...more };
    return made('customresourcedefinitions.apiextensions.{api}', { metadata: { name: 'xs.e.com' }, spec });
  };
  t.strictSame(
    await defined([{ ...one, storage: false }]).then((all) => all.at(-1)),
    'status.storedVersions: Invalid value: null: must have at least one stored version',
  );
  t.match(await defined([{ ...one, deprecated: true, deprecationWarning: 'a\u00a0b' }]), [
    /Invalid value: "a\u00a0b": must only/,
  ]);
  const selecting = (...paths: readonly string[]) =>
    defined([{ ...one, selectableFields: paths.map((jsonPath) => ({ jsonPath })) }]).then((all) =>
      all.map((fault) => fault.replace(/^.*is an invalid path: /, '')),
    );
  t.strictSame(await selecting('.f', '.m.x'), []);
  t.strictSame(await selecting('f', '.', "['f']", '.metadata', '.f.', '.1a'), [
    'expected [ or . but got: f',
    'unexpected end of JSON path',
    'array notation is not allowed',
    'does not refer to a valid field',
    'unexpected end of JSON path',
    'does not refer to a valid field',
  ]);
  // A schema of all versions is not that of each.
  const [f, m] = [{ selectableFields: [{ jsonPath: '.f' }] }, { selectableFields: [{ jsonPath: '.m.x' }] }];
  t.match(
    await defined([
      { ...one, ...f },
      { ...other, ...m },
    ]),
    [/versions\[0\].*is not included$/, /versions\[1\].*is not included$/],
  );
  t.match(
    await defined([
      { ...one, ...f },
      { ...other, ...f, schema: schema({ f: text }) },
    ]),
    [/^spec.selectableFields: .*validations.schema is included$/],
  );
  t.strictSame(
    await defined([
      { ...one, ...f },
      { ...other, ...f },
    ]),
    [],
  );
  const at = (url: string) =>
    defined([one], {
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url } } },
    }).then((all) => all.map((fault) => /: parse "[^"]*": (.*); desired/.exec(fault)?.[1]));
  t.strictSame(await at('%zz'), ['invalid URL escape "%zz"']);
  t.strictSame(await at('https://a%41'), ['invalid URL escape "%41"']);
  t.strictSame(await at('https://a:x/'), ['invalid port ":x" after host']);
  t.strictSame(await at('https://a b/'), ['invalid character " " in host name']);
  t.strictSame(await at('https://[::1'), ["missing ']' in host"]);
  t.strictSame(await at(':b'), ['missing protocol scheme']);
  t.strictSame(await at('1:b'), ['first path segment in URL cannot contain colon']);
});

t.test('names that become parts of host names are labels, or warned of', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const containers = [{ name: 'c', image: 'i' }];
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers } };
  const once = { spec: { containers, restartPolicy: 'Never' } };
  const make = (kind: string, spec: object, name = 'a.b') =>
    api.call('create', kind, { namespace: 'a', query: 'dryRun=All', body: { metadata: { name }, spec } });
  const lead = (where: string) => `metadata.name: this is used in ${where}, which can result in surprising behavior`;
  const dotted = (where: string) => [`${lead(where)}; a DNS label is recommended: [must not contain dots]`];
  for (const [kind, spec] of [
    ['deployments.apps', { selector, template }],
    ['replicasets.apps', { selector, template }],
    ['jobs.batch', { template: once }],
    ['cronjobs.batch', { schedule: '* * * * *', jobTemplate: { spec: { template: once } } }],
  ] as const) {
    t.strictSame((await make(kind, spec)).warnings, dotted('Pod names and hostnames'), kind);
    t.strictSame((await make(kind, spec, 'ab')).warnings, [], kind);
  }
  t.strictSame((await make('pods', { containers })).warnings, dotted("the Pod's hostname"));
  t.strictSame((await make('daemonsets.apps', { selector, template })).warnings, []);
  const set = { selector, template, serviceName: 's' };
  t.match(
    (await make('statefulsets.apps', set)).at('message'),
    /metadata.name: Invalid value: "a.b": must not contain dots/,
  );
  t.equal((await make('statefulsets.apps', set, 'ab')).status, 201);
  const indexed = { completionMode: 'Indexed', completions: 11, template: once };
  t.match(
    (await make('jobs.batch', indexed)).at('message'),
    /will not able to create pod with invalid DNS label: a.b-10/,
  );
  t.equal((await make('jobs.batch', indexed, 'x'.repeat(61))).status, 422);
  t.equal((await make('jobs.batch', indexed, 'x'.repeat(60))).status, 201);
});

t.test('the template of a job has the labels of that job, or is refused', async (t) => {
  const { made, changed } = await rules(t);
  const template = (labels: object) => ({
    metadata: { labels },
    spec: { containers: [{ name: 'c', image: 'i' }], restartPolicy: 'Never' },
  });
  const vendor = vendorOf('kubernetes');
  for (const key of ['job-name', 'controller-uid', vendor.fill('batch.{label}/job-name')]) {
    const [fault = ''] = await made('jobs.batch', { spec: { template: template({ [key]: 'other' }) } });
    t.ok(fault.startsWith(`spec.template.metadata.labels[${key}]: Invalid value: {`), `${key}: ${fault}`);
    t.match(fault, key === 'controller-uid' ? /must be '[-0-9a-f]{36}'$/ : /must be 'x'$/);
  }
  t.strictSame(await made('jobs.batch', { spec: { template: template({ 'job-name': 'x' }) } }), []);
  const manual = { manualSelector: true, selector: { matchLabels: { 'job-name': 'y' } } };
  t.strictSame(await made('jobs.batch', { spec: { ...manual, template: template({ 'job-name': 'y' }) } }), []);
  const own = { ...manual, template: template({ 'job-name': 'y' }) };
  const faults = await changed('jobs.batch', { spec: own }, { spec: { ...own, manualSelector: false } });
  t.match(faults[0], /^spec.template.metadata.labels\[controller-uid\]: Required value: must be '[-0-9a-f]{36}'$/);
  t.ok(
    faults.some((fault) => fault.endsWith('`selector` not auto-generated')),
    'an update is held to it too',
  );
  t.strictSame(await changed('jobs.batch', { spec: own }, { spec: { ...own, suspend: true } }), []);
});

t.test('an owner is refused with each missing field, a second controller with kind and name', async (t) => {
  const { made } = await rules(t);
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true };
  const owned = (ownerReferences: readonly object[]) =>
    made('configmaps', { metadata: { name: 'x', ownerReferences } });
  t.strictSame(await owned([{ ...owner, apiVersion: '', uid: '' }]), [
    'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
    'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
  ]);
  for (const apiVersion of ['a/b/c', 'a/', '/'])
    t.strictSame(await owned([{ ...owner, apiVersion }]), [
      `metadata.ownerReferences.apiVersion: Invalid value: "${apiVersion}": version must not be empty`,
    ]);
  for (const apiVersion of ['/v1', 'a b/v1']) t.strictSame(await owned([{ ...owner, apiVersion }]), []);
  t.match(await owned([owner, { ...owner, name: 'q', uid: 'v' }]), [
    /Found "true" in references for Pod\/p and Pod\/q$/,
  ]);
});

t.test('numbers, names and data inside of objects are validated as by the reference server', async (t) => {
  const { made } = await rules(t);
  t.strictSame(await made('nodes', { status: { nodeInfo: { swap: { capacity: 0 } } } }), [
    'metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero',
  ]);
  t.strictSame(await made('services', { spec: { ports: [{ port: 80 }], clusterIPs: [''] } }), [
    'spec.clusterIPs: Invalid value: [""]: must be empty when `clusterIP` is not specified',
    'spec.clusterIPs[0]: Invalid value: "": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  ]);
  t.strictSame(await made('csistoragecapacities.storage.{api}', { storageClassName: 's', capacity: '-1' }), [
    'capacity: Invalid value: "-1": must be greater than or equal to 0',
  ]);
  const unnamed = { parameters: { '': 'x' } };
  const empty = 'parameters: Invalid value: "": field can not be empty.';
  t.strictSame(await made('storageclasses.storage.{api}', { provisioner: 'p', ...unnamed }), [empty]);
  t.strictSame(await made('volumeattributesclasses.storage.{api}', { driverName: 'd', ...unnamed }), [empty]);
  t.strictSame(
    await made('runtimeclasses.node.{api}', { handler: 'h', overhead: { podFixed: { x: '1', cpu: '1' } } }),
    [
      'overhead.limits[x]: Invalid value: "x": must be a standard resource type or fully qualified',
      'overhead.limits[x]: Invalid value: "x": must be a standard resource for containers',
    ],
  );
  for (const data of ['', 5, [1]])
    t.strictSame(await made('controllerrevisions.apps', { data }), [
      'data: Required value: data must be a valid JSON object',
    ]);
  const pod = (runAsUserName: string) => ({
    spec: { containers: [{ name: 'c', image: 'i' }], securityContext: { windowsOptions: { runAsUserName } } },
  });
  const path = 'spec.securityContext.windowsOptions.runAsUserName';
  for (const name of ['user', 'NT\\user', 'a.example\\user']) t.strictSame(await made('pods', pod(name)), [], name);
  for (const [name, fault] of [
    ['a b/c', /User cannot contain the following characters/],
    ['a\\b\\c', /cannot contain more than one backslash/],
    ['d\\', /User cannot be empty/],
    [' .', /User cannot contain only periods or spaces/],
    ['x'.repeat(105), /User length must not be longer than 104 characters/],
    ['a*\\b', /Domain doesn't match the NetBios nor the DNS format/],
    ['a\u0007', /cannot contain control characters/],
  ] as const) {
    const faults = await made('pods', pod(name));
    t.equal(faults.length, 1, `${name}: ${faults.join()}`);
    t.match(faults[0], fault);
    t.ok(faults[0]?.startsWith(path));
  }
});

t.test('an agent is not configured through its node any more', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const made = await api.call('create', 'nodes', {
    body: { metadata: { name: 'n' }, spec: { configSource: {} }, status: { config: { error: 'x' } } },
  });
  t.equal(made.status, 201, made.text);
  t.equal(made.at('spec.configSource'), undefined);
  t.equal(made.at('status.config'), undefined);
});

t.test('a service account keeps the names of its secrets only, a stateful set no feature that is off', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const secrets = [{ name: 's', namespace: 'b', uid: 'u', kind: 'Secret' }];
  const account = { metadata: { name: 'x' }, secrets };
  const made = await api.call('create', 'serviceaccounts', { namespace: 'a', body: account });
  t.strictSame(made.at('secrets'), [{ name: 's' }]);
  const body = { ...account, metadata: { name: 'x', labels: { a: 'b' } } };
  const updated = await api.call('update', 'serviceaccounts', { namespace: 'a', name: 'x', body });
  t.strictSame(updated.at('secrets'), [{ name: 's' }]);
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 5 } };
  const set = { selector, template, serviceName: 's', updateStrategy };
  const stateful = await api.call('create', 'statefulsets.apps', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: set },
  });
  t.equal(stateful.status, 201, stateful.text);
  t.equal(stateful.at('spec.updateStrategy.rollingUpdate.maxUnavailable'), undefined);
});

t.test('the schema of a definition has no keywords that are not supported, and known types', async (t) => {
  const { made } = await rules(t);
  const own = (name: string): string => vendorOf('kubernetes').fill(`x-{maker}-${name}`);
  const faults = async (openAPIV3Schema: object) => {
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
    const names = { plural: 'xs', kind: 'X' };
    const spec = { group: 'e.com', scope: 'Cluster', names, versions: [version] };
    const body = { metadata: { name: 'xs.e.com' }, spec };
    const all = await made('customresourcedefinitions.apiextensions.{api}', body);
    return all.map((fault) => fault.replace(/^.*openAPIV3Schema\.?/, ''));
  };
  const properties = { a: { type: 'array', items: { type: 'string' }, [own('list-type')]: 'set' } };
  t.strictSame(await faults({ type: 'object', properties }), []);
  t.strictSame(await faults({ type: 'string' }), ['type: Invalid value: "string": must be object at the root']);
  t.strictSame(await faults({ type: 'object', additionalProperties: true }), [
    'additionalProperties: Forbidden: must not be used at the root',
  ]);
  t.strictSame(await faults({ type: 'object', $ref: 'x', id: 'y', definitions: { z: {} } }), [
    'id: Forbidden: id is not supported',
    'definitions: Forbidden: definitions is not supported',
    '$ref: Forbidden: $ref is not supported',
  ]);
  t.match(await faults({ type: 'object', properties: { a: { type: 'text' } } }), [
    /^properties\[a\].type: Unsupported value: "text": supported values: "array", "boolean"/,
  ]);
  t.strictSame(await faults({ type: 'object', [own('map-type')]: 'x', [own('list-map-keys')]: ['k'] }), [
    `${own('map-type')}: Unsupported value: "x": supported values: "atomic", "granular"`,
    `${own('list-type')}: Required value: must be map if ${own('list-map-keys')} is non-empty`,
  ]);
  const keyed = (keys: readonly string[], items: object | undefined) =>
    faults({
      type: 'object',
      properties: { a: { type: 'array', items, [own('list-type')]: 'map', [own('list-map-keys')]: keys } },
    });
  const key = { type: 'string' };
  t.strictSame(await keyed(['k'], { type: 'object', required: ['k'], properties: { k: key } }), []);
  t.strictSame(await keyed(['k'], { type: 'object', properties: { k: { ...key, default: 'x' } } }), []);
  t.strictSame(await keyed([], key), [
    `properties[a].${own('list-map-keys')}: Required value: must not be empty if ${own('list-type')} is map`,
    `properties[a].items.type: Invalid value: "string": must be object if parent array's ${own('list-type')} is map`,
  ]);
  const odd = { k: { type: 'object', nullable: true } };
  t.strictSame(await keyed(['k', 'none', 'k'], { type: 'object', required: ['k'], properties: odd }), [
    `properties[a].items.properties[k].type: Invalid value: "object": must be a scalar type if parent array's ${own('list-type')} is map`,
    `properties[a].items.properties[k].nullable: Forbidden: this property is in ${own('list-map-keys')}, so it cannot be nullable`,
    `properties[a].${own('list-map-keys')}: Invalid value: ["k","none","k"]: entries must all be names of item properties`,
    `properties[a].${own('list-map-keys')}: Invalid value: ["k","none","k"]: must not contain duplicate entries`,
  ]);
  t.strictSame(await keyed(['k'], { type: 'object', properties: { k: key } }), [
    `properties[a].items.properties[k].default: Required value: this property is in ${own('list-map-keys')}, so it must have a default or be a required property`,
  ]);
});

t.test('what was left out of a failure policy is refused with what it may be', async (t) => {
  const { made } = await rules(t);
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };
  const job = (rule: object) => made('jobs.batch', { spec: { template, podFailurePolicy: { rules: [rule] } } });
  const path = 'spec.podFailurePolicy.rules[0]';
  t.match(await job({ action: '', onExitCodes: { operator: '', values: [1] } }), [
    `${path}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`,
    `${path}.onExitCodes.operator: Required value: valid values: ["In" "NotIn"]`,
  ]);
});

t.test('a signing request without a specification is refused', async (t) => {
  const { made } = await rules(t);
  t.match(await made('certificatesigningrequests.certificates.{api}', {}), [/^spec\./]);
});
