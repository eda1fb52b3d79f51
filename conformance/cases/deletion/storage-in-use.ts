import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { node, pod } from '../../fixtures/manifests.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'storage-in-use',
  title: 'A claim, a volume and a class of attributes MUST stay after their deletion as long as they are in use.',
  requirements: ['DEL-020'],
  needs: ['namespace'],
  run: (c) => Promise.all([claims(c), volumes(c), classes(c)]).then(() => {}),
} satisfies Case;

const claim = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName: '',
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});

const volume = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    hostPath: { path: '/conformance' },
    claimRef: { namespace: 'nowhere', name: 'none' },
    ...spec,
  },
});

/** Deletes it, and fails unless it stays with its finalizer. */
async function expectHeld(c: CaseContext, path: string, finalizer: string): Promise<void> {
  expectDeleted(await c.wire.delete(path));
  const held = await c.wire.get(path);
  expectOk(held);
  expectThat(
    'deletion of what is in use',
    textAt(held.json(), 'metadata.deletionTimestamp') !== '',
    'marked',
    held.text(),
  );
  expectField(held, 'metadata.finalizers', [finalizer]);
}

async function expectGone(c: CaseContext, path: string): Promise<void> {
  await c.eventually(async () => expectStatus(await c.wire.get(path), 404));
}

/** A claim is used by the pods that have a node and name it, whether they run or have ended. */
async function claims(c: CaseContext): Promise<void> {
  const paths = c.resource('v1', 'persistentvolumeclaims');
  const pods = c.resource('v1', 'pods');
  const finalizer = c.vendor.fill('{label}/pvc-protection');
  const nodeName = c.unique('node');
  c.removeLater(c.clusterResource('v1', 'nodes').item(nodeName));
  await createObject(c, c.clusterResource('v1', 'nodes').collection, node(nodeName));
  for (const name of ['held', 'ended', 'waited-for', 'free']) await createObject(c, paths.collection, claim(name));
  const volumesOf = (claimName: string) => [
    { name: 'empty', emptyDir: {} },
    { name: 'data', persistentVolumeClaim: { claimName } },
  ];
  const placed = { nodeName, tolerations: [{ operator: 'Exists' }] };
  for (const name of ['held', 'ended']) await createPod(c, pod(name, { ...placed, volumes: volumesOf(name) }));
  // The claim of a pod's own volume, of which the pod is the controller; without it the name says nothing.
  const template = { spec: claim('').spec };
  const own = { ...placed, volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: template } }] };
  const owner = await createPod(c, pod('owner', own));
  const uid = fieldOf(owner, 'metadata.uid');
  const controller = { apiVersion: 'v1', kind: 'Pod', name: 'owner', uid, controller: true };
  const owned = { ...claim('owner-v'), metadata: { name: 'owner-v', ownerReferences: [controller] } };
  expectStatus(await c.wire.post(paths.collection, owned), 200, 201, 409);
  await createPod(c, pod('waiting', { volumes: volumesOf('waited-for') }));
  expectOk(await c.wire.patch(pods.item('ended', 'status'), 'merge', { status: { phase: 'Succeeded' } }));
  await createPod(c, pod('unrelated', { ...placed, volumes: [{ name: 'free', emptyDir: {} }] }));
  expectField(await c.wire.get(paths.item('held')), 'metadata.finalizers', [finalizer]);
  await expectHeld(c, paths.item('held'), finalizer);
  await expectHeld(c, paths.item('ended'), finalizer);
  await expectHeld(c, paths.item('owner-v'), finalizer);
  for (const name of ['free', 'waited-for']) {
    expectDeleted(await c.wire.delete(paths.item(name)));
    await expectGone(c, paths.item(name));
  }
  for (const [name, user] of [
    ['held', 'held'],
    ['ended', 'ended'],
    ['owner-v', 'owner'],
  ] as const) {
    expectOk(await c.wire.get(paths.item(name)));
    expectDeleted(await c.wire.delete(pods.item(user), { gracePeriodSeconds: 0 }));
    await expectGone(c, paths.item(name));
  }
}

/** A volume is used as long as it is bound. The binding is told here; where a controller binds volumes, it says the same. */
async function volumes(c: CaseContext): Promise<void> {
  const paths = c.clusterResource('v1', 'persistentvolumes');
  const claimPaths = c.resource('v1', 'persistentvolumeclaims');
  const finalizer = c.vendor.fill('{label}/pv-protection');
  const [bound, free] = [c.unique('bound'), c.unique('free')];
  for (const name of [bound, free]) c.removeLater(paths.item(name));
  const made = await createObject(c, claimPaths.collection, claim('bound', { volumeName: bound }));
  const claimRef = { namespace: c.namespace, name: 'bound', uid: fieldOf(made, 'metadata.uid') };
  await createObject(c, paths.collection, volume(free));
  const created = await createObject(c, paths.collection, volume(bound, { claimRef }));
  expectField(created, 'metadata.finalizers', [finalizer]);
  for (const path of [claimPaths.item('bound', 'status'), paths.item(bound, 'status')])
    expectOk(await c.wire.patch(path, 'merge', { status: { phase: 'Bound' } }));
  await expectHeld(c, paths.item(bound), finalizer);
  expectDeleted(await c.wire.delete(paths.item(free)));
  await expectGone(c, paths.item(free));
  expectOk(await c.wire.get(paths.item(bound)));
  expectDeleted(await c.wire.delete(claimPaths.item('bound')));
  await expectGone(c, claimPaths.item('bound'));
  expectStatus(await c.wire.patch(paths.item(bound, 'status'), 'merge', { status: { phase: 'Released' } }), 200, 404);
  await expectGone(c, paths.item(bound));
}

/** A class of attributes is used by the volumes and claims that have it, or are to get it. */
async function classes(c: CaseContext): Promise<void> {
  const apiVersion = c.vendor.fill('storage.{api}/v1');
  const paths = c.clusterResource(apiVersion, 'volumeattributesclasses');
  const volumePaths = c.clusterResource('v1', 'persistentvolumes');
  const claimPaths = c.resource('v1', 'persistentvolumeclaims');
  const finalizer = c.vendor.fill('{label}/vac-protection');
  const names = {
    volume: c.unique('of-volume'),
    claim: c.unique('of-claim'),
    target: c.unique('target'),
    current: c.unique('current'),
    free: c.unique('free'),
  };
  for (const name of Object.values(names)) {
    c.removeLater(paths.item(name));
    const parameters = { iops: '100' };
    const manifest = {
      apiVersion,
      kind: 'VolumeAttributesClass',
      metadata: { name },
      driverName: 'conformance.example',
      parameters,
    };
    await createObject(c, paths.collection, manifest);
    expectField(await c.wire.get(paths.item(name)), 'metadata.finalizers', [finalizer]);
  }
  const volumeName = c.unique('with-class');
  c.removeLater(volumePaths.item(volumeName));
  const csi = { driver: 'conformance.example', volumeHandle: 'h' };
  const spec = { hostPath: undefined, csi, volumeAttributesClassName: names.volume };
  await createObject(c, volumePaths.collection, volume(volumeName, spec));
  await createObject(c, claimPaths.collection, claim('classed', { volumeAttributesClassName: names.claim }));
  await createObject(c, claimPaths.collection, claim('changing'));
  const status = { modifyVolumeStatus: { targetVolumeAttributesClassName: names.target, status: 'Pending' } };
  expectOk(await c.wire.patch(claimPaths.item('changing', 'status'), 'merge', { status }));
  await createObject(c, claimPaths.collection, claim('changed'));
  const current = { currentVolumeAttributesClassName: names.current };
  expectOk(await c.wire.patch(claimPaths.item('changed', 'status'), 'merge', { status: current }));
  const used = [names.volume, names.claim, names.target, names.current];
  for (const name of used) await expectHeld(c, paths.item(name), finalizer);
  expectDeleted(await c.wire.delete(paths.item(names.free)));
  await expectGone(c, paths.item(names.free));
  const left = listAt((await c.wire.get(paths.collection)).json(), 'items').map((each) =>
    textAt(each, 'metadata.name'),
  );
  expectThat(
    'classes in use',
    used.every((name) => left.includes(name)),
    used.join(', '),
    left,
  );
  expectDeleted(await c.wire.delete(volumePaths.item(volumeName)));
  for (const name of ['classed', 'changing', 'changed']) expectDeleted(await c.wire.delete(claimPaths.item(name)));
  for (const name of used) await expectGone(c, paths.item(name));
}
