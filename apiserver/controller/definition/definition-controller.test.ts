import t, { type Test } from 'tap';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import type { Definition, DefinitionNames } from '../../../shared/definition/definition.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { definitionController } from './definition-controller.ts';

function running(t: Test, vendor: Vendor) {
  const definitions = `/apis/${vendor.fill('apiextensions.{api}')}/v1/customresourcedefinitions`;
  const objects = '/apis/e.com/v1/as';
  const api = new TestApi({
    [definitions]: { kind: 'CustomResourceDefinition', namespaced: false },
    [objects]: { kind: 'A', namespaced: true },
  });
  const stop = new AbortController();
  const loops = definitionController({ vendor, clock: systemClock, log: silentLog, transport: api.transport }).map(
    (loop) => loop.run(stop.signal),
  );
  t.teardown(async () => {
    stop.abort();
    await Promise.all(loops);
  });
  const finalizer = vendor.fill('customresourcecleanup.apiextensions.{api}');
  const put = (names: DefinitionNames, group = 'e.com') =>
    api.put(definitions, {
      apiVersion: vendor.fill('apiextensions.{api}/v1'),
      kind: 'CustomResourceDefinition',
      metadata: { name: `${names.plural}.${group}`, finalizers: [finalizer] },
      spec: { group, names, versions: [{ name: 'v1', served: true, storage: true }] },
    });
  const get = (plural: string): Definition | undefined => api.get(definitions, '', `${plural}.e.com`);
  const state = (plural: string, type: string) =>
    get(plural)?.status?.conditions?.find((one) => one.type === type)?.status;
  return { api, definitions, objects, put, get, state };
}

for (const id of vendorIds) {
  const vendor = vendorOf(id);

  t.test(`a name that is given up, or whose definition is gone, goes to the one that waits, with ${id}`, async (t) => {
    const { api, definitions, put, get, state } = running(t, vendor);
    put({ plural: 'as', kind: 'A', shortNames: ['aa'] });
    await eventually(() => state('as', 'Established') === 'True', 'the first definition');
    put({ plural: 'bs', kind: 'B', shortNames: ['aa'] });
    put({ plural: 'cs', kind: 'A' });
    for (const plural of ['bs', 'cs'])
      await eventually(() => state(plural, 'NamesAccepted') === 'False', 'a name that is taken');
    t.equal(state('bs', 'Established'), 'False');
    const first = get('as') as Definition;
    api.put(definitions, { ...first, spec: { ...first.spec, names: { plural: 'as', kind: 'A', shortNames: [] } } });
    await eventually(() => state('bs', 'Established') === 'True', 'the short name that was given up');
    t.equal(state('cs', 'NamesAccepted'), 'False', 'its kind is still taken');
    api.remove(definitions, '', 'as.e.com');
    await eventually(() => state('cs', 'Established') === 'True', 'the kind of one that is gone');
  });

  t.test(`a definition that is deleted loses its objects before its finalizer, with ${id}`, async (t) => {
    const { api, definitions, objects, put, get, state } = running(t, vendor);
    put({ plural: 'as', kind: 'A' });
    await eventually(() => state('as', 'Established') === 'True', 'the definition');
    const object = (name: string, finalizers: string[]) =>
      api.put(objects, { apiVersion: 'e.com/v1', kind: 'A', metadata: { name, namespace: 'n', finalizers } });
    object('free', []);
    object('held', ['e.com/hold']);
    api.startDelete(definitions, '', 'as.e.com');
    await eventually(() => api.get(objects, 'n', 'free') === undefined, 'an object goes');
    await eventually(() => state('as', 'Terminating') === 'True', 'it says so');
    t.ok(api.get(objects, 'n', 'held')?.metadata.deletionTimestamp);
    t.equal(get('as')?.metadata.finalizers?.length, 1);
    api.remove(objects, 'n', 'held');
    await eventually(() => get('as') === undefined, 'the definition goes after its last object');
  });
}
