import t, { type Test } from 'tap';
import type { Asked, InProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import type { Store, Write } from '../../storage/contract/store.ts';
import { WriteTurns } from '../context/write-turns.ts';

const x = { namespace: 'a', name: 'x' };
const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const json = 'application/json-patch+json';
const writers = 20;
const each = 20;

const deployment = {
  metadata: { name: 'x' },
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
};

/** Every writer does its writes one after the other; answers how often which status came. */
async function race(write: (key: string, writer: number) => Promise<{ status: number }>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const one = async (_: unknown, writer: number): Promise<void> => {
    for (let index = 0; index < each; index++) {
      const { status } = await write(`k-${writer}-${index}`, writer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: writers }, one));
  return statuses;
}

const all = new Map([[200, writers * each]]);

function keysOf(value: unknown): number {
  return Object.keys(value ?? {}).length;
}

t.test('patches without a version all succeed, of every type, and none is lost (UPD-006, UPD-007)', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' }, data: { first: '1' } } });
  const kinds: ((key: string) => Asked)[] = [
    (key) => ({ contentType: merge, body: { data: { [key]: '1' } } }),
    (key) => ({ contentType: strategic, body: { data: { [key]: '1' } } }),
    (key) => ({ contentType: json, body: [{ op: 'add', path: `/data/${key}`, value: '1' }] }),
  ];
  const statuses = await race((key, writer) =>
    api.call('patch', 'configmaps', { ...x, ...kinds[writer % kinds.length]?.(key) }),
  );
  t.strictSame(statuses, all);
  t.equal(keysOf((await api.call('get', 'configmaps', x)).at('data')), writers * each + 1);
});

t.test('patches of sub-resources and unconditional replacements wait for each other too', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'deployments.apps', { namespace: 'a', body: deployment });
  const ways: ((key: string) => Promise<{ status: number }>)[] = [
    (key) =>
      api.call('patch', 'deployments.apps', {
        ...x,
        contentType: merge,
        body: { metadata: { annotations: { [key]: '1' } } },
      }),
    (key) =>
      api.call('patch', 'deployments.apps', {
        ...x,
        subresource: 'status',
        contentType: strategic,
        body: { status: { conditions: [{ type: key, status: 'True' }] } },
      }),
    (key) =>
      api.call('patch', 'deployments.apps', {
        ...x,
        subresource: 'scale',
        contentType: merge,
        body: { spec: { replicas: Number(key.split('-')[2]) } },
      }),
    () =>
      api.call('update', 'deployments.apps', {
        ...x,
        subresource: 'scale',
        body: { metadata: { name: 'x' }, spec: { replicas: 3 } },
      }),
  ];
  t.strictSame(await race(async (key, writer) => (await ways[writer % ways.length]?.(key)) ?? { status: 0 }), all);
  const after = await api.call('get', 'deployments.apps', x);
  t.equal(keysOf(after.at('metadata.annotations')), (writers / 4) * each);
  t.equal((after.at('status.conditions') as unknown[]).length, (writers / 4) * each);
  const put = (key: string) =>
    api.call('update', 'deployments.apps', { ...x, body: { ...deployment, metadata: { name: 'x', labels: { key } } } });
  t.strictSame(await race(put), all);
});

t.test('with two servers on one store every patch succeeds', async (t) => {
  const one = await inProcess('kubernetes');
  const other = await inProcess('kubernetes', { store: one.store });
  t.teardown(async () => {
    await other.close();
    await one.close();
  });
  await one.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const patch = (api: InProcess, key: string) =>
    api.call('patch', 'configmaps', { ...x, contentType: merge, body: { data: { [key]: '1' } } });
  t.strictSame(await race((key, writer) => patch(writer % 2 === 0 ? one : other, key)), all);
  t.equal(keysOf((await one.call('get', 'configmaps', x)).at('data')), writers * each);
});

t.test('a delete of an object that is written all the time succeeds', async (t) => {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x', finalizers: ['a.b/c'] } } });
  const enough = new AbortController();
  const write = async (_: unknown, writer: number): Promise<void> => {
    for (let index = 0; !enough.signal.aborted; index++) {
      const body = { data: { [`k${writer}`]: String(index) } };
      t.equal((await api.call('patch', 'configmaps', { ...x, contentType: merge, body })).status, 200);
    }
  };
  const writing = Array.from({ length: writers }, write);
  for (let index = 0; index < each; index++) t.equal((await api.call('delete', 'configmaps', x)).status, 200);
  enough.abort();
  await Promise.all(writing);
});

t.test('a write that names a version waits for no other and is refused at once (UPD-002, UPD-009)', async (t) => {
  const writeTurns = new WriteTurns();
  const api = await inProcess('kubernetes', { writeTurns });
  t.teardown(() => api.close());
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const resourceVersion = made.at('metadata.resourceVersion');
  await api.call('patch', 'configmaps', { ...x, contentType: merge, body: { data: { a: '1' } } });
  let end = (): void => {};
  const key = '/configmaps/a/x';
  const held = writeTurns.take(keyIn(api, key), { signal: new AbortController().signal }, async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const waiting = api.call('patch', 'configmaps', { ...x, contentType: merge, body: { data: { b: '1' } } });
  const named = { metadata: { name: 'x', resourceVersion }, data: { c: '1' } };
  for (const contentType of [merge, strategic])
    t.equal((await api.call('patch', 'configmaps', { ...x, contentType, body: named })).status, 409);
  const replace = [{ op: 'add', path: '/metadata/resourceVersion', value: resourceVersion }];
  t.equal((await api.call('patch', 'configmaps', { ...x, contentType: json, body: replace })).status, 409);
  t.equal((await api.call('update', 'configmaps', { ...x, body: named })).status, 409);
  const preconditions = { resourceVersion };
  t.equal((await api.call('delete', 'configmaps', { ...x, body: { preconditions } })).status, 409);
  t.equal(writeTurns.waiting, 1, 'the patch that names none waits');
  const leaving = new AbortController();
  const left = api.call('delete', 'configmaps', { ...x, signal: leaving.signal });
  await eventuallyEqual(() => writeTurns.waiting, 2);
  leaving.abort(new Error('the client left'));
  await t.rejects(left, { message: 'the client left' });
  t.equal(writeTurns.waiting, 1);
  end();
  await held;
  t.equal((await waiting).status, 200);
  t.equal(writeTurns.waiting, 0);
});

/** Counts how often a text is parsed as JSON. Until the test is over. */
function countParsing(t: Test, wanted: string): () => number {
  const { parse } = JSON;
  let count = 0;
  JSON.parse = (text, reviver) => {
    if (text === wanted) count += 1;
    return parse(text, reviver);
  };
  t.teardown(() => {
    JSON.parse = parse;
  });
  return () => count;
}

t.test('a body is parsed once, however often its write loses to those of another server', async (t) => {
  const one = await inProcess('kubernetes');
  let overtaking = 0;
  const under = one.store;
  const store: Store = {
    get: (key) => under.get(key),
    range: (range) => under.range(range),
    latest: () => under.latest(),
    follow: (options) => under.follow(options),
    compact: (revision) => under.compact(revision),
    close: () => under.close(),
    // Another server is faster with each of the next commits.
    async commit(write: Write) {
      if (overtaking > 0) {
        overtaking -= 1;
        const body = { data: { other: String(overtaking) } };
        t.equal((await one.call('patch', 'configmaps', { ...x, contentType: merge, body })).status, 200);
      }
      return under.commit(write);
    },
  };
  const other = await inProcess('kubernetes', { store });
  t.teardown(async () => {
    await other.close();
    await one.close();
  });
  await one.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: 'x' } } });
  const object = { metadata: { name: 'x', labels: { sent: 'yes' } }, data: { put: '1' } };
  const writes: readonly [verb: 'update' | 'patch', asked: Asked][] = [
    ['update', { body: object }],
    ['patch', { contentType: merge, body: { data: { merged: '1' } } }],
    ['patch', { contentType: strategic, body: { data: { strategic: '1' } } }],
    ['patch', { contentType: json, body: [{ op: 'add', path: '/data/listed', value: '1' }] }],
  ];
  for (const [verb, asked] of writes) {
    const parsed = countParsing(t, JSON.stringify(asked.body));
    overtaking = 3;
    const written = await other.call(verb, 'configmaps', { ...x, ...asked });
    t.equal(written.status, 200);
    t.equal(overtaking, 0, 'it lost three times');
    t.equal(parsed(), 1, `${verb} ${asked.contentType ?? ''}`);
  }
  const after = await other.call('get', 'configmaps', x);
  t.strictSame(after.at('data'), { listed: '1', merged: '1', other: '0', put: '1', strategic: '1' });
  t.strictSame(after.at('metadata.labels'), { sent: 'yes' });
});

/** The key of the one object in the store that ends so. */
function keyIn(api: InProcess, end: string): string {
  const prefix = api.resources.find('', 'v1', 'configmaps')?.storage?.prefix ?? '';
  return `${prefix.slice(0, -'/configmaps/'.length)}${end}`;
}

async function eventuallyEqual(read: () => number, wanted: number): Promise<void> {
  while (read() !== wanted) await new Promise((resolve) => setImmediate(resolve));
}
