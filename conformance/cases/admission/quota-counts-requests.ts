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
  requirements: ['ADM-012', 'ADM-014'],
  needs: ['namespace'],
  async run(c) {
    await countsPods(c);
    await keepsScopes(c);
    await countsClaims(c);
  },
} satisfies Case;

async function countsPods(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  await createQuota(c, 'compute', { pods: '5', 'requests.cpu': '1', 'limits.memory': '1Gi' });
  const silent = await c.wire.post(pods.collection, asking('silent', { cpu: '100m' }));
  expectFailure(silent, 403, 'Forbidden');
  expectPattern(silent, 'message', /failed quota: compute: must specify limits\.memory for: main/);
  await createPod(c, asking('one', { cpu: '250m' }, { memory: '256Mi', cpu: '2' }));
  await expectUsed(c, 'compute', { pods: '1', 'requests.cpu': '250m', 'limits.memory': '256Mi' });
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
  await createPod(c, asking('exactly', { cpu: '350m' }, { memory: '1Mi' }));
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
  const hard = {
    persistentvolumeclaims: '2',
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
  expectCreated(await c.wire.post(claims.collection, claim('golden', '3Gi', 'gold')));
  expectCreated(await c.wire.post(claims.collection, claim('plain', '5Gi', 'silver')));
  await expectUsed(c, 'storage', {
    persistentvolumeclaims: '2',
    'requests.storage': '8Gi',
    [`${perClass}requests.storage`]: '3Gi',
    [`${perClass}persistentvolumeclaims`]: '1',
  });
  expectFailure(await c.wire.post(claims.collection, claim('third', '1Gi', 'silver')), 403, 'Forbidden');
  expectDeleted(await c.wire.delete(claims.item('golden')));
  await expectUsed(c, 'storage', {
    persistentvolumeclaims: '1',
    'requests.storage': '5Gi',
    [`${perClass}requests.storage`]: '0',
  });
}
