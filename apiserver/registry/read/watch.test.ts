import t from 'tap';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { at, inProcess } from '../../../fixtures/apiserver/registry.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { Sink } from '../contract/resource-handler.ts';

const vendors: readonly VendorId[] = ['orch', 'kubernetes'];
const map = (name: string, labels = {}) => ({ metadata: { name, labels } });
const told = (event: unknown): readonly unknown[] => [at(event, 'type'), at(event, 'object.metadata.name')];

t.test('a watch from a version sends creations, changes and removals after it (WATCH-008 to WATCH-012)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const first = await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
  const version = String(first.at('metadata.resourceVersion'));
  await api.call('create', 'configmaps', { namespace: 'a', body: map('y') });
  const watching = await api.watch('configmaps', { namespace: 'a', query: `watch=1&resourceVersion=${version}` });
  t.strictSame(told(await watching.next()), ['ADDED', 'y']);
  await api.call('patch', 'configmaps', {
    namespace: 'a',
    name: 'x',
    contentType: 'application/merge-patch+json',
    body: { data: { k: 'v' } },
  });
  const changed = await watching.next();
  t.strictSame(told(changed), ['MODIFIED', 'x']);
  t.equal(at(changed, 'object.kind'), 'ConfigMap');
  t.equal(at(changed, 'object.data.k'), 'v');
  await api.call('delete', 'configmaps', { namespace: 'a', name: 'x' });
  const removed = await watching.next();
  t.strictSame(told(removed), ['DELETED', 'x']);
  t.ok(Number(at(removed, 'object.metadata.resourceVersion')) > Number(at(changed, 'object.metadata.resourceVersion')));
  watching.stop();
  t.equal(await watching.next(), undefined);
});

t.test('watches of one namespace and of all get missed events in order, however many resume (WATCH-010)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const first = await api.call('create', 'configmaps', { namespace: 'a', body: map('before') });
  const query = `watch=1&resourceVersion=${String(first.at('metadata.resourceVersion'))}`;
  for (const [namespace, name] of [
    ['a', 'x'],
    ['b', 'y'],
    ['a', 'z'],
  ] as const) {
    await api.call('create', 'configmaps', { namespace, body: map(name, { of: namespace }) });
  }
  const namesOf = async (where: object, selector: string, count: number): Promise<unknown[]> => {
    const watching = await api.watch('configmaps', { ...where, query: `${query}${selector}` });
    const names: unknown[] = [];
    while (names.length < count) names.push(at(await watching.next(), 'object.metadata.name'));
    watching.stop();
    return names;
  };
  for (let turn = 0; turn < 2; turn += 1) {
    t.strictSame(await namesOf({ namespace: 'a' }, '', 2), ['x', 'z']);
    t.strictSame(await namesOf({ namespace: '' }, '', 3), ['x', 'y', 'z']);
    t.strictSame(await namesOf({ namespace: '' }, '&labelSelector=of%3Db', 1), ['y']);
  }
});

for (const vendor of vendors) {
  t.test(
    `${vendor}: a streaming list sends the state, a bookmark, then changes (WATCH-026 to WATCH-031)`,
    async (t) => {
      const api = await inProcess(vendor);
      t.teardown(() => api.close());
      await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
      const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      const watching = await api.watch('configmaps', { namespace: 'a', query });
      t.strictSame(told(await watching.next()), ['ADDED', 'x']);
      const bookmark = await watching.next();
      t.equal(at(bookmark, 'type'), 'BOOKMARK');
      t.equal(at(bookmark, 'object.kind'), 'ConfigMap');
      const annotations = vendor === 'orch' ? undefined : { [api.vendor.fill('{api}/initial-events-end')]: 'true' };
      t.strictSame(at(bookmark, 'object.metadata.annotations'), annotations);
      await api.call('create', 'configmaps', { namespace: 'a', body: map('y') });
      t.strictSame(told(await watching.next()), ['ADDED', 'y']);
      watching.stop();
    },
  );

  t.test(
    `${vendor}: every object that is selected comes once and whole in the initial events, however many there are`,
    async (t) => {
      const api = await inProcess(vendor);
      t.teardown(() => api.close());
      const data = { text: 'x'.repeat(2000) };
      for (let index = 100; index < 200; index += 1) {
        const metadata = { name: `c-${index}`, labels: { odd: String(index % 2) } };
        await api.call('create', 'configmaps', { namespace: 'a', body: { metadata, data } });
      }
      const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      for (const [selector, step] of [
        ['', 1],
        ['&labelSelector=odd%3D0', 2],
      ] as const) {
        const watching = await api.watch('configmaps', { namespace: 'a', query: `${query}${selector}` });
        for (let index = 100; index < 200; index += step) {
          const event = await watching.next();
          t.strictSame(told(event), ['ADDED', `c-${index}`]);
          t.equal(at(event, 'object.kind'), 'ConfigMap');
          t.strictSame(at(event, 'object.data'), data);
        }
        t.equal(at(await watching.next(), 'type'), 'BOOKMARK');
        watching.stop();
      }
    },
  );

  t.test(`${vendor}: a watch from a version no longer retained fails with 410 (WATCH-015)`, async (t) => {
    const clock = new FakeClock();
    const api = await inProcess(vendor, { clock });
    t.teardown(() => api.close());
    await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
    const outdated = { namespace: 'a', query: 'watch=1&resourceVersion=1' };
    // Changes older than the history is kept are forgotten when later ones come.
    await clock.advance(400_000);
    await api.call('create', 'configmaps', { namespace: 'a', body: map('y') });
    if (vendor === 'orch') {
      const refused = await api.call('watch', 'configmaps', outdated);
      t.equal(refused.status, 410);
      t.equal(refused.at('reason'), 'Expired');
      t.match(refused.at('message'), /^too old resource version: 1 \(\d+\)$/);
    } else {
      const watching = await api.watch('configmaps', outdated);
      const error = await watching.next();
      t.equal(at(error, 'type'), 'ERROR');
      t.equal(at(error, 'object.code'), 410);
      t.equal(await watching.next(), undefined, 'the stream ends');
    }
  });
}

t.test('selectors turn changes into additions and removals', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
  const watching = await api.watch('configmaps', { namespace: 'a', query: 'watch=1&labelSelector=on' });
  const label = (value: string | null) =>
    api.call('patch', 'configmaps', {
      namespace: 'a',
      name: 'x',
      contentType: 'application/merge-patch+json',
      body: { metadata: { labels: { on: value } }, data: { last: String(value) } },
    });
  await label('1');
  t.strictSame(told(await watching.next()), ['ADDED', 'x']);
  const off = await label(null);
  const left = await watching.next();
  t.strictSame(told(left), ['DELETED', 'x']);
  t.equal(at(left, 'object.data.last'), '1', 'the last state that matched');
  t.equal(at(left, 'object.metadata.resourceVersion'), off.at('metadata.resourceVersion'));
  watching.stop();
});

t.test('a watch of one name gets events of that name only, and may wait for its creation (WATCH-001)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const watching = await api.watch('configmaps', { namespace: 'a', name: 'x', query: 'watch=1' });
  await api.call('create', 'configmaps', { namespace: 'a', body: map('w') });
  await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
  t.strictSame(told(await watching.next()), ['ADDED', 'x']);
  watching.stop();
});

t.test('a watch of one name by a selector begins when the object is selected', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: map('x', { on: 'no' }) });
  const watching = await api.watch('configmaps', { namespace: 'a', name: 'x', query: 'watch=1&labelSelector=on=yes' });
  const label = (on: string) => ({ metadata: { labels: { on } } });
  const change = (body: object) =>
    api.call('patch', 'configmaps', {
      namespace: 'a',
      name: 'x',
      contentType: 'application/merge-patch+json',
      body,
    });
  await change({ data: { k: 'v' } });
  await change(label('yes'));
  const first = await watching.next();
  t.strictSame(told(first), ['ADDED', 'x']);
  t.equal(at(first, 'object.metadata.labels.on'), 'yes', 'not the object before it was selected');
  await change(label('no'));
  t.strictSame(told(await watching.next()), ['DELETED', 'x']);
  watching.stop();
});

t.test('bookmarks are sent every minute and shortly before the end, on request (WATCH-021 to WATCH-023)', async (t) => {
  const clock = new FakeClock();
  const api = await inProcess('orch', { clock });
  t.teardown(() => api.close());
  const watching = await api.watch('configmaps', { query: 'watch=1&allowWatchBookmarks=true&timeoutSeconds=100' });
  const silent = await api.watch('configmaps', { query: 'watch=1&timeoutSeconds=100' });
  await clock.advance(60_000);
  t.equal(at(await watching.next(), 'type'), 'BOOKMARK');
  await clock.advance(38_000);
  t.equal(at(await watching.next(), 'type'), 'BOOKMARK');
  await clock.advance(2_000);
  t.equal(await watching.next(), undefined, 'ends without an event');
  t.equal(await silent.next(), undefined);
});

t.test('parameters that do not go together are refused (VERB-067)', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  for (const query of ['sendInitialEvents=true', 'resourceVersionMatch=NotOlderThan', 'resourceVersion=x']) {
    t.equal((await api.call('watch', 'configmaps', { query: `watch=1&${query}` })).status, 422, query);
  }
  t.equal((await api.call('watch', 'configmaps', { query: 'watch=1', accept: 'application/yaml' })).status, 406);
});

t.test('a table is streamed with its columns in the first event only', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
  await api.call('create', 'configmaps', { namespace: 'a', body: map('y') });
  const watching = await api.watch('configmaps', {
    query: 'watch=1',
    accept: api.vendor.fill('application/json;as=Table;v=v1;g=meta.{api}'),
  });
  const first = await watching.next();
  t.equal(at(first, 'object.columnDefinitions.0.name'), 'Name');
  t.equal(at(first, 'object.rows.0.cells.0'), 'x');
  t.equal(at(await watching.next(), 'object.columnDefinitions'), null);
  watching.stop();
});

t.test('a watcher that does not read is disconnected', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const answer = await api.answer(api.request('watch', 'configmaps', { query: 'watch=1' }));
  if (answer.kind !== 'stream') throw new Error('the answer is no stream');
  const running = answer.run({ queued: 2 ** 30, drained: async () => {}, write: () => false });
  await api.call('create', 'configmaps', { namespace: 'a', body: map('x') });
  await running;
  t.pass('the stream has ended');
});

t.test('a watch without a timeout of its own ends after one to two times the shortest (WATCH-044U)', async (t) => {
  const clock = new FakeClock();
  const api = await inProcess('orch', { clock, shortestWatch: 60 });
  t.teardown(() => api.close());
  const watching = await api.watch('configmaps', { query: 'watch=1' });
  const ended: number[] = [];
  const end = watching.next().then(() => ended.push(clock.monotonic()));
  await clock.untilSleeping(1);
  await clock.advance(59_000);
  t.strictSame(ended, [], 'not before');
  await clock.advance(61_000);
  await end;
  t.equal(ended.length, 1);
});

/** Takes whole chunks, and counts queued bytes until the queue is drained. */
class Taken implements Sink {
  readonly chunks: Buffer[] = [];
  /** Frames. */
  count = 0;
  queued = 0;
  most = 0;

  write(chunk: Buffer): boolean {
    this.chunks.push(chunk);
    this.count += chunk.toString().split('\n').length - 1;
    this.queued += chunk.length;
    this.most = Math.max(this.most, this.queued);
    return this.queued < 16_384;
  }

  async drained(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.queued = 0;
  }

  get names(): readonly unknown[] {
    const lines = Buffer.concat(this.chunks).toString().split('\n');
    return lines.filter((line) => line !== '').map((line) => at(JSON.parse(line), 'object.metadata.name'));
  }
}

async function untilTaken(sink: Taken, count: number): Promise<void> {
  while (sink.count < count) await new Promise((resolve) => setImmediate(resolve));
}

for (const [what, options, names] of [
  ['what was missed', '', ['y-1', 'x-2', 'x-3']],
  ['what was missed of a selection', '&labelSelector=of%3Dx', ['x-2', 'x-3']],
  ['what was there', '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan', ['x-0', 'x-2', 'x-3', 'y-1']],
  [
    'what was there of a selection',
    '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&labelSelector=of%3Dx',
    ['x-0', 'x-2', 'x-3'],
  ],
] as const) {
  t.test(`watchers that want the same get the same bytes: ${what}, and what comes`, async (t) => {
    const api = await inProcess('orch');
    t.teardown(() => api.close());
    const first = await api.call('create', 'configmaps', { namespace: 'a', body: map('x-0', { of: 'x' }) });
    for (const name of ['y-1', 'x-2', 'x-3']) {
      await api.call('create', 'configmaps', { namespace: 'a', body: map(name, { of: name.slice(0, 1) }) });
    }
    const query = `watch=1&resourceVersion=${String(first.at('metadata.resourceVersion'))}${options}`;
    const end = new AbortController();
    const asked = { namespace: 'a', query, signal: end.signal };
    const sinks = [new Taken(), new Taken(), new Taken()] as const;
    const answers = await Promise.all(sinks.map(async () => api.answer(api.request('watch', 'configmaps', asked))));
    const runs = answers.map(async (answer, index) => {
      if (answer.kind === 'stream') await answer.run(sinks[index] ?? new Taken());
    });
    for (const sink of sinks) await untilTaken(sink, names.length);
    await api.call('create', 'configmaps', { namespace: 'a', body: map('live', { of: 'x' }) });
    for (const sink of sinks) await untilTaken(sink, names.length + 1);
    for (const sink of sinks) t.strictSame(sink.names, [...names, 'live']);
    // The first of those who came for what was there may have been alone with it.
    const [, second, third] = sinks;
    t.equal(second.chunks.length, third.chunks.length);
    for (const [index, chunk] of third.chunks.entries()) t.equal(chunk, second.chunks[index]);
    end.abort();
    await Promise.all(runs);
  });
}

t.test('a watcher far behind gets missed events piece by piece, and then new ones', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const first = await api.call('create', 'configmaps', { namespace: 'a', body: map('before') });
  const data = { text: 'x'.repeat(10_000) };
  const names = Array.from({ length: 300 }, (_, index) => `m-${index}`);
  for (const name of names)
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name }, data } });
  const end = new AbortController();
  const query = `watch=1&resourceVersion=${String(first.at('metadata.resourceVersion'))}`;
  const answer = await api.answer(api.request('watch', 'configmaps', { namespace: 'a', query, signal: end.signal }));
  const sink = new Taken();
  const run = answer.kind === 'stream' ? answer.run(sink) : Promise.resolve();
  await api.call('create', 'configmaps', { namespace: 'a', body: map('meanwhile') });
  await untilTaken(sink, names.length + 1);
  t.strictSame(sink.names, [...names, 'meanwhile']);
  t.ok(sink.most < 2 * 1024 * 1024, `${sink.most} bytes waited at most of ${Buffer.concat(sink.chunks).length}`);
  end.abort();
  await run;
});

t.test('only one piece of the initial state is queued for a watcher at a time', async (t) => {
  const api = await inProcess('orch');
  t.teardown(() => api.close());
  const data = { text: 'x'.repeat(90_000) };
  for (let index = 0; index < 20; index += 1) {
    await api.call('create', 'configmaps', { namespace: 'a', body: { metadata: { name: `m-${index}` }, data } });
  }
  const end = new AbortController();
  const query = 'watch=1&resourceVersion=0';
  const answer = await api.answer(api.request('watch', 'configmaps', { namespace: 'a', query, signal: end.signal }));
  const sink = new Taken();
  const run = answer.kind === 'stream' ? answer.run(sink) : Promise.resolve();
  await untilTaken(sink, 20);
  t.ok(sink.most < 100_000, `${sink.most} bytes waited at most`);
  end.abort();
  await run;
});
