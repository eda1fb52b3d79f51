// Claims, volumes and classes of their attributes that are deleted stay while they are used, and go when they are not.

import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { LateView, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { attributesClassProtection, claimProtection, volumeProtection } from './claim-protection.ts';

const vendor = vendorOf('orch');
const claims = '/api/v1/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const pods = '/api/v1/pods';
const classes = vendor.fill('/apis/storage.{api}/v1/volumeattributesclasses');
const classMark = vendor.fill('{label}/vac-protection');
const marks = [vendor.fill('{label}/pvc-protection'), vendor.fill('{label}/pv-protection')];

function scene(t: Test) {
  const clock = new FakeClock();
  const api = new TestApi({
    [claims]: { kind: 'PersistentVolumeClaim', namespaced: true },
    [volumes]: { kind: 'PersistentVolume', namespaced: false },
    [pods]: { kind: 'Pod', namespaced: true },
    [classes]: { kind: 'VolumeAttributesClass', namespaced: false },
  });
  const views: Readonly<Record<string, LateView>> = {
    [claims]: new LateView(),
    [volumes]: new LateView(),
    [classes]: new LateView(),
  };
  const viewOf = (collection: string) => views[collection] as unknown as Informer<ApiObject>;
  const stop = new AbortController();
  const environment = api.environment(vendor, clock);
  const loops = [
    claimProtection(environment, viewOf(claims)),
    volumeProtection(environment, viewOf(volumes)),
    attributesClassProtection(environment, viewOf(classes)),
  ];
  const ended = loops.map((loop) => loop.run(stop.signal));
  t.teardown(async () => {
    stop.abort();
    await Promise.all(ended);
  });
  /** Puts one in, deleted unless said otherwise, and shows it. */
  const make = (collection: string, name: string, more: object = {}, metadata: object = {}) => {
    const object = {
      apiVersion: 'v1',
      kind: 'X',
      metadata: {
        name,
        ...(collection === claims ? { namespace: 'a' } : {}),
        deletionTimestamp: '2026-01-01T00:00:00Z',
        finalizers: ['other', ...marks],
        ...metadata,
      },
      ...more,
    };
    views[collection]?.show(api.put(collection, object));
  };
  const pod = (name: string, spec: object, metadata: object = {}) =>
    api.put(pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'a', ...metadata },
      spec: { nodeName: 'n', ...spec },
    });
  const finalizers = (collection: string, name: string) =>
    api.get(collection, collection === claims ? 'a' : '', name)?.metadata.finalizers;
  const pass = async (milliseconds = 0) => {
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(milliseconds / 20);
  };
  return { api, make, pod, finalizers, pass };
}

const using = (claimName: string) => ({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }] });

t.test('a deleted claim loses its mark, and only that, once no pod uses it', async (t) => {
  const { api, make, pod, finalizers, pass } = scene(t);
  pod('p', using('used'));
  make(claims, 'used');
  make(claims, 'unused');
  await pass();
  t.strictSame(finalizers(claims, 'unused'), ['other', marks[1]]);
  t.strictSame(finalizers(claims, 'used'), ['other', ...marks]);
  api.remove(pods, 'a', 'p');
  await pass(2_500);
  t.strictSame(finalizers(claims, 'used'), ['other', marks[1]], 'it is looked at again');
});

t.test('pods without a node, of other namespaces and with other claims do not use a claim', async (t) => {
  const { make, pod, finalizers, pass } = scene(t);
  pod('waiting', { ...using('c'), nodeName: undefined });
  pod('held', { ...using('c'), nodeName: '' });
  pod('elsewhere', using('c'), { namespace: 'b' });
  pod('another', using('other'));
  pod('none', {});
  make(claims, 'c');
  await pass();
  t.strictSame(finalizers(claims, 'c'), ['other', marks[1]]);
});

t.test('a pod with a node uses its claims until it is gone', async (t) => {
  const { make, pod, finalizers, pass } = scene(t);
  const gone = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };
  pod('running', using('a'));
  pod('ending', using('b'), gone);
  for (const name of ['a', 'b']) make(claims, name);
  await pass();
  for (const name of ['a', 'b']) t.strictSame(finalizers(claims, name), ['other', ...marks], name);
});

t.test('a pod uses the claim of an ephemeral volume that it owns, until its node is done with it', async (t) => {
  const { make, pod, finalizers, pass } = scene(t);
  const scratch = { volumes: [{ name: 'scratch', ephemeral: {} }] };
  const ends = (deletionGracePeriodSeconds: number) => ({
    deletionTimestamp: '2026-01-01T00:00:00Z',
    deletionGracePeriodSeconds,
  });
  pod('owner', scratch, { uid: 'owner' });
  pod('ending', scratch, { uid: 'ending', ...ends(30) });
  pod('done', scratch, { uid: 'done', ...ends(0) });
  pod('user', scratch, { uid: 'user' });
  pod('namesake', scratch, { uid: 'namesake' });
  pod('plain', { volumes: [{ name: 'scratch', emptyDir: {} }] }, { uid: 'plain' });
  const ownedBy = (uid: string, controller = true) => ({
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: uid, uid, controller }],
  });
  for (const name of ['owner', 'ending', 'done', 'plain']) make(claims, `${name}-scratch`, {}, ownedBy(name));
  make(claims, 'user-scratch', {}, ownedBy('user', false));
  make(claims, 'namesake-scratch', {}, ownedBy('another'));
  await pass();
  const held = ['owner', 'ending'];
  for (const name of ['owner', 'ending', 'done', 'plain', 'user', 'namesake'])
    t.strictSame(
      finalizers(claims, `${name}-scratch`),
      ['other', ...(held.includes(name) ? [marks[0]] : []), marks[1]],
      name,
    );
});

t.test('a deleted volume loses its mark, and only that, unless it is bound to a claim', async (t) => {
  const { make, finalizers, pass } = scene(t);
  make(volumes, 'bound', { status: { phase: 'Bound' } });
  make(volumes, 'released', { status: { phase: 'Released' } });
  make(volumes, 'new');
  await pass();
  t.strictSame(finalizers(volumes, 'bound'), ['other', ...marks]);
  t.strictSame(finalizers(volumes, 'released'), ['other', marks[0]]);
  t.strictSame(finalizers(volumes, 'new'), ['other', marks[0]]);
});

t.test('a deleted class of attributes loses its mark, and only that, once no claim and no volume has it', async (t) => {
  const { api, make, finalizers, pass } = scene(t);
  const alive = { deletionTimestamp: undefined, finalizers: [] };
  make(claims, 'wants', { spec: { volumeAttributesClassName: 'wanted' } }, alive);
  make(claims, 'has', { status: { currentVolumeAttributesClassName: 'had' } }, alive);
  make(claims, 'gets', { status: { modifyVolumeStatus: { targetVolumeAttributesClassName: 'target' } } }, alive);
  make(volumes, 'v', { spec: { volumeAttributesClassName: 'of-volume' } }, alive);
  const used = ['wanted', 'had', 'target', 'of-volume'];
  for (const name of [...used, 'unused']) make(classes, name, {}, { finalizers: ['other', classMark] });
  await pass();
  for (const name of used) t.strictSame(finalizers(classes, name), ['other', classMark], name);
  t.strictSame(finalizers(classes, 'unused'), ['other']);
  api.remove(volumes, '', 'v');
  await pass(2_500);
  t.strictSame(finalizers(classes, 'of-volume'), ['other'], 'it is looked at again');
});

t.test('an object that is not deleted keeps its finalizer', async (t) => {
  const { api, make, finalizers, pass } = scene(t);
  make(claims, 'c', {}, { deletionTimestamp: undefined });
  make(volumes, 'v', {}, { deletionTimestamp: undefined });
  await pass(5_000);
  t.strictSame(finalizers(claims, 'c'), ['other', ...marks]);
  t.strictSame(finalizers(volumes, 'v'), ['other', ...marks]);
  t.notOk(api.requests.some((request) => request.startsWith('PUT')));
});
