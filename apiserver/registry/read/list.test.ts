import t, { type Test } from 'tap';
import type { InProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { at, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

async function filled(t: Test, count: number): Promise<InProcess> {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  for (let index = 0; index < count; index++) {
    const body = { metadata: { name: `m${index}`, labels: { odd: String(index % 2) } } };
    await api.call('create', 'configmaps', { namespace: 'a', body });
  }
  return api;
}

function names(items: unknown): readonly unknown[] {
  return Array.isArray(items) ? items.map((item) => at(item, 'metadata.name')) : [];
}

t.test('a list is the stored objects without their types (LIST-001)', async (t) => {
  const api = await filled(t, 2);
  const list = await api.call('list', 'configmaps', { namespace: 'a' });
  t.equal(list.at('kind'), 'ConfigMapList');
  t.equal(list.at('apiVersion'), 'v1');
  t.strictSame(names(list.at('items')), ['m0', 'm1']);
  t.equal(list.at('items.0.kind'), undefined);
  t.type(list.at('metadata.resourceVersion'), 'string');
  t.equal(list.at('metadata.continue'), undefined);
  const empty = await api.call('list', 'configmaps', { namespace: 'b' });
  t.strictSame(empty.at('items'), []);
});

t.test('chunks show one state, each object once, and count down (LIST-004 to LIST-011, LIST-024)', async (t) => {
  const api = await filled(t, 5);
  const first = await api.call('list', 'configmaps', { namespace: 'a', query: 'limit=2' });
  t.strictSame(names(first.at('items')), ['m0', 'm1']);
  t.equal(first.at('metadata.remainingItemCount'), 3);
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm3' });
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'm2x' } } });
  const token = String(first.at('metadata.continue'));
  const second = await api.call('list', 'configmaps', { namespace: 'a', query: `limit=2&continue=${token}` });
  t.strictSame(names(second.at('items')), ['m2', 'm3']);
  t.equal(second.at('metadata.remainingItemCount'), 1);
  t.equal(second.at('metadata.resourceVersion'), first.at('metadata.resourceVersion'));
  const rest = await api.call('list', 'configmaps', {
    namespace: 'a',
    query: `limit=2&continue=${String(second.at('metadata.continue'))}&resourceVersion=0`,
  });
  t.strictSame(names(rest.at('items')), ['m4'], 'version 0 beside a token counts as none (RV-017)');
  t.equal(rest.at('metadata.continue'), undefined);
  const refused = await api.call('list', 'configmaps', { query: `limit=2&continue=${token}&resourceVersion=7` });
  t.equal(refused.status, 400, 'RV-018');
});

t.test('a list of any version is complete, with any limit (RV-016)', async (t) => {
  const api = await filled(t, 3);
  for (const query of ['limit=2&resourceVersion=0', 'limit=2&resourceVersion=0&resourceVersionMatch=NotOlderThan']) {
    const list = await api.call('list', 'configmaps', { namespace: 'a', query });
    t.strictSame(names(list.at('items')), ['m0', 'm1', 'm2'], query);
    t.equal(list.at('metadata.continue'), undefined);
    t.equal(list.at('metadata.remainingItemCount'), undefined);
  }
});

t.test(
  'an expired version is answered with 410, an expired token with a new one (LIST-015, RV-046, RV-053)',
  async (t) => {
    const clock = new FakeClock();
    const api = await inProcess('orch', { clock });
    t.teardown(() => api.close());
    const make = (name: string) => api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name } } });
    for (const name of ['m0', 'm1', 'm2']) await make(name);
    const first = await api.call('list', 'configmaps', { namespace: 'a', query: 'limit=2' });
    await make('m3');
    await clock.advance(400_000);
    await make('m4');
    await api.store.compact(await api.store.latest());
    const query = `limit=1&continue=${String(first.at('metadata.continue'))}`;
    const gone = await api.call('list', 'configmaps', { namespace: 'a', query });
    t.equal(gone.status, 410);
    t.equal(gone.at('reason'), 'Expired');
    const fresh = String(gone.at('metadata.continue'));
    const rest = await api.call('list', 'configmaps', { namespace: 'a', query: `continue=${fresh}` });
    t.strictSame(names(rest.at('items')), ['m2', 'm3', 'm4']);
    const version = String(first.at('metadata.resourceVersion'));
    const exact = `resourceVersion=${version}&resourceVersionMatch=Exact`;
    t.equal((await api.call('list', 'configmaps', { namespace: 'a', query: exact })).status, 410);
  },
);

t.test('an exact list older than the snapshots is read from the store (RV-051)', async (t) => {
  const clock = new FakeClock();
  const api = await inProcess('orch', { clock });
  t.teardown(() => api.close());
  for (let index = 0; index < 3; index++) {
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: `m${index}` } } });
  }
  const first = await api.call('list', 'configmaps', { namespace: 'a', query: 'limit=1' });
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm1' });
  await clock.advance(400_000);
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm2' });
  const query = `limit=1&continue=${String(first.at('metadata.continue'))}`;
  const second = await api.call('list', 'configmaps', { namespace: 'a', query });
  t.strictSame(names(second.at('items')), ['m1']);
  t.equal(second.at('metadata.remainingItemCount'), 1);
  t.equal(second.at('metadata.resourceVersion'), first.at('metadata.resourceVersion'));
});

t.test('a list at an exact version shows that state only (RV-015, RV-021, RV-047)', async (t) => {
  const api = await filled(t, 2);
  const before = await api.call('list', 'configmaps', { namespace: 'a' });
  const version = String(before.at('metadata.resourceVersion'));
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm0' });
  for (const query of [`resourceVersion=${version}&resourceVersionMatch=Exact`, `resourceVersion=${version}&limit=9`]) {
    const list = await api.call('list', 'configmaps', { namespace: 'a', query });
    t.strictSame(names(list.at('items')), ['m0', 'm1']);
    t.equal(list.at('metadata.resourceVersion'), version);
  }
  const newer = await api.call('list', 'configmaps', { namespace: 'a', query: `resourceVersion=${version}` });
  t.strictSame(names(newer.at('items')), ['m1'], 'without a match it is not older than (RV-012)');
});

t.test('combinations the table calls invalid are refused (RV-019 to RV-033)', async (t) => {
  const api = await filled(t, 1);
  const queries = [
    'resourceVersionMatch=Exact',
    'resourceVersionMatch=Exact&resourceVersion=0',
    'resourceVersionMatch=NotOlderThan',
    'limit=1&resourceVersionMatch=NotOlderThan',
    'resourceVersionMatch=Other&resourceVersion=1',
    'sendInitialEvents=true',
    'limit=x',
    'limit=',
    'timeoutSeconds=x',
    'resourceVersion=x',
    'continue=!!',
  ];
  for (const query of queries) {
    const answer = await api.call('list', 'configmaps', { namespace: 'a', query });
    t.ok(answer.status === 400 || answer.status === 422, `${query}: ${answer.status}`);
  }
  for (const query of [
    'resourceVersionMatch=NotOlderThan&resourceVersion=0',
    'limit=1&resourceVersion=0',
    'limit=-1',
  ]) {
    t.equal((await api.call('list', 'configmaps', { namespace: 'a', query })).status, 200, query);
  }
});

t.test('a future version ends in 504 with its text (RV-058 to RV-061)', async (t) => {
  const clock = new FakeClock();
  const api = await inProcess('orch', { clock });
  t.teardown(() => api.close());
  const asked = api.call('list', 'configmaps', { namespace: 'a', query: 'resourceVersion=999999' });
  await clock.advance(3000);
  const list = await asked;
  t.equal(list.status, 504);
  t.match(list.at('message'), /Too large resource version: 999999, current: \d+/);
  t.equal(list.at('details.retryAfterSeconds'), 1);
});

t.test('a version that comes within three seconds is waited for (RV-058)', async (t) => {
  const clock = new FakeClock();
  const api = await inProcess('orch', { clock });
  t.teardown(() => api.close());
  const make = (name: string) => api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name } } });
  const made = await make('x');
  const query = `resourceVersion=${Number(made.at('metadata.resourceVersion')) + 1}`;
  const list = api.call('list', 'configmaps', { namespace: 'a', query });
  const object = api.call('get', 'configmaps', { namespace: 'a', name: 'x', query });
  await clock.advance(2900);
  await make('y');
  t.strictSame(names((await list).at('items')), ['x', 'y']);
  t.equal((await object).status, 200);
});

t.test('a version beyond 2^53 is in the future, digit by digit (RV-058 to RV-061)', async (t) => {
  const clock = new FakeClock();
  const api = await inProcess('orch', { clock });
  t.teardown(() => api.close());
  const version = '18446744073709551615';
  for (const [verb, asked] of [
    ['list', { namespace: 'a', query: `resourceVersion=${version}` }],
    ['list', { namespace: 'a', query: `resourceVersion=${version}&resourceVersionMatch=Exact` }],
    ['get', { namespace: 'a', name: 'x', query: `resourceVersion=${version}` }],
  ] as const) {
    const answer = api.call(verb, 'configmaps', asked);
    await clock.advance(3000);
    const late = await answer;
    t.equal(late.status, 504, late.text);
    t.match(late.at('message'), `Timeout: Too large resource version: ${version}, current: `);
    t.equal(late.at('details.causes.0.reason'), 'ResourceVersionTooLarge');
  }
  const none = await api.call('list', 'configmaps', { query: 'resourceVersion=18446744073709551616' });
  t.equal(none.status, 400, 'no version at all');
  const watching = await api.watch('configmaps', { namespace: 'a', query: `resourceVersion=${version}` });
  watching.stop();
  t.equal(await watching.next(), undefined, 'a watch waits (RV-062)');
});

t.test('selectors choose, and unknown fields are refused by name', async (t) => {
  const api = await filled(t, 4);
  const odd = await api.call('list', 'configmaps', { namespace: 'a', query: 'labelSelector=odd=1&limit=1' });
  t.strictSame(names(odd.at('items')), ['m1']);
  t.equal(odd.at('metadata.remainingItemCount'), undefined);
  t.type(odd.at('metadata.continue'), 'string');
  const named = await api.call('list', 'configmaps', { query: 'fieldSelector=metadata.name%3Dm2' });
  t.strictSame(names(named.at('items')), ['m2']);
  const wrong = await api.call('list', 'configmaps', { query: 'fieldSelector=data.a%3D1' });
  t.equal(wrong.status, 400);
  t.equal(wrong.at('message'), '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"');
  const pods = await api.call('list', 'pods', { query: 'fieldSelector=spec.nope%3D1' });
  t.equal(pods.at('message'), 'field label not supported: spec.nope');
});

t.test('repeated lists by one selector return the current objects each time, in every representation', async (t) => {
  const api = await filled(t, 6);
  const listed = async (query = 'labelSelector=odd=1', more: { accept?: string } = {}) =>
    api.call('list', 'configmaps', { namespace: 'a', query, ...more });
  for (let time = 0; time < 3; time += 1) t.strictSame(names((await listed()).at('items')), ['m1', 'm3', 'm5']);
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'm2x', labels: { odd: '1' } } } });
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm5' });
  await api.call('create', 'configmaps', { namespace: 'b', body: { metadata: { name: 'm9', labels: { odd: '1' } } } });
  const changed = await listed();
  t.strictSame(names(changed.at('items')), ['m1', 'm2x', 'm3']);
  const newest = await api.call('list', 'configmaps', { namespace: 'a' });
  t.equal(changed.at('metadata.resourceVersion'), newest.at('metadata.resourceVersion'));
  t.strictSame(names((await listed('labelSelector=odd=1&limit=2')).at('items')), ['m1', 'm2x']);
  t.strictSame(names((await listed('labelSelector=odd=1&fieldSelector=metadata.name=m3')).at('items')), ['m3']);
  const rows = (await listed(undefined, { accept: api.vendor.fill('application/json;as=Table;v=v1;g=meta.{api}') })).at(
    'rows',
  );
  t.strictSame(Array.isArray(rows) ? rows.map((row) => at(row, 'cells.0')) : [], ['m1', 'm2x', 'm3']);
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm1' });
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm2x' });
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'm3' });
  t.strictSame((await listed()).at('items'), []);
});

t.test('a list that is long to encrypt comes in parts, the same bytes, and a shorter one in one', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const text = 'x'.repeat(10_000);
  for (let index = 0; index < 64; index += 1) {
    const body = { metadata: { name: `m${index}`, labels: { half: String(index % 2) } }, data: { text } };
    await api.call('create', 'configmaps', { namespace: 'a', body });
  }
  const half = () => api.call('list', 'configmaps', { namespace: 'a', query: 'labelSelector=half=1' });
  // From the second time on what is selected is remembered, in groups.
  const first = await half();
  await half();
  for (let time = 0; time < 2; time += 1) {
    const again = await half();
    t.equal(again.text, first.text);
    t.ok(again.text.length > 256 * 1024 && again.text.length < 512 * 1024, `${again.text.length} bytes`);
    t.ok(Math.max(...again.parts) <= 256 * 1024, `parts of ${again.parts.join(', ')} bytes`);
  }
  const some = await api.call('list', 'configmaps', { namespace: 'a', query: 'limit=10' });
  t.equal(some.parts.length, 1);
});

t.test('tables and metadata lists are returned on request', async (t) => {
  const api = await filled(t, 1);
  const table = await api.call('list', 'configmaps', {
    namespace: 'a',
    accept: api.vendor.fill('application/json;as=Table;v=v1;g=meta.{api},application/json'),
  });
  t.equal(table.at('kind'), 'Table');
  t.equal(table.at('columnDefinitions.0.name'), 'Name');
  t.equal(table.at('rows.0.cells.0'), 'm0');
  t.equal(table.at('rows.0.object.kind'), 'PartialObjectMetadata');
  const partial = await api.call('list', 'configmaps', {
    namespace: 'a',
    accept: api.vendor.fill('application/json;as=PartialObjectMetadataList;v=v1;g=meta.{api}'),
  });
  t.equal(partial.at('kind'), 'PartialObjectMetadataList');
  t.equal(partial.at('items.0.metadata.name'), 'm0');
  t.equal(partial.at('items.0.data'), undefined);
  const pretty = await api.call('list', 'configmaps', { namespace: 'a', query: 'pretty=true' });
  t.match(pretty.text, /^\{\n {2}"kind": "ConfigMapList",\n/);
});
