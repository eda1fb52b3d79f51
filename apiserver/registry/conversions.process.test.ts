import { setTimeout as pause } from 'node:timers/promises';

import t, { type Test } from 'tap';

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Store } from '../storage/contract/store.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { open } from '../../fixtures/apiserver/etcd-store.fixture.ts';
import { etcdMissing, startEtcdProcess } from '../../fixtures/process/etcd-process.ts';
import { at, inProcess, type InProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { convertWidget, widgetPrefix, widgetsOfTwoVersions } from '../../fixtures/apiserver/widgets.fixture.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { openEmbeddedStore } from '../storage/embedded/engine/embedded-store.ts';
import { encodeStored } from '../storage/format/stored-object.ts';
import { BatchedConverter, type ConversionCall } from './conversion/batched-converter.ts';

const vendor = vendorOf('kubernetes');
const resource = 'widgets.shop.example';
const namespace = 'a';
const [v1, v2] = [
  { version: 'v1', namespace },
  { version: 'v2', namespace },
];
const merge = 'application/merge-patch+json';
const applyYaml = 'application/apply-patch+yaml';

const red = (name: string) => ({
  apiVersion: 'shop.example/v2',
  kind: 'Widget',
  metadata: { name },
  spec: { paint: 'red' },
});
const namesOf = (list: { at(path: string): unknown }) =>
  (list.at('items') as readonly ApiObject[]).map((item) => [item.metadata.name, at(item, 'spec.color')]);

/** Answers like another program: late, and out of order. */
function slowly(convert: (object: ApiObject, version: string) => ApiObject, most = 10): ConversionCall {
  let calls = 0;
  return async (objects, version, signal) => {
    calls += 1;
    await pause(calls % 3 === 0 ? most : 1, undefined, { signal });
    return objects.map((object) => convert(structuredClone(object), version));
  };
}

async function served(t: Test, call: ConversionCall, store?: Store, clock = systemClock): Promise<InProcess> {
  const api = await inProcess('kubernetes', { clock, ...(store === undefined ? {} : { store }) });
  t.teardown(() => api.close());
  const converter = new BatchedConverter(call, { objects: 100, calls: 4, timeout: 30_000 }, systemClock);
  api.resources.change({ put: widgetsOfTwoVersions(vendor, converter) });
  return api;
}

engine('embedded', () => openEmbeddedStore({ folder: undefined, clock: systemClock, log: silentLog }));
const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  let opened = 0;
  engine('etcd', async (t) => open(t, { servers: [etcd.server], prefix: `/registry/${++opened}` }));
} else {
  t.test('conversions on etcd', { skip: missing }, () => {});
}

function engine(name: string, openStore: (t: Test) => Promise<Store>): void {
  t.test(`${name}: a kind of two versions with a slow conversion is written and read in both`, async (t) => {
    const api = await served(t, slowly(convertWidget), await openStore(t));
    const made = await api.call('create', resource, {
      ...v1,
      body: { metadata: { name: 'a' }, spec: { color: 'red' } },
    });
    t.equal(made.status, 201);
    t.strictSame([made.at('apiVersion'), made.at('spec')], ['shop.example/v1', { color: 'red' }]);
    const other = await api.call('get', resource, { ...v2, name: 'a' });
    t.strictSame([other.at('apiVersion'), other.at('spec')], ['shop.example/v2', { paint: 'red' }]);
    const patched = await api.call('patch', resource, {
      ...v1,
      name: 'a',
      contentType: merge,
      body: { spec: { color: 'blue', size: 'big' } },
    });
    t.strictSame(patched.at('spec'), { color: 'blue', size: 'big' });
    const current = await api.call('get', resource, { ...v2, name: 'a' });
    t.strictSame(current.at('spec'), { paint: 'blue', size: 'big' });
    const body = { ...(current.body as object), spec: { paint: 'green' } };
    t.equal((await api.call('update', resource, { ...v2, name: 'a', body })).status, 200);
    const listed = await api.call('list', resource, v1);
    t.strictSame(namesOf(listed), [['a', 'green']]);
    t.equal(listed.at('apiVersion'), 'shop.example/v1');
    const dry = await api.call('create', resource, {
      ...v1,
      query: 'dryRun=All',
      body: { metadata: { name: 'dry' }, spec: { color: 'red' } },
    });
    t.strictSame(dry.at('spec'), { color: 'red' });
    t.equal((await api.call('delete', resource, { ...v1, name: 'a' })).status, 200);
    t.equal((await api.call('get', resource, { ...v2, name: 'a' })).status, 404);
  });

  t.test(`${name}: under load a watch of the converted version has every change once, in order`, async (t) => {
    const api = await served(t, slowly(convertWidget), await openStore(t));
    for (let index = 0; index < 150; index += 1) {
      await api.call('create', resource, { ...v2, body: red(`early-${index}`) });
    }
    const watches = [
      await api.watch(resource, { ...v1, query: 'resourceVersion=0' }),
      await api.watch(resource, { ...v1, query: 'resourceVersion=0&labelSelector=!none' }),
      await api.watch(resource, {
        ...v1,
        query: 'resourceVersion=0',
        accept: vendor.fill('application/json;as=Table;v=v1;g=meta.{api}'),
      }),
    ];
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let index = 0; index < 50; index += 1) {
        const name = `w${writer}-${index}`;
        const [version, spec] = index % 2 === 0 ? [v1, { color: 'red' }] : [v2, { paint: 'red' }];
        await api.call('create', resource, { ...version, body: { metadata: { name }, spec } });
        await api.call('patch', resource, { ...v1, name, contentType: merge, body: { spec: { color: 'blue' } } });
        await api.call('delete', resource, { ...v2, name });
      }
    });
    const counts = watches.slice(0, 2).map(async (watch) => {
      let last = 0;
      const types = new Map<string, number>();
      for (let events = 0; events < 150 + 4 * 50 * 3; events += 1) {
        const event = (await watch.next()) as { type: string; object: ApiObject };
        types.set(event.type, (types.get(event.type) ?? 0) + 1);
        const color = at(event, 'object.spec.color');
        if (event.object.apiVersion !== 'shop.example/v1' || !(color === 'red' || color === 'blue')) {
          t.fail(`an event that is not converted: ${JSON.stringify(event)}`);
        }
        const version = Number(event.object.metadata.resourceVersion);
        if (events >= 150 && version <= last) t.fail(`${version} after ${last}`);
        if (events >= 150) last = version;
      }
      watch.stop();
      return [...types].sort(([left], [right]) => left.localeCompare(right));
    });
    const [shown] = watches.slice(2);
    const first = await shown?.next();
    t.type(at(first, 'object.columnDefinitions'), 'object');
    t.strictSame(at(await shown?.next(), 'object.columnDefinitions'), null, 'columns are in the first event only');
    shown?.stop();
    await Promise.all(writers);
    for (const types of await Promise.all(counts)) {
      t.strictSame(types, [
        ['ADDED', 350],
        ['DELETED', 200],
        ['MODIFIED', 200],
      ]);
    }
    const listed = await api.call('list', resource, v1);
    t.equal(namesOf(listed).length, 150);
    t.ok(namesOf(listed).every(([, color]) => color === 'red'));
  });
}

t.test('an apply in one version knows the owners of the other', async (t) => {
  const api = await served(t, slowly(convertWidget));
  const applied = (version: typeof v1, manager: string, spec: object, query = '') =>
    api.call('patch', resource, {
      ...version,
      name: 'a',
      contentType: applyYaml,
      query: `fieldManager=${manager}${query}`,
      body: { apiVersion: `shop.example/${version.version}`, kind: 'Widget', metadata: { name: 'a' }, spec },
    });
  t.equal((await applied(v1, 'one', { color: 'red', size: 'big' })).status, 201);
  const conflict = await applied(v2, 'two', { paint: 'blue' });
  t.equal(conflict.status, 409);
  t.match(conflict.at('message'), /conflict with "one": .spec.color/);
  t.strictSame((await applied(v2, 'two', { paint: 'blue' }, '&force=true')).at('spec'), { paint: 'blue', size: 'big' });
  const given = await applied(v1, 'one', {});
  t.strictSame(given.at('spec'), { color: 'blue' }, 'a field without an owner is removed');
  const updated = await api.call('patch', resource, {
    ...v1,
    name: 'a',
    contentType: merge,
    body: { spec: { color: 'green' } },
  });
  const owners = updated.at('metadata.managedFields') as readonly { manager: string; fieldsV1: object }[];
  t.strictSame(
    owners.filter(({ fieldsV1 }) => JSON.stringify(fieldsV1).includes('f:paint')),
    [],
    'it has no other owner',
  );
});

t.test('conversions are cached: a second read converts only changed objects', async (t) => {
  let objects = 0;
  const api = await served(t, async (asked, version) => {
    objects += asked.length;
    return asked.map((object) => convertWidget(object, version));
  });
  for (const name of ['a', 'b', 'c']) await api.call('create', resource, { ...v2, body: red(name) });
  const asked = async (read: () => Promise<unknown>) => {
    objects = 0;
    await read();
    return objects;
  };
  t.equal(await asked(() => api.call('list', resource, v1)), 3);
  t.equal(await asked(() => api.call('list', resource, v1)), 0);
  t.equal(await asked(() => api.call('get', resource, { ...v1, name: 'a' })), 0);
  t.equal(await asked(() => api.call('list', resource, v2)), 0, 'nothing is converted for the stored version');
  await api.call('patch', resource, { ...v2, name: 'b', contentType: merge, body: { spec: { paint: 'blue' } } });
  t.equal(await asked(() => api.call('list', resource, v1)), 1);
  const watch = await api.watch(resource, { ...v1, query: 'resourceVersion=0' });
  for (let initial = 0; initial < 3; initial += 1) await watch.next();
  t.equal(
    await asked(async () => {
      await api.call('delete', resource, { ...v2, name: 'c' });
      t.match(await watch.next(), { type: 'DELETED', object: { spec: { color: 'red' } } });
    }),
    0,
    'a removed object is shown as it was',
  );
  watch.stop();
});

t.test(
  'a conversion that fails: reads return its Status, writes change nothing, a watch sends it and ends',
  async (t) => {
    let broken = false;
    const api = await served(t, async (objects, version) => {
      await pause(1);
      if (broken && objects.some((object) => object.metadata.name === 'bad'))
        throw new Error('conversion webhook failed: no');
      return objects.map((object) => convertWidget(object, version));
    });
    for (const name of ['bad', 'good']) await api.call('create', resource, { ...v2, body: red(name) });
    const watch = await api.watch(resource, { ...v1, query: 'resourceVersion=0' });
    for (let initial = 0; initial < 2; initial += 1) t.match(await watch.next(), { type: 'ADDED' });
    broken = true;
    const patch = (name: string, paint: string) =>
      api.call('patch', resource, { ...v2, name, contentType: merge, body: { spec: { paint } } });
    await patch('good', 'blue');
    await patch('bad', 'blue');
    await patch('good', 'green');
    t.match(await watch.next(), { type: 'MODIFIED', object: { metadata: { name: 'good' }, spec: { color: 'blue' } } });
    t.match(await watch.next(), {
      type: 'ERROR',
      object: { kind: 'Status', code: 500, message: 'conversion webhook failed: no' },
    });
    t.equal(await watch.next(), undefined);
    for (const [verb, name] of [
      ['get', 'bad'],
      ['list', ''],
      ['deletecollection', ''],
    ] as const) {
      const answer = await api.call(verb, resource, { ...v1, name });
      t.strictSame(
        [answer.status, answer.at('message'), answer.at('reason')],
        [500, 'conversion webhook failed: no', undefined],
        verb,
      );
    }
    const failing = await api.watch(resource, { ...v1, query: 'resourceVersion=0' });
    t.match(await failing.next(), { type: 'ERROR' }, 'initial events');
    t.equal(await failing.next(), undefined);
    const before = (await api.call('list', resource, v2)).text;
    const body = { metadata: { name: 'bad' }, spec: { color: 'black' } };
    t.equal((await api.call('create', resource, { ...v1, body })).status, 500);
    t.equal((await api.call('update', resource, { ...v1, name: 'bad', body })).status, 500);
    t.equal((await api.call('patch', resource, { ...v1, name: 'bad', contentType: merge, body })).status, 500);
    t.equal((await api.call('delete', resource, { ...v1, name: 'bad' })).status, 500);
    t.equal((await api.call('list', resource, v2)).text, before, 'nothing was written or removed');
    t.equal((await api.call('get', resource, { ...v1, name: 'good' })).status, 200, 'others are shown');
    broken = false;
    t.equal((await api.call('list', resource, v1)).status, 200);
    t.match(await (await api.watch(resource, { ...v1, query: 'resourceVersion=0' })).next(), { type: 'ADDED' });
  },
);

t.test(
  'a bookmark comes behind the events that it covers, and a watch that is given up waits for nothing',
  async (t) => {
    const clock = new FakeClock();
    const releases: (() => void)[] = [];
    const api = await served(
      t,
      async (objects, version) => {
        await new Promise<void>((resolve) => releases.push(resolve));
        return objects.map((object) => convertWidget(object, version));
      },
      undefined,
      clock,
    );
    const query = 'allowWatchBookmarks=true&timeoutSeconds=100';
    const watch = await api.watch(resource, { ...v1, query });
    const other = await api.watch(resource, { ...v1, query });
    await api.call('create', resource, { ...v2, body: red('a') });
    await pause(1);
    other.stop();
    t.equal(await other.next(), undefined);
    await clock.advance(60_100);
    for (const release of releases.splice(0)) release();
    t.match(await watch.next(), { type: 'ADDED', object: { metadata: { name: 'a' } } });
    t.match(await watch.next(), { type: 'BOOKMARK' });
    watch.stop();
    const end = new AbortController();
    const get = api.call('get', resource, { ...v1, name: 'a', signal: end.signal, accept: 'application/yaml' });
    get.catch(() => {});
    await pause(1);
    end.abort(new Error('gone'));
    const answered = await Promise.race([
      get.then(
        () => 'answered',
        (error: Error) => error.message,
      ),
      pause(5000, 'waits'),
    ]);
    t.ok(answered !== 'waits', answered);
  },
);

t.test('objects that are stored in another version of the kind are shown in each', async (t) => {
  const api = await served(t, slowly(convertWidget));
  const old = {
    apiVersion: 'shop.example/v1',
    kind: 'Widget',
    metadata: { name: 'old', namespace },
    spec: { color: 'red' },
  };
  await api.store.commit({ key: `${widgetPrefix}a/old`, value: encodeStored(old), expected: 0 });
  t.strictSame((await api.call('get', resource, { ...v1, name: 'old' })).at('spec'), { color: 'red' });
  t.strictSame(namesOf(await api.call('list', resource, v1)), [['old', 'red']]);
});
