import t, { type Test } from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { at, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { makeResources } from './catalogue.ts';

const containers = [{ name: 'main', image: 'main' }];
const template = { metadata: { labels: { app: 'x' } }, spec: { containers } };
const selector = { matchLabels: { app: 'x' } };
const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';

const vendor = vendorOf('kubernetes');
const named = (template: string): string => vendor.fill(template);

async function opened(t: Test, vendor: 'orch' | 'kubernetes' = 'kubernetes') {
  const api = await inProcess(vendor);
  t.teardown(() => api.close());
  return api;
}

t.test('a job with a generated name labels its pods, and itself, with that name', async (t) => {
  const api = await opened(t);
  const body = {
    metadata: { generateName: 'run-' },
    spec: { template: { spec: { containers, restartPolicy: 'Never' } } },
  };
  const made = await api.call('create', 'jobs.batch', { namespace: 'a', body });
  const name = made.at('metadata.name') as string;
  t.match(name, /^run-/);
  const labels = at(made.body, 'spec.template.metadata.labels') as Record<string, string>;
  t.equal(labels['job-name'], name);
  t.strictSame(made.at('metadata.labels'), labels);
  t.equal(made.at('spec.manualSelector'), false);
  const changed = await api.call('patch', 'jobs.batch', {
    namespace: 'a',
    name,
    contentType: merge,
    body: { spec: { parallelism: 2 } },
  });
  t.equal(changed.status, 200);
});

t.test('a daemon set counts the changes of its template; clients cannot set the count', async (t) => {
  const api = await opened(t);
  const key = 'deprecated.daemonset.template.generation';
  const counted = (answer: { body: unknown }) =>
    (at(answer.body, 'metadata.annotations') as Record<string, string>)[key];
  const body = { metadata: { name: 'x' }, spec: { selector, template } };
  t.equal(counted(await api.call('create', 'daemonsets.apps', { namespace: 'a', body })), '1');
  const put = {
    metadata: { name: 'x' },
    spec: { selector, template: { ...template, spec: { containers: [{ name: 'main', image: 'new' }] } } },
  };
  t.equal(counted(await api.call('update', 'daemonsets.apps', { ...x, body: put })), '2');
  t.equal(counted(await api.call('update', 'daemonsets.apps', { ...x, body: put })), '2');
});

t.test('annotations of a deployment count as a new generation, those set with its status do not', async (t) => {
  const api = await opened(t);
  await api.call('create', 'deployments.apps', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: { selector, template } },
  });
  const patch = (body: object, subresource = '') =>
    api.call('patch', 'deployments.apps', {
      ...x,
      contentType: merge,
      body,
      ...(subresource === '' ? {} : { subresource }),
    });
  t.equal((await patch({ metadata: { labels: { a: 'b' } } })).at('metadata.generation'), 1);
  t.equal((await patch({ metadata: { annotations: { a: 'b' } } })).at('metadata.generation'), 2);
  t.equal((await patch({ metadata: { annotations: { a: 'c' } } }, 'status')).at('metadata.generation'), 2);
});

t.test('templates of pods are completed and only made by POST; revisions have data that stays', async (t) => {
  const api = await opened(t);
  const made = await api.call('create', 'podtemplates', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, template },
  });
  t.equal(made.at('template.spec.containers.0.imagePullPolicy'), 'Always');
  const put = await api.call('update', 'podtemplates', {
    namespace: 'a',
    name: 'y',
    body: { metadata: { name: 'y' }, template },
  });
  t.equal(put.status, 404);
  const revision = (data?: object) => ({
    metadata: { name: 'x' },
    revision: 1,
    ...(data === undefined ? {} : { data }),
  });
  const empty = await api.call('create', 'controllerrevisions.apps', { namespace: 'a', body: revision() });
  t.match(empty.at('message'), /data: Required value: data is mandatory/);
  await api.call('create', 'controllerrevisions.apps', { namespace: 'a', body: revision({ a: 1 }) });
  const changed = await api.call('update', 'controllerrevisions.apps', { ...x, body: revision({ a: 2 }) });
  t.match(changed.at('message'), /data: Invalid value: .*field is immutable/);
});

t.test('a volume knows since when it is in its phase', async (t) => {
  const api = await opened(t);
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/tmp' } };
  const made = await api.call('create', 'persistentvolumes', { body: { metadata: { name: 'x' }, spec } });
  t.equal(made.at('status.lastPhaseTransitionTime'), made.at('metadata.creationTimestamp'));
});

t.test('a claim of devices asks for one of them when it does not say for how many', async (t) => {
  const api = await opened(t);
  const devices = (count?: number) => ({
    devices: {
      requests: [{ name: 'r', exactly: { deviceClassName: 'c', ...(count === undefined ? {} : { count }) } }],
    },
  });
  const claim = (name: string, spec: object) =>
    api.call('create', named('resourceclaims.resource.{api}'), { namespace: 'a', body: { metadata: { name }, spec } });
  t.equal((await claim('x', devices())).at('spec.devices.requests.0.exactly.count'), 1);
  t.equal((await claim('y', devices(3))).at('spec.devices.requests.0.exactly.count'), 3);
  const body = { metadata: { name: 'x' }, spec: { spec: devices() } };
  const made = await api.call('create', named('resourceclaimtemplates.resource.{api}'), { namespace: 'a', body });
  t.equal(made.at('spec.spec.devices.requests.0.exactly.count'), 1);
});

t.test('an ingress has a backend or rules, and every path has a path type', async (t) => {
  const api = await opened(t);
  const message = async (spec: object) =>
    (
      await api.call('create', named('ingresses.networking.{api}'), {
        namespace: 'a',
        body: { metadata: { name: 'x' }, spec },
      })
    ).at('message');
  const backend = { service: { name: 's', port: { number: 80 } } };
  const path = (rule: object) => ({ rules: [{ host: 'a.b', http: { paths: [rule] } }] });
  t.match(await message({}), /spec: Invalid value: null: either `defaultBackend` or `rules` must be specified/);
  t.match(
    await message(path({ path: '/', backend })),
    /is invalid: spec\.rules\[0\]\.http\.paths\[0\]\.pathType: Required value/,
  );
  t.match(
    await message(path({ path: 'x', pathType: 'Prefix', backend })),
    /path: Invalid value: "x": must be an absolute path/,
  );
  t.match(await message(path({ path: '/a//b', pathType: 'Exact', backend })), /must not contain '\/\/'/);
  t.match(
    await message(path({ path: '/', pathType: 'Exact' })),
    /backend: Invalid value: "": resource or service backend is required/,
  );
  t.match(await message({ rules: [{ host: '1.2.3.4' }] }), /must be a DNS name, not an IP address/);
  t.match(
    await message({ defaultBackend: { service: { name: 's' } } }),
    /spec\.defaultBackend: Required value: port name or number is required/,
  );
  t.equal(await message({ ...path({ path: '/', pathType: 'Prefix', backend }), defaultBackend: backend }), undefined);
});

t.test('ranges, classes and policies have their required fields', async (t) => {
  const api = await opened(t);
  const message = async (resource: string, spec: object) =>
    (await api.call('create', resource, { body: { metadata: { name: 'x' }, spec } })).at('message');
  t.match(
    await message(named('servicecidrs.networking.{api}'), {}),
    /spec\.cidrs: Required value: at least one CIDR required/,
  );
  t.match(await message(named('ingressclasses.networking.{api}'), {}), /spec\.controller: Required value/);
  const policies = named('admissionregistration.{api}');
  t.match(
    await message(`validatingadmissionpolicies.${policies}`, {}),
    /spec\.matchConstraints: Required value, spec\.validations: Required/,
  );
  t.match(
    await message(`validatingadmissionpolicybindings.${policies}`, {}),
    /spec\.policyName: Required value, spec\.validationActions: Required/,
  );
});

t.test('kinds that are replaced only with a version, and kinds whose status update keeps the metadata', async (t) => {
  const api = await opened(t);
  const spec = { attacher: 'a.io', nodeName: 'n', source: { persistentVolumeName: 'p' } };
  const attachments = named('volumeattachments.storage.{api}');
  const body = { metadata: { name: 'x' }, spec };
  const made = await api.call('create', attachments, { body });
  const blind = await api.call('update', attachments, { name: 'x', body });
  t.equal(blind.status, 422);
  t.match(blind.at('message'), /metadata\.resourceVersion: Invalid value: 0: must be specified for an update/);
  t.equal((await api.call('update', attachments, { name: 'x', body: made.body })).status, 200);
  const status = { metadata: { annotations: { a: 'b' } }, status: { attached: true } };
  const set = await api.call('patch', attachments, {
    name: 'x',
    subresource: 'status',
    contentType: merge,
    body: status,
  });
  t.equal(set.at('status.attached'), true);
  t.equal(set.at('metadata.annotations'), undefined);
});

t.test('a patch that changes the uid is refused: the field is immutable', async (t) => {
  const api = await opened(t);
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const patched = await api.call('patch', 'configmaps', { ...x, contentType: merge, body: { metadata: { uid: 'y' } } });
  t.equal(patched.status, 422);
  t.match(patched.at('message'), /metadata\.uid: Invalid value: "y": field is immutable/);
  const put = await api.call('update', 'configmaps', { ...x, body: { metadata: { name: 'x', uid: 'y' } } });
  t.equal(put.status, 409);
});

t.test('an account without a namespace is of the namespace of its binding, or refused', async (t) => {
  for (const [vendor, status] of [
    ['orch', 422],
    ['kubernetes', 201],
  ] as const) {
    const api = await opened(t, vendor);
    const group = vendorOf(vendor).fill('rbac.authorization.{api}');
    const roleRef = { apiGroup: group, kind: 'ClusterRole', name: 'view' };
    const body = { metadata: { name: 'x' }, subjects: [{ kind: 'ServiceAccount', name: 'robot' }], roleRef };
    t.equal((await api.call('create', `rolebindings.${group}`, { namespace: 'a', body })).status, status, vendor);
    const everywhere = await api.call('create', `clusterrolebindings.${group}`, { body });
    t.match(everywhere.at('message'), /subjects\[0\]\.namespace: Required value/, vendor);
  }
});

t.test('a JSON patch that replaces a missing member fails, or adds it (MEDIA-069)', async (t) => {
  for (const [vendor, status] of [
    ['orch', 422],
    ['kubernetes', 200],
  ] as const) {
    const api = await opened(t, vendor);
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' }, data: { a: '1' } } });
    const patch = (operations: readonly object[]) =>
      api.call('patch', 'configmaps', { ...x, contentType: 'application/json-patch+json', body: operations });
    const replaced = await patch([{ op: 'replace', path: '/data/b', value: '2' }]);
    t.equal(replaced.status, status, vendor);
    if (status === 200) t.strictSame(replaced.at('data'), { a: '1', b: '2' });
    t.equal((await patch([{ op: 'replace', path: '/none/b', value: '2' }])).status, 422, 'a place without a parent');
    t.equal((await patch([{ op: 'remove', path: '/data/none' }])).status, 422);
  }
});

t.test('probes, hooks, variables and volumes of a pod have one source each', async (t) => {
  const api = await opened(t);
  const message = async (container: object, spec: object = {}) => {
    const body = { metadata: { name: 'x' }, spec: { containers: [{ ...containers[0], ...container }], ...spec } };
    return (await api.call('create', 'pods', { namespace: 'a', query: 'dryRun=All', body })).at('message');
  };
  t.match(await message({ livenessProbe: {} }), /livenessProbe: Required value: must specify a handler type/);
  const get = { path: '/', port: 99_999 };
  t.match(
    await message({ readinessProbe: { httpGet: get } }),
    /httpGet\.port: Invalid value: 99999: must be between 1 and/,
  );
  const two = { exec: { command: ['true'] }, tcpSocket: { port: 1 } };
  t.match(await message({ startupProbe: two }), /tcpSocket: Forbidden: may not specify more than 1 handler type/);
  const slow = { exec: { command: ['true'] }, successThreshold: 2, periodSeconds: -1 };
  t.match(
    await message({ livenessProbe: slow }),
    /periodSeconds: Invalid value: -1.*successThreshold: Invalid value: 2: must be 1/,
  );
  t.equal(await message({ readinessProbe: { ...slow, periodSeconds: 1 } }), undefined);
  t.match(await message({ lifecycle: { preStop: { exec: {} } } }), /lifecycle\.preStop\.exec\.command: Required value/);
  t.match(await message({ envFrom: [{}] }), /envFrom: Invalid value: "": must specify one of/);
  t.match(await message({ env: [{ name: 'a', valueFrom: {} }] }), /valueFrom: Invalid value: "": must specify one of/);
  t.match(await message({}, { volumes: [{ name: 'v', secret: {} }] }), /secret\.secretName: Required value/);
  t.match(await message({}, { hostname: 'Bad_' }), /spec\.hostname: Invalid value: "Bad_"/);
  t.match(await message({}, { tolerations: [{ operator: 'Equal' }] }), /operator must be Exists when `key` is empty/);
  t.equal(await message({}, { tolerations: [{ operator: 'Exists' }] }), undefined);
  t.match(
    await message({}, { ephemeralContainers: [{ name: 'e', image: 'i' }] }),
    /Forbidden: cannot be set on create/,
  );
});

t.test('an ephemeral container has a unique name and requests no resources', async (t) => {
  const api = await opened(t);
  await api.call('create', 'pods', { namespace: 'a', body: { metadata: { name: 'x' }, spec: { containers } } });
  const add = (container: object) =>
    api.call('patch', 'pods', {
      ...x,
      subresource: 'ephemeralcontainers',
      contentType: 'application/strategic-merge-patch+json',
      body: { spec: { ephemeralContainers: [{ image: 'i', ...container }] } },
    });
  t.match((await add({ name: 'main' })).at('message'), /ephemeralContainers\[0\]\.name: Duplicate value: "main"/);
  const greedy = await add({ name: 'e', targetContainerName: 'none', ports: [{ containerPort: 1 }] });
  t.match(
    greedy.at('message'),
    /targetContainerName: Not found: "none".*ports: Forbidden: cannot be set for an Ephemeral/,
  );
  t.match((await add({ name: 'e', lifecycle: {} })).at('message'), /\[0\]\.lifecycle: Forbidden: cannot be set for/);
  t.equal((await add({ name: 'e', targetContainerName: 'main' })).status, 200);
  const ephemeral = [{ name: 'e', image: 'i', livenessProbe: {}, ports: [{ containerPort: 1 }], resources: {} }];
  const body = { metadata: { name: 'y' }, template: { spec: { containers, ephemeralContainers: ephemeral } } };
  const inTemplate = await api.call('create', 'podtemplates', { namespace: 'a', body });
  t.match(
    inTemplate.at('message'),
    /\.ports: Forbidden: cannot be set for an Ephemeral.*\.livenessProbe: Forbidden: cannot be set for an Ephemeral/,
  );
  t.notMatch(inTemplate.at('message'), /resources: Forbidden/);
});

t.test('a pod that has its node can be nominated to another', async (t) => {
  const api = await opened(t);
  await api.call('create', 'pods', {
    namespace: 'a',
    body: { metadata: { name: 'x' }, spec: { containers, nodeName: 'n' } },
  });
  const nominate = (node: string) =>
    api.call('patch', 'pods', {
      ...x,
      subresource: 'status',
      contentType: 'application/merge-patch+json',
      body: { status: { nominatedNodeName: node } },
    });
  t.equal((await nominate('m')).at('status.nominatedNodeName'), 'm');
  t.equal((await nominate('M')).status, 422);
});

t.test('a rollout can move, and does not end before a pod counts', async (t) => {
  const api = await opened(t);
  const message = async (spec: object) => {
    const body = { metadata: { name: 'x' }, spec: { selector, template, ...spec } };
    return (await api.call('create', 'deployments.apps', { namespace: 'a', query: 'dryRun=All', body })).at('message');
  };
  const stuck = { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } };
  t.match(await message(stuck), /maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0/);
  const both = { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } };
  t.match(await message(both), /rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'/);
  t.match(await message({ minReadySeconds: 700 }), /progressDeadlineSeconds: Invalid value: 600: must be greater than/);
  t.equal(await message({ strategy: { type: 'Recreate' } }), undefined);
});

t.test('a template generation that is not a number counts as the first', async (t) => {
  const set = (image: string, generation: string): ApiObject => ({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'x', annotations: { 'deprecated.daemonset.template.generation': generation } },
    spec: { template: { spec: { containers: [{ name: 'a', image }] } } },
  });
  const changed = set('b', '9');
  const { strategy } = makeResources(vendor, loadSchemas(vendor)).find(({ name }) => name === 'daemonsets') ?? {};
  strategy?.prepareUpdate?.(changed, set('a', 'many'), 0);
  t.equal(changed.metadata.annotations?.['deprecated.daemonset.template.generation'], '2');
});
