import t from 'tap';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { makeControllers } from '../controllers.ts';
import { eventually, LateView, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { publishedMap, rootCaPublisher } from './root-ca-publisher.ts';

const accounts = '/api/v1/serviceaccounts';
const maps = '/api/v1/configmaps';

for (const id of vendorIds) {
  t.test(`every namespace gets its account and the root CA, and gets them back, with ${id}`, async (t) => {
    const vendor = vendorOf(id);
    const api = new TestApi({
      '/api/v1/namespaces': { kind: 'Namespace', namespaced: false },
      [accounts]: { kind: 'ServiceAccount', namespaced: true },
      [maps]: { kind: 'ConfigMap', namespaced: true },
    });
    const namespace = (name: string): ApiObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    api.put('/api/v1/namespaces', namespace('a'));
    const stop = new AbortController();
    const environment = api.environment(vendor, systemClock);
    const loops = makeControllers({ ...environment, rootCa: 'PEM' }).map((loop) => loop.run(stop.signal));
    const name = vendor.fill('{short}-root-ca.crt');
    await eventually(() => api.get(accounts, 'a', 'default') !== undefined, 'the account');
    await eventually(() => api.get(maps, 'a', name) !== undefined, 'the map');
    t.strictSame(api.get(maps, 'a', name)?.['data'], { 'ca.crt': 'PEM' });
    api.put('/api/v1/namespaces', namespace('late'));
    await eventually(() => api.get(accounts, 'late', 'default') !== undefined, 'the account of a new namespace');
    await eventually(() => api.get(maps, 'late', name) !== undefined, 'the map of a new namespace');
    api.remove(accounts, 'a', 'default');
    await eventually(() => api.get(accounts, 'a', 'default') !== undefined, 'the account comes back');
    const map = api.get(maps, 'a', name);
    api.put(maps, { ...(map as ApiObject), data: { 'ca.crt': 'forged' } });
    const data = () => (api.get(maps, 'a', name)?.['data'] as Record<string, string> | undefined)?.['ca.crt'];
    await eventually(() => data() === 'PEM', 'the map is put right');
    stop.abort();
    await Promise.all(loops);
  });
}

t.test('a map that is right is not written', async (t) => {
  const at = { name: 'm', namespace: 'n' };
  const made = publishedMap(undefined, at, 'PEM', vendorOf('orch'));
  t.strictSame(made?.['data'], { 'ca.crt': 'PEM' });
  t.equal(publishedMap(made, at, 'PEM', vendorOf('orch')), undefined);
});

t.test('a map gets its description and its authority back, and keeps what others put beside its texts', async (t) => {
  const vendor = vendorOf('orch');
  const at = { name: 'm', namespace: 'n' };
  const key = vendor.fill('{label}/description');
  const made = publishedMap(undefined, at, 'PEM', vendor) as ApiObject;
  const described = { ...at, annotations: { [key]: 'ours', more: 'x' } };
  const right = { ...made, metadata: described };
  t.equal(publishedMap(right, at, 'PEM', vendor), undefined, 'another description stays');
  const binaryData = { b: 'YQ==' };
  for (const wrong of [
    { ...right, metadata: { ...at, labels: { a: 'b' }, annotations: { more: 'x' } } },
    { ...right, metadata: { ...at, labels: { a: 'b' }, annotations: { more: 'x', [key]: '' } } },
    { ...right, metadata: { ...described, labels: { a: 'b' } }, data: { 'ca.crt': 'forged' } },
    { ...right, metadata: { ...described, labels: { a: 'b' } }, data: { 'ca.crt': 'PEM', more: 'x' } },
  ]) {
    const next = publishedMap({ ...wrong, binaryData }, at, 'PEM', vendor);
    t.match(next, { metadata: { ...at, labels: { a: 'b' }, annotations: { more: 'x', [key]: /./ } }, binaryData });
    t.strictSame(next?.['data'], { 'ca.crt': 'PEM' });
  }
});

t.test('an existing map with another authority is corrected as soon as it is seen', async (t) => {
  const vendor = vendorOf('orch');
  const api = new TestApi({ [maps]: { kind: 'ConfigMap', namespaced: true } });
  const metadata = { name: vendor.fill('{short}-root-ca.crt'), namespace: 'a' };
  const forged = api.put(maps, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'ca.crt': 'forged' } });
  const [namespaces, configMaps] = [new LateView(), new LateView()];
  const stop = new AbortController();
  const loop = rootCaPublisher(api.environment(vendor, systemClock), {
    namespaces: namespaces as unknown as Informer<ApiObject>,
    configMaps: configMaps as unknown as Informer<ApiObject>,
    rootCa: 'PEM',
  }).run(stop.signal);
  namespaces.show({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } });
  await eventually(() => api.requests.includes(`POST /api/v1/namespaces/a/configmaps`), 'the try to make it');
  configMaps.show(forged);
  const data = () => (api.get(maps, 'a', metadata.name)?.['data'] as Record<string, string> | undefined)?.['ca.crt'];
  await eventually(() => data() === 'PEM', 'the map is put right');
  t.equal(data(), 'PEM');
  stop.abort();
  await loop;
});
