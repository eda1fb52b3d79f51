import t, { type Test } from 'tap';
import type { Admission } from '../../admission/contract/admission.ts';
import type { Resource, Verb } from '../contract/resource.ts';
import type { FieldOwnership } from '../contract/field-ownership.ts';
import { ValueTooLargeError, type Store } from '../../storage/contract/store.ts';
import type { Asked } from '../../../fixtures/apiserver/registry.fixture.ts';
import { inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';

const x = { namespace: 'a', name: 'x' };
const types = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const;
const workload = {
  metadata: { name: 'x', labels: { a: 'b' } },
  spec: {
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
};

t.test('a replace of a missing object that another server makes first changes that one', async (t) => {
  const one = await inProcess('kubernetes');
  let before = async (): Promise<void> => {};
  const store: Store = {
    ...ofStore(one.store),
    async commit(write) {
      await before();
      return one.store.commit(write);
    },
  };
  const other = await inProcess('kubernetes', { store });
  t.teardown(async () => {
    await other.close();
    await one.close();
  });
  const endpoints = (hostname: string) => ({
    metadata: { name: 'x' },
    subsets: [{ addresses: [{ ip: '1.2.3.4', hostname }], ports: [{ port: 80 }] }],
  });
  before = async () => {
    before = async () => {};
    await one.call('create', 'endpoints', { namespace: 'a', body: endpoints('first') });
  };
  const answer = await other.call('update', 'endpoints', { ...x, body: endpoints('second') });
  t.equal(answer.status, 200, answer.text);
  t.equal(answer.at('subsets.0.addresses.0.hostname'), 'second');
  const made = await one.call('get', 'endpoints', x);
  t.equal(made.at('metadata.uid'), answer.at('metadata.uid'));
  t.equal(made.at('subsets.0.addresses.0.hostname'), 'second');
});

t.test('a write whose client is gone before the commit stores nothing, whichever verb it is', async (t) => {
  const leaving = { controller: new AbortController(), active: false };
  const admission: Admission = {
    mutate: () => undefined,
    validate() {
      if (leaving.active) leaving.controller.abort(new Error('the client left'));
      return undefined;
    },
  };
  const api = await inProcess('kubernetes', { admission });
  t.teardown(() => api.close());
  const body = { metadata: { name: 'x' }, data: { a: '1' } };
  const made = await api.call('create', 'configmaps', { namespace: 'a', body });
  leaving.active = true;
  const writes: readonly (readonly [Verb, Asked])[] = [
    ['create', { namespace: 'a', body: { metadata: { name: 'y' } } }],
    ['update', { ...x, body: { ...body, data: { a: '2' } } }],
    ['patch', { ...x, body: { data: { a: '2' } }, contentType: types.merge }],
    ['delete', x],
  ];
  for (const [verb, asked] of writes) {
    leaving.controller = new AbortController();
    const { signal } = leaving.controller;
    await t.rejects(api.call(verb, 'configmaps', { ...asked, signal }), { message: 'the client left' }, verb);
  }
  leaving.active = false;
  t.equal((await api.call('get', 'configmaps', x)).text, made.text);
  t.equal((await api.call('get', 'configmaps', { ...x, name: 'y' })).status, 404);
});

t.test('an object that is too large with the record of its owners is stored without it', async (t) => {
  const fieldOwnership: FieldOwnership = {
    own(_live, object, { manager, operation }) {
      object.metadata.managedFields = [{ manager, operation }];
    },
    settle: () => undefined,
  };
  const plain = await inProcess('kubernetes');
  const store: Store = {
    ...ofStore(plain.store),
    async commit(write) {
      const text = write.value?.toString() ?? '';
      if (text.includes('managedFields') || text.includes('beyond every limit')) throw new ValueTooLargeError();
      return plain.store.commit(write);
    },
  };
  const api = await inProcess('kubernetes', { store, fieldOwnership });
  t.teardown(async () => {
    await api.close();
    await plain.close();
  });
  const body = (data: object) => ({ metadata: { name: 'x' }, data });
  const made = await api.call('create', 'configmaps', { namespace: 'a', body: body({ a: '1' }) });
  t.equal(made.status, 201);
  t.equal(made.at('metadata.managedFields'), undefined);
  const changed = await api.call('update', 'configmaps', { ...x, body: body({ a: '2' }) });
  t.match(changed.body, { data: { a: '2' } });
  const patched = await api.call('patch', 'configmaps', { ...x, body: { data: { b: '3' } }, contentType: types.merge });
  t.match(patched.body, { data: { a: '2', b: '3' } });
  const again = await api.call('update', 'configmaps', { ...x, body: body({ a: '2', b: '3' }) });
  t.equal(again.text, patched.text, 'a write without an effect stays one');
  const beyond = await api.call('update', 'configmaps', { ...x, body: body({ a: 'beyond every limit' }) });
  t.equal(beyond.status, 413);
  t.equal((await api.call('get', 'configmaps', x)).text, patched.text);
});

/** A registry whose workloads are read through a converter that counts. */
async function counting(t: Test) {
  const api = await inProcess('kubernetes');
  t.teardown(() => api.close());
  const count = { decoded: 0, encoded: 0 };
  const plain = api.resources.find('apps', 'v1', 'deployments');
  if (plain?.storage === undefined) throw new Error('deployments are not stored');
  const resource: Resource = {
    ...plain,
    storage: {
      ...plain.storage,
      version: 'v0',
      converter: {
        atOnce: 16,
        convert(objects, apiVersion) {
          count[apiVersion === 'apps/v0' ? 'encoded' : 'decoded'] += objects.length;
          return objects.map((object) => ({ ...object, apiVersion }));
        },
      },
    },
  };
  api.resources.change({ put: [resource] });
  const write = async (verb: Verb, asked: Asked): Promise<typeof count> => {
    const path = verb === 'create' ? { namespace: 'a' } : x;
    const request = api.request(verb, 'deployments.apps', { ...path, ...asked });
    count.decoded = 0;
    count.encoded = 0;
    const answer = await api.answer(request);
    t.ok(answer.status < 300, `${verb} is answered with ${answer.status}`);
    return { ...count };
  };
  return { write };
}

t.test('every write decodes the stored object once at most, and encodes it once', async (t) => {
  const { write } = await counting(t);
  // The answer converts the object once more for this version.
  const answered = 1;
  t.strictSame(await write('create', { body: workload }), { decoded: answered, encoded: 1 });
  const once = { decoded: 1 + answered, encoded: 1 };
  t.strictSame(await write('update', { body: workload }), once);
  t.strictSame(await write('patch', { body: { metadata: { labels: { a: 'c' } } }, contentType: types.merge }), once);
  t.strictSame(
    await write('patch', { body: { metadata: { labels: { a: 'd' } } }, contentType: types.strategic }),
    once,
  );
  const operations = [{ op: 'replace', path: '/metadata/labels/a', value: 'e' }];
  t.strictSame(await write('patch', { body: operations, contentType: types.json }), once);
  t.strictSame(await write('delete', {}), { decoded: 1, encoded: 1 });
});

t.test('admission gets the stored object unchanged, also when the new one is changed in place', async (t) => {
  const seen: unknown[] = [];
  const admission: Admission = {
    mutate({ object, oldObject }) {
      if (oldObject === undefined || object === undefined) return undefined;
      if (object.kind === 'Scale') {
        (object as unknown as { spec: { replicas: number } }).spec.replicas += 1;
        seen.push(structuredClone(oldObject));
        return undefined;
      }
      const template = (object as unknown as typeof workload).spec.template;
      template.metadata.labels = { ...template.metadata.labels };
      template.spec.containers[0]!.image = 'other';
      object.metadata.labels!['a'] = 'changed';
      seen.push(structuredClone(oldObject));
      return undefined;
    },
    validate({ operation, oldObject }) {
      if (operation === 'UPDATE') t.strictSame(oldObject, seen.at(-1));
      return undefined;
    },
  };
  const api = await inProcess('kubernetes', { admission });
  t.teardown(() => api.close());
  const ways: readonly (readonly [string, Verb, Asked])[] = [
    ['a merge patch', 'patch', { body: { spec: { replicas: 2 } }, contentType: types.merge }],
    ['a strategic patch', 'patch', { body: { spec: { replicas: 2 } }, contentType: types.strategic }],
    ['a JSON patch', 'patch', { body: [], contentType: types.json }],
    ['a scale', 'patch', { subresource: 'scale', body: { spec: { replicas: 2 } }, contentType: types.merge }],
    ['a replaced scale', 'update', { subresource: 'scale', body: { metadata: { name: 'x' }, spec: { replicas: 3 } } }],
    ['a status', 'patch', { subresource: 'status', body: { status: { replicas: 2 } }, contentType: types.merge }],
  ];
  const workloadAsStored = { metadata: { labels: { a: 'b' } }, spec: workload.spec };
  for (const [title, verb, asked] of ways) {
    await api.call('delete', 'deployments.apps', x);
    await api.call('create', 'deployments.apps', { namespace: 'a', body: workload });
    const answer = await api.call(verb, 'deployments.apps', { ...x, ...asked });
    t.equal(answer.status, 200, answer.text);
    const { replicas = 1 } = workload.spec as { readonly replicas?: number };
    const before = asked.subresource === 'scale' ? { kind: 'Scale', spec: { replicas } } : workloadAsStored;
    t.match(seen.at(-1), before, title);
  }
});

function ofStore(store: Store): Store {
  return {
    latest: () => store.latest(),
    get: (key) => store.get(key),
    range: (range) => store.range(range),
    commit: (write) => store.commit(write),
    follow: (options) => store.follow(options),
    compact: (revision) => store.compact(revision),
    close: async () => {},
  };
}
