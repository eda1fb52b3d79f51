import type { Case, CaseContext, Launch } from '../../contract/case.ts';
import { createPod } from '../../fixtures/created-objects.ts';
import { configMap, pod } from '../../fixtures/manifests.ts';
import { levelLabel } from '../../fixtures/pod-security/levels.ts';
import { createQuota } from '../../fixtures/quota/created-quotas.ts';
import { warningsOf } from '../../wire/expect/headers.ts';
import { expectPattern, expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const configuration = `
apiVersion: apiserver.config.{api}/v1
kind: AdmissionConfiguration
plugins:
- name: PodSecurity
  path: pod-security
- name: ResourceQuota
  configuration:
    apiVersion: apiserver.config.{api}/v1
    kind: ResourceQuotaConfiguration
    limitedResources:
    - resource: persistentvolumeclaims
      matchContains: [gold.storageclass.storage.{api}/requests.storage]
    - resource: pods
      matchScopes:
      - { scopeName: PriorityClass, operator: In, values: [system-cluster-critical] }
`;

const podSecurity = `
apiVersion: pod-security.admission.config.{api}/v1
kind: PodSecurityConfiguration
defaults: { enforce: baseline, enforce-version: v1.30, warn: restricted }
exemptions:
  usernames: [exempt-user]
  namespaces: [exempt-namespace]
  runtimeClasses: [exempt-class]
`;

const configured: Launch = {
  server: [
    '--admission-control-config-file={folder}/admission.yaml',
    '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
    '--disable-admission-plugins=LimitRanger',
  ],
  files: { 'admission.yaml': configuration, 'pod-security': podSecurity },
};

export default {
  id: 'plug-ins-by-configuration',
  title: 'Flags MUST choose the admission plug-ins, and the file that a flag names MUST configure them.',
  requirements: ['ADM-017', 'ADM-012'],
  needs: ['namespace', 'impersonation', 'rbac'],
  launch: configured,
  async run(c) {
    await followsDefaults(c);
    await exempts(c);
    await limitsWithoutQuota(c);
    await guardsOwners(c);
    await hasNoLimitRanges(c);
  },
} satisfies Case;

const sharing = { hostNetwork: true };
const dryPod = (c: CaseContext, spec: object, namespace?: string) =>
  c.wire.post(`${c.resource('v1', 'pods', namespace).collection}?dryRun=All`, pod('p', { ...spec }));

/** Labels of a namespace override the defaults in the file. */
async function followsDefaults(c: CaseContext): Promise<void> {
  // A new namespace gets its account later than it is there.
  await c.eventually(async () => {
    const refused = await dryPod(c, sharing);
    expectFailure(refused, 403, 'Forbidden');
    expectPattern(refused, 'message', /violates PodSecurity "baseline:v1\.30": host namespaces/);
  });
  const warned = await dryPod(c, {});
  expectCreated(warned);
  const texts = warningsOf(warned).map(({ text }) => text);
  expectThat(
    'warnings',
    texts.some((text) => text.includes('"restricted:latest"')),
    'one of level restricted',
    texts,
  );
  const labels = { [levelLabel(c, 'enforce')]: 'privileged', [levelLabel(c, 'warn')]: 'privileged' };
  const path = `/api/v1/namespaces/${c.namespace}`;
  const type = 'application/merge-patch+json';
  expectOk(await c.wire.patch(path, type, { metadata: { labels } }));
  await c.eventually(async () => {
    const allowed = await dryPod(c, sharing);
    expectCreated(allowed);
    expectEqual('warnings', warningsOf(allowed), []);
  });
  const none = Object.fromEntries(Object.keys(labels).map((label) => [label, null]));
  expectOk(await c.wire.patch(path, type, { metadata: { labels: none } }));
  await c.eventually(async () => expectFailure(await dryPod(c, sharing), 403, 'Forbidden'));
}

async function exempts(c: CaseContext): Promise<void> {
  const pods = c.resource('v1', 'pods');
  for (const user of ['exempt-user', 'other-user']) {
    await c.grant(user, { apiGroups: [''], resources: ['pods'], verbs: ['create'] });
    await c.eventually(async () => {
      const response = await c.as(user).post(`${pods.collection}?dryRun=All`, pod('p', sharing));
      if (user === 'exempt-user') expectCreated(response);
      else expectPattern(response, 'message', /violates PodSecurity/);
    });
  }
  c.removeLater('/api/v1/namespaces/exempt-namespace');
  expectCreated(
    await c.wire.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'exempt-namespace' },
    }),
  );
  await c.eventually(async () => expectCreated(await dryPod(c, sharing, 'exempt-namespace')));
  const apiVersion = c.vendor.fill('node.{api}/v1');
  const classes = c.clusterResource(apiVersion, 'runtimeclasses');
  for (const name of ['exempt-class', 'other-class']) {
    c.removeLater(classes.item(name));
    expectCreated(
      await c.wire.post(classes.collection, { apiVersion, kind: 'RuntimeClass', metadata: { name }, handler: 'h' }),
    );
  }
  await c.eventually(async () => expectCreated(await dryPod(c, { ...sharing, runtimeClassName: 'exempt-class' })));
  await c.eventually(async () => {
    const refused = await dryPod(c, { ...sharing, runtimeClassName: 'other-class' });
    expectPattern(refused, 'message', /violates PodSecurity/);
  });
}

/** A resource that the file limits can only be used when a quota covers it. */
async function limitsWithoutQuota(c: CaseContext): Promise<void> {
  const claims = c.resource('v1', 'persistentvolumeclaims');
  const post = (storageClassName: string) =>
    c.wire.post(`${claims.collection}?dryRun=All`, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'claim' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName },
    });
  const name = c.vendor.fill('gold.storageclass.storage.{api}/requests.storage');
  const refused = await post('gold');
  expectFailure(refused, 403, 'Forbidden');
  expectPattern(refused, 'message', new RegExp(`insufficient quota to consume: ${name.replaceAll('.', '\\.')}`));
  expectCreated(await post('silver'));
  await createQuota(c, 'gold', { [name]: '2Gi' });
  await c.eventually(async () => expectCreated(await post('gold')));
  const critical = { priorityClassName: 'system-cluster-critical' };
  const uncovered = await dryPod(c, critical);
  // The real API server says so with 500; 403, as of all other refusals, is no worse.
  expectFailure(uncovered, [403, 500]);
  expectPattern(
    uncovered,
    'message',
    /insufficient quota to match these scopes: \[\{PriorityClass In \[system-cluster-critical\]\}\]/,
  );
  expectCreated(await dryPod(c, {}));
  const matching = [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }];
  await createQuota(c, 'critical', { pods: '1' }, { scopeSelector: { matchExpressions: matching } });
  await c.eventually(async () => expectCreated(await dryPod(c, critical)));
}

/** Changing owners needs the permission to delete; blocking an owner needs the permission to update its finalizers. */
async function guardsOwners(c: CaseContext): Promise<void> {
  const user = c.unique('owner');
  const maps = c.resource('v1', 'configmaps');
  const owning = await c.wire.post(maps.collection, configMap('owning'));
  expectCreated(owning);
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owning', uid: expectText(owning, 'metadata.uid') };
  const post = (reference: object) =>
    c.as(user).post(`${maps.collection}?dryRun=All`, configMap('child', {}, { ownerReferences: [reference] }));
  await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch'] });
  await c.eventually(async () =>
    expectCreated(await c.as(user).post(`${maps.collection}?dryRun=All`, configMap('plain'))),
  );
  // The creator of an object may set its owners.
  expectCreated(await post(owner));
  expectCreated(await c.wire.post(maps.collection, configMap('owned', {}, { ownerReferences: [owner] })));
  const merge = (body: object) =>
    c.as(user).patch(`${maps.item('owned')}?dryRun=All`, 'application/merge-patch+json', body);
  expectOk(await merge({ data: { n: '1' } }));
  const refused = await merge({ metadata: { ownerReferences: [] } });
  expectFailure(refused, 403, 'Forbidden');
  expectPattern(refused, 'message', /cannot set an ownerRef on a resource you can't delete/);
  await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] });
  await c.eventually(async () => expectOk(await merge({ metadata: { ownerReferences: [] } })));
  const blocking = { ...owner, blockOwnerDeletion: true };
  const blocked = await post(blocking);
  expectFailure(blocked, 403, 'Forbidden');
  expectPattern(
    blocked,
    'message',
    /cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on/,
  );
  await c.grant(user, {
    apiGroups: [''],
    resources: ['configmaps/finalizers'],
    resourceNames: ['other'],
    verbs: ['update'],
  });
  expectFailure(await post(blocking), 403, 'Forbidden');
  await c.grant(user, {
    apiGroups: [''],
    resources: ['configmaps/finalizers'],
    resourceNames: ['owning'],
    verbs: ['update'],
  });
  await c.eventually(async () => expectCreated(await post(blocking)));
  // An owner that was blocked before needs no right of its own.
  const earlier = await c.wire.post(maps.collection, configMap('earlier'));
  expectCreated(earlier);
  const uid = expectText(earlier, 'metadata.uid');
  const blockedBefore = { ...owner, name: 'earlier', uid, blockOwnerDeletion: true };
  expectCreated(await c.wire.post(maps.collection, configMap('blocked', {}, { ownerReferences: [blockedBefore] })));
  const more = { metadata: { ownerReferences: [blockedBefore, owner] } };
  expectOk(await c.as(user).patch(`${maps.item('blocked')}?dryRun=All`, 'application/merge-patch+json', more));
  expectFailure(await post({ ...blocking, kind: 'NoSuchKind' }), 403, 'Forbidden');
  const masters = await c.wire.post(`${maps.collection}?dryRun=All`, {
    ...configMap('child'),
    metadata: { name: 'child', ownerReferences: [{ ...blocking, kind: 'NoSuchKind' }] },
  });
  expectCreated(masters);
}

async function hasNoLimitRanges(c: CaseContext): Promise<void> {
  const ranges = c.resource('v1', 'limitranges');
  const limits = [{ type: 'Container', default: { cpu: '100m' } }];
  expectCreated(
    await c.wire.post(ranges.collection, {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'range' },
      spec: { limits },
    }),
  );
  const made = await createPod(c, pod('unlimited'));
  const { spec } = made.json() as { spec: { containers: readonly { resources: object }[] } };
  expectEqual('resources of a container', spec.containers[0]?.resources, {});
  expectDeleted(await c.wire.delete(ranges.item('range')));
}
