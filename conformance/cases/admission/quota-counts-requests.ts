import type { Case, CaseContext } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createQuota, expectUsed } from '../../fixtures/quota/created-quotas.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';

type Amounts = Readonly<Record<string, string>>;

const image = 'registry.invalid/pause:1';
const container = (name: string, requests?: Amounts, limits?: Amounts) => ({
  name,
  image,
  resources: { requests, limits },
});
const asking = (name: string, requests?: Amounts, limits?: Amounts, spec: object = {}) =>
  pod(name, { containers: [container('main', requests, limits)], ...spec });

export default {
  id: 'quota-counts-requests',
  title: 'A quota MUST count pods and claims in its scopes, refuse excess or missing requests, and release ended ones.',
  requirements: ['ADM-012'],
  needs: ['namespace'],
  async run(c) {
    await countsPods(c);
    await keepsScopes(c);
    await countsClaims(c);
    await countsDevices(c);
  },
} satisfies Case;

async function countsPods(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  await createQuota(c, 'compute', { pods: '5', cpu: '9', 'requests.cpu': '1', 'limits.memory': '1Gi' });
  const silent = await c.wire.post(pods.collection, asking('silent', { cpu: '100m' }));
  expectFailure(silent, 403, 'Forbidden');
  expectPattern(silent, 'message', /failed quota: compute: must specify limits\.memory for: main/);
  const first = [container('first', { cpu: '1m' })];
  const silentFirst = asking('silent', { cpu: '100m' }, { memory: '1Mi' }, { initContainers: first });
  const ofInit = await c.wire.post(pods.collection, silentFirst);
  expectFailure(ofInit, 403, 'Forbidden');
  expectPattern(ofInit, 'message', /failed quota: compute: must specify limits\.memory for: first/);
  await createPod(c, asking('one', { cpu: '250m' }, { memory: '256Mi', cpu: '2' }));
  await expectUsed(c, 'compute', { pods: '1', cpu: '250m', 'requests.cpu': '250m', 'limits.memory': '256Mi' });
  // The sum of the containers, or the largest init container where that is more.
  const several = {
    containers: [
      container('a', { cpu: '100m' }, { memory: '64Mi' }),
      container('b', { cpu: '200m' }, { memory: '64Mi' }),
    ],
    initContainers: [
      container('c', { cpu: '400m' }, { memory: '64Mi' }),
      { ...container('d', { cpu: '50m' }, { memory: '64Mi' }), restartPolicy: 'Always' },
    ],
  };
  await createPod(c, pod('two', several));
  await expectUsed(c, 'compute', { pods: '2', 'requests.cpu': '650m', 'limits.memory': '448Mi' });
  const over = await c.wire.post(pods.collection, asking('over', { cpu: '351m' }, { memory: '1Mi' }));
  expectFailure(over, 403, 'Forbidden');
  expectPattern(
    over,
    'message',
    /exceeded quota: compute, requested: requests\.cpu=351m, used: requests\.cpu=650m, limited: requests\.cpu=1$/,
  );
  const both = await c.wire.post(pods.collection, asking('both', { cpu: '1' }, { memory: '1Gi' }));
  expectFailure(both, 403, 'Forbidden');
  expectPattern(
    both,
    'message',
    /requested: limits\.memory=1Gi,requests\.cpu=1, used: limits\.memory=448Mi,requests\.cpu=650m/,
  );
  await createPod(c, asking('exactly', { cpu: '340m' }, { memory: '1Mi' }));
  // What a resize asks for counts, and may not exceed the quota.
  const resize = (cpu: string) =>
    c.wire.patch(pods.item('exactly', 'resize'), 'strategic', {
      spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
    });
  expectFailure(await resize('351m'), 403, 'Forbidden');
  expectOk(await resize('350m'));
  await expectUsed(c, 'compute', { cpu: '1', 'requests.cpu': '1' });
  // A terminated pod uses no resources, but still counts as an object.
  const type = 'application/merge-patch+json';
  expectOk(await c.wire.patch(`${pods.item('two')}/status`, type, { status: { phase: 'Succeeded' } }));
  await expectUsed(c, 'compute', { pods: '2', 'requests.cpu': '600m', 'limits.memory': '257Mi' });
  expectDeleted(await c.wire.delete(pods.item('one'), { gracePeriodSeconds: 0 }));
  await expectUsed(c, 'compute', { pods: '1', 'requests.cpu': '350m', 'limits.memory': '1Mi' });
  expectDeleted(await c.wire.delete(c.resource('v1', 'resourcequotas').item('compute')));
  await c.eventually(async () =>
    expectCreated(await c.wire.post(`${pods.collection}?dryRun=All`, asking('free', { cpu: '9' }))),
  );
}

/** Each scope has pods that it counts and pods that it does not count. */
async function keepsScopes(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const scopes: readonly (readonly [name: string, spec: object])[] = [
    ['ending', { scopes: ['Terminating'] }],
    ['lasting', { scopes: ['NotTerminating'] }],
    ['best-effort', { scopes: ['BestEffort'] }],
    ['not-best-effort', { scopes: ['NotBestEffort'] }],
    ['both', { scopes: ['NotBestEffort', 'Terminating'] }],
    ['across', { scopes: ['CrossNamespacePodAffinity'] }],
    ['of-class', scopeSelector('In', ['system-node-critical', 'system-cluster-critical'])],
    ['not-of-class', scopeSelector('NotIn', ['system-node-critical'])],
    ['any-class', scopeSelector('Exists')],
    ['no-class', scopeSelector('DoesNotExist')],
  ];
  for (const [name, spec] of scopes) await createQuota(c, name, { pods: '20' }, spec);
  const used = async (counts: readonly number[]): Promise<void> => {
    for (const [index, [name]] of scopes.entries()) await expectUsed(c, name, { pods: String(counts[index]) });
  };
  // The pods `exactly` and `two` from above: neither has a deadline, both have requests, only `exactly` still runs.
  await used([0, 1, 0, 1, 0, 0, 0, 1, 0, 1]);
  await createPod(c, asking('idle'));
  await used([0, 2, 1, 1, 0, 0, 0, 2, 0, 2]);
  await createPod(c, asking('busy', { cpu: '1m' }, undefined, { activeDeadlineSeconds: 0 + 900 }));
  await used([1, 2, 1, 2, 1, 0, 0, 3, 0, 3]);
  const term = { topologyKey: 'zone', namespaces: ['other'], labelSelector: { matchLabels: { a: 'b' } } };
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
  await createPod(c, asking('apart', undefined, undefined, { affinity }));
  await used([1, 3, 2, 2, 1, 1, 0, 4, 0, 4]);
  const podAffinityTerm = { topologyKey: 'zone', namespaceSelector: {}, labelSelector: { matchLabels: { a: 'b' } } };
  const preferring = {
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm }] },
  };
  const critical = { priorityClassName: 'system-cluster-critical', affinity: preferring };
  await createPod(c, asking('critical', undefined, undefined, critical));
  await used([1, 4, 3, 2, 1, 2, 1, 5, 1, 4]);
  // One that has failed counts no more.
  const failed = { status: { phase: 'Failed' } };
  expectOk(await c.wire.patch(pods.item('critical', 'status'), 'application/merge-patch+json', failed));
  await used([1, 3, 2, 2, 1, 1, 0, 4, 0, 4]);
  expectOk(
    await c.wire.patch(pods.item('idle'), 'application/merge-patch+json', { spec: { activeDeadlineSeconds: 900 } }),
  );
  await used([2, 2, 2, 2, 1, 1, 0, 4, 0, 4]);
}

function scopeSelector(operator: string, values?: readonly string[]): object {
  return { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, values }] } };
}

async function countsClaims(c: CaseContext): Promise<void> {
  const claims = c.resource('v1', 'persistentvolumeclaims');
  const perClass = c.vendor.fill('gold.storageclass.storage.{api}/');
  const olderField = c.vendor.fill('volume.beta.{label}/storage-class');
  const hard = {
    persistentvolumeclaims: '2',
    'count/persistentvolumeclaims': '9',
    'requests.storage': '10Gi',
    [`${perClass}requests.storage`]: '4Gi',
    [`${perClass}persistentvolumeclaims`]: '5',
  };
  await createQuota(c, 'storage', hard);
  const claim = (name: string, storage: string, storageClassName: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, storageClassName },
  });
  const golden = await c.wire.post(claims.collection, claim('golden', '5Gi', 'gold'));
  expectFailure(golden, 403, 'Forbidden');
  const name = `${perClass}requests.storage`.replaceAll('.', '\\.');
  expectPattern(golden, 'message', new RegExp(`requested: ${name}=5Gi, used: ${name}=0, limited: ${name}=4Gi`));
  // The class may be named in the older way.
  const older = { ...claim('older', '5Gi', ''), metadata: { name: 'older', annotations: { [olderField]: 'gold' } } };
  const inOtherWay = await c.wire.post(`${claims.collection}?dryRun=All`, {
    ...older,
    spec: { ...older.spec, storageClassName: undefined },
  });
  expectFailure(inOtherWay, 403, 'Forbidden');
  expectPattern(inOtherWay, 'message', new RegExp(`requested: ${name}=5Gi`));
  expectCreated(await c.wire.post(claims.collection, claim('golden', '3Gi', 'gold')));
  const growing = await createGrowing(c);
  expectCreated(await c.wire.post(claims.collection, claim('plain', '5Gi', growing)));
  await expectUsed(c, 'storage', {
    persistentvolumeclaims: '2',
    'count/persistentvolumeclaims': '2',
    'requests.storage': '8Gi',
    [`${perClass}requests.storage`]: '3Gi',
    [`${perClass}persistentvolumeclaims`]: '1',
  });
  expectFailure(await c.wire.post(claims.collection, claim('third', '1Gi', 'silver')), 403, 'Forbidden');
  // A claim that has its volume may ask for more, which counts.
  const type = 'application/merge-patch+json';
  const bound = { status: { phase: 'Bound', capacity: { storage: '5Gi' } } };
  expectOk(await c.wire.patch(claims.item('plain', 'status'), type, bound));
  const grow = (storage: string) =>
    c.wire.patch(claims.item('plain'), type, { spec: { resources: { requests: { storage } } } });
  const tooMuch = await grow('8Gi');
  expectFailure(tooMuch, 403, 'Forbidden');
  expectPattern(tooMuch, 'message', /requested: requests\.storage=3Gi, used: requests\.storage=8Gi, limited: \S+=10Gi/);
  expectOk(await grow('7Gi'));
  await expectUsed(c, 'storage', { 'requests.storage': '10Gi' });
  expectDeleted(await c.wire.delete(claims.item('golden')));
  await expectUsed(c, 'storage', {
    persistentvolumeclaims: '1',
    'requests.storage': '7Gi',
    [`${perClass}requests.storage`]: '0',
  });
}

/** Creates a class whose volumes can grow. Resolves with its name. */
async function createGrowing(c: CaseContext): Promise<string> {
  const apiVersion = c.vendor.fill('storage.{api}/v1');
  const classes = c.clusterResource(apiVersion, 'storageclasses');
  const name = c.unique('growing');
  c.removeLater(classes.item(name));
  const provisioner = 'conformance.example/none';
  const manifest = { apiVersion, kind: 'StorageClass', metadata: { name }, provisioner, allowVolumeExpansion: true };
  expectCreated(await c.wire.post(classes.collection, manifest));
  return name;
}

/** As many devices as a claim may get count: for a choice those of the largest, for all of them as many as a claim can hold. */
async function countsDevices(c: CaseContext): Promise<void> {
  const apiVersion = c.vendor.fill('resource.{api}/v1');
  const of = (deviceClass: string) => c.vendor.fill(`${deviceClass}.deviceclass.resource.{api}/devices`);
  await createQuota(c, 'devices', { [of('one.example')]: '4', [of('two.example')]: '31' });
  const claims = c.resource(apiVersion, 'resourceclaims');
  const post = (name: string, ...requests: readonly object[]) =>
    c.wire.post(claims.collection, {
      apiVersion,
      kind: 'ResourceClaim',
      metadata: { name },
      spec: { devices: { requests: requests.map((request, index) => ({ name: `r${index}`, ...request })) } },
    });
  const exactly = (deviceClassName: string, count: number) => ({
    deviceClassName,
    allocationMode: 'ExactCount',
    count,
  });
  expectCreated(await post('exact', { exactly: exactly('one.example', 1) }, { exactly: exactly('two.example', 2) }));
  const choices = [
    { name: 'many', ...exactly('one.example', 2) },
    { name: 'few', ...exactly('one.example', 1) },
    { name: 'other', ...exactly('two.example', 3) },
  ];
  expectCreated(await post('choice', { firstAvailable: choices }));
  await expectUsed(c, 'devices', { [of('one.example')]: '3', [of('two.example')]: '5' });
  const over = await post('over', { exactly: exactly('one.example', 2) });
  expectFailure(over, 403, 'Forbidden');
  expectPattern(over, 'message', /exceeded quota: devices, requested: one\.example\S+=2, used: \S+=3, limited: \S+=4/);
  const all = await post('all', { exactly: { deviceClassName: 'two.example', allocationMode: 'All' } });
  expectFailure(all, 403, 'Forbidden');
  expectPattern(all, 'message', /requested: two\.example\S+=32/);
}
