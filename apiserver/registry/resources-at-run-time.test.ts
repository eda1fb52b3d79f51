import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { inProcess } from '../../fixtures/apiserver/registry.fixture.ts';
import { widgetGroup, widgetPrefix, widgets } from '../../fixtures/apiserver/widgets.fixture.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { makeProtobufCodec } from './representation/output/protobuf-codec.ts';
import { CacheClosedError } from '../storage/contract/resource-cache.ts';

const vendor = vendorOf('kubernetes');
const resource = `widgets.${widgetGroup}`;
const namespace = 'default';
const table = vendor.fill('application/json;as=Table;g=meta.{api};v=v1');

function widget(name: string, spec: Readonly<Record<string, string>>): object {
  return { apiVersion: `${widgetGroup}/v1`, kind: 'Widget', metadata: { name }, spec };
}

t.test('a resource that joins is served: written, read, watched, listed as a table', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  api.resources.change({ put: [widgets(vendor)] });
  const body = widget('a', { color: 'red' });
  t.equal((await api.call('create', resource, { namespace, body })).status, 201);
  const watch = await api.watch(resource, { namespace, query: 'resourceVersion=0' });
  t.match(await watch.next(), { type: 'ADDED', object: { kind: 'Widget', spec: { color: 'red' } } });
  const patched = await api.call('patch', resource, {
    namespace,
    name: 'a',
    contentType: 'application/merge-patch+json',
    body: { spec: { color: 'blue' } },
  });
  t.equal(patched.at('metadata.generation'), 2);
  t.match(await watch.next(), { type: 'MODIFIED', object: { spec: { color: 'blue' } } });
  const listed = await api.call('list', resource, { namespace, accept: table });
  t.strictSame(listed.at('rows.0.cells'), ['a', 'blue']);
  t.equal((await api.call('get', resource, { namespace, name: 'a' })).at('spec.color'), 'blue');
  t.equal((await api.call('delete', resource, { namespace, name: 'a' })).status, 200);
  t.match(await watch.next(), { type: 'DELETED' });
  watch.stop();
});

t.test('a resource that is changed shows its new columns, fields and sub-resources at once', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const call = (accept?: string, query?: string) =>
    api.call('list', resource, {
      namespace,
      ...(accept === undefined ? {} : { accept }),
      ...(query === undefined ? {} : { query }),
    });
  api.resources.change({ put: [widgets(vendor, { fields: ['size'], columns: ['color'], status: false })] });
  await api.call('create', resource, { namespace, body: widget('a', { color: 'red', size: 'big' }) });
  t.strictSame((await call(table)).at('rows.0.cells'), ['a', 'red']);
  t.equal((await call(undefined, 'fieldSelector=spec.size=big')).status, 400);
  const shown = await api.watch(resource, { namespace, query: 'resourceVersion=0', accept: table });
  t.match(await shown.next(), { object: { rows: [{ cells: ['a', 'red'] }] } });
  const plain = await api.watch(resource, { namespace, query: 'resourceVersion=0' });
  await plain.next();
  const others = await api.watch('configmaps', { namespace });
  const { version } = api.resources;
  api.resources.change({
    put: [widgets(vendor, { fields: ['size'], columns: ['size'], selectable: ['size'] })],
  });
  t.equal(api.resources.version, version + 1);
  t.equal(await shown.next(), undefined, 'its watches end');
  t.equal(await plain.next(), undefined);
  t.strictSame((await call(table)).at('rows.0.cells'), ['a', 'big'], 'no cell of the old columns is served');
  const selected = await call(undefined, 'fieldSelector=spec.size=big');
  t.equal((selected.at('items') as readonly unknown[]).length, 1);
  t.strictSame((await call(undefined, 'fieldSelector=spec.size=small')).at('items'), []);
  const status = await api.call('patch', resource, {
    namespace,
    name: 'a',
    subresource: 'status',
    contentType: 'application/merge-patch+json',
    body: { status: { phase: 'Ready' } },
  });
  t.equal(status.at('status.phase'), 'Ready');
  await api.call('create', 'configmaps', { namespace, body: { metadata: { name: 'c' } } });
  t.match(await others.next(), { type: 'ADDED', object: { metadata: { name: 'c' } } }, 'other watches go on');
  others.stop();
});

t.test('a watch that ended because its resource was changed resumes without loss', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  api.resources.change({ put: [widgets(vendor)] });
  const made = await api.call('create', resource, { namespace, body: widget('a', { color: 'red' }) });
  const query = `resourceVersion=${String(made.at('metadata.resourceVersion'))}`;
  const watch = await api.watch(resource, { namespace, query });
  api.resources.change({ put: [widgets(vendor, { selectable: ['color'] })] });
  await api.call('create', resource, { namespace, body: widget('b', { color: 'red' }) });
  t.equal(await watch.next(), undefined);
  const resumed = await api.watch(resource, { namespace, query });
  t.match(await resumed.next(), { type: 'ADDED', object: { metadata: { name: 'b' } } });
  resumed.stop();
});

t.test('when a resource is removed its watches end, open requests get 404, and nothing of it is kept', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const record = widgets(vendor);
  api.resources.change({ put: [record] });
  await api.call('create', resource, { namespace, body: widget('a', { color: 'red' }) });
  const watch = await api.watch(resource, { namespace, query: 'resourceVersion=0' });
  await watch.next();
  const late = api.request('get', resource, { namespace, name: 'a' });
  const lateList = api.request('list', resource, { namespace });
  const body = Buffer.from(JSON.stringify(widget('late', { color: 'red' })));
  const lateCreate = { ...api.request('create', resource, { namespace, body }) };
  api.resources.change({ remove: [record] });
  t.equal(await watch.next(), undefined);
  for (const request of [late, lateList]) {
    await t.rejects(async () => api.answer(request), { code: 404 });
  }
  t.equal((await api.answer(lateCreate)).status, 201, 'a write that had begun is done');
  t.equal(api.watchCache.cacheOf(widgetPrefix), undefined);
  api.resources.change({ put: [widgets(vendor)] });
  const again = await api.call('list', resource, { namespace });
  t.equal((again.at('items') as readonly unknown[]).length, 2, 'what is stored is there when the resource comes back');
});

t.test(
  'a list that waits while its resource is changed is to be asked again; one whose resource leaves is 404',
  async (t) => {
    let release: () => void = () => {};
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    const latest = api.store.latest.bind(api.store);
    const hold = (): void => {
      Object.defineProperty(api.store, 'latest', {
        configurable: true,
        value: () => new Promise<void>((resolve) => (release = resolve)).then(latest),
      });
    };
    const first = widgets(vendor, { selectable: ['color'] });
    api.resources.change({ put: [first] });
    await api.call('create', resource, { namespace, body: widget('a', { color: 'red' }) });
    const heldWhile = async (change: Parameters<typeof api.resources.change>[0]) => {
      hold();
      const list = api.call('list', resource, { namespace, query: 'fieldSelector=metadata.name=a' });
      await turn();
      Object.defineProperty(api.store, 'latest', { configurable: true, value: latest });
      api.resources.change(change);
      release();
      return list;
    };
    await t.rejects(heldWhile({ put: [widgets(vendor)] }), { name: 'ResourceChangedError' });
    t.equal((await heldWhile({ remove: [first] })).status, 404);
  },
);

t.test('while the server stops, a read gets the failure to try again after, not a missing resource', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  api.resources.change({ put: [widgets(vendor)] });
  const request = api.request('list', resource, { namespace });
  api.watchCache.cacheOf(widgetPrefix)?.stop('the server is stopping');
  await t.rejects(async () => api.answer(request), { code: 500, status: { reason: 'ServerTimeout' } });
  t.throws(() => api.watchCache.cacheOf(widgetPrefix)?.current(), CacheClosedError);
});

t.test(
  'objects without a protobuf form are served in others; their metadata, and bodies of deletes, have one',
  async (t) => {
    const api = await inProcess('kubernetes');
    t.teardown(() => api.close());
    api.resources.change({ put: [widgets(vendor)] });
    await api.call('create', resource, { namespace, body: widget('a', { color: 'red' }) });
    const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
    const asked = async (accept: string, verb: 'get' | 'list' = 'get') =>
      api.call(verb, resource, { namespace, ...(verb === 'get' ? { name: 'a' } : {}), accept });
    for (const verb of ['get', 'list'] as const) {
      t.equal((await asked(protobuf, verb)).status, 406, verb);
      t.equal((await asked(`${protobuf},application/json`, verb)).contentType, 'application/json', verb);
      t.equal((await asked('*/*', verb)).contentType, 'application/json', verb);
    }
    t.notMatch((await asked(protobuf)).text, /protobuf.*protobuf/, 'it is not among the types that are offered');
    const metadata = vendor.fill(`${protobuf};as=PartialObjectMetadata;g=meta.{api};v=v1`);
    const partial = await api.answer(api.request('get', resource, { namespace, name: 'a', accept: metadata }));
    if (partial.kind !== 'body') throw new Error('the answer is no body');
    t.equal(partial.contentType, protobuf);
    const sent = { namespace, body: Buffer.from('any'), contentType: protobuf };
    t.equal((await api.call('create', resource, sent)).status, 415);
    t.equal(
      (await api.call('get', 'configmaps', { namespace, name: 'x', accept: protobuf })).status,
      404,
      'others have',
    );
    const options = makeProtobufCodec(loadSchemas(vendor)).encode({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      dryRun: ['All'],
    });
    const removal = { namespace, name: 'a', body: options, contentType: protobuf };
    t.equal((await api.call('delete', resource, removal)).status, 200);
    t.equal((await asked('application/json')).status, 200, 'it was a dry run');
  },
);

t.test(
  'added and removed resources leave nothing behind: no cache, no memory of their objects, no timer',
  async (t) => {
    const clock = new FakeClock();
    const api = await inProcess('kubernetes', { clock });
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace, body: { metadata: { name: 'c' } } });
    await turn();
    const held = () => {
      const { forms, selections, caches } = api.watchCache;
      return {
        caches: [...caches].length,
        stored: forms.stored,
        forms: forms.bytes,
        selections: selections.bytes,
        timers: clock.sleeping,
      };
    };
    const before = held();
    for (let round = 0; round < 20; round += 1) {
      const record = widgets(vendor, { selectable: ['color'] });
      api.resources.change({ put: [record] });
      await api.call('create', resource, { namespace, body: widget(`w${round}`, { color: 'red' }) });
      const watches = [await api.watch(resource, { namespace }), await api.watch(resource, { accept: table })];
      const select = { namespace, query: 'fieldSelector=spec.color=red' };
      for (const asked of [select, select, select, { namespace, accept: table }]) {
        t.equal((await api.call('list', resource, asked)).status, 200);
      }
      const during = held();
      t.ok(during.stored > before.stored && during.forms > before.forms && during.selections > before.selections);
      t.ok(during.timers > before.timers);
      api.resources.change({ put: [widgets(vendor)] });
      api.resources.change({ remove: [record] });
      for (const watch of watches) while ((await watch.next()) !== undefined);
    }
    // Timers of watches are shared, and run out by themselves when no watch has one any more.
    await clock.advance(7_200_000);
    t.strictSame(held(), before);
  },
);
