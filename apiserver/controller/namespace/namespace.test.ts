import t from 'tap';
import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { Informer } from '../../../shared/client/watch/informer.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import * as resources from '../api/resources.ts';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { deletionConditions, type DeletionPass, isEmptied, nextPassAfter } from './deletion-pass.ts';
import { namespaceController } from './namespace-controller.ts';

const clean: DeletionPass = {
  discoveryFailures: new Map(),
  deletionFailures: [],
  remaining: [],
  finalizers: new Map(),
};
const now = Date.UTC(2026, 0, 1);
const vendor = vendorOf('orch');

t.test('conditions say how far the emptying is', async (t) => {
  const good = deletionConditions([], clean, now, vendor);
  t.strictSame(
    good.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
    [
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions',
      'NamespaceDeletionContentFailure False ContentDeleted',
      'NamespaceContentRemaining False ContentRemoved',
      'NamespaceFinalizersRemaining False ContentHasNoFinalizers',
    ],
  );
  t.equal(deletionConditions(good, clean, now + 5000, vendor), good, 'nothing changed: nothing to write');
  const pass: DeletionPass = {
    ...clean,
    remaining: [{ resource: resources.pods, count: 2 }],
    finalizers: new Map([['a/b', 1]]),
  };
  const bad = deletionConditions(good, pass, now + 5000, vendor);
  t.match(bad[3], {
    status: 'True',
    reason: 'SomeResourcesRemain',
    message: 'Some resources are remaining: pods. has 2 resource instances',
    lastTransitionTime: '2026-01-01T00:00:05Z',
  });
  t.match(bad[4]?.message, 'Some content in the namespace has finalizers remaining: a/b in 1 resource instances');
  t.equal(bad[0], good[0]);
  const fewer = { ...pass, remaining: [{ resource: resources.pods, count: 1 }] };
  t.match(deletionConditions(bad, fewer, now + 9000, vendor)[3], {
    message: 'Some resources are remaining: pods. has 1 resource instances',
    lastTransitionTime: '2026-01-01T00:00:05Z',
  });
  t.equal(isEmptied(clean), true);
  t.equal(isEmptied(pass), false);
  t.equal(isEmptied({ ...clean, discoveryFailures: new Map([['x/v1', 'down']]) }), false);
});

t.test('a condition gives the reason why objects could not be found or deleted', async (t) => {
  const pass: DeletionPass = {
    ...clean,
    discoveryFailures: new Map([['x/v1', 'down']]),
    deletionFailures: ['pods: refused', 'maps: refused'],
  };
  const [discovery, , content] = deletionConditions([], pass, now, vendor);
  t.match(discovery, { status: 'True', reason: 'DiscoveryFailed', message: /1 failing: x\/v1: down$/ });
  t.match(content, {
    status: 'True',
    reason: 'ContentDeletionFailed',
    message: /2 remaining: maps: refused, pods: refused$/,
  });
});

t.test('passes follow each other quickly at first and with patience later', async (t) => {
  t.ok(nextPassAfter(1, 30) <= 100);
  t.equal(nextPassAfter(50, 30), 16_000);
});

t.test('a deleted namespace is emptied, pods first, and then removed', async (t) => {
  const api = new TestApi({
    '/api/v1/namespaces': { kind: 'Namespace', namespaced: false },
    '/api/v1/pods': { kind: 'Pod', namespaced: true },
    '/api/v1/configmaps': { kind: 'ConfigMap', namespaced: true },
  });
  api.put('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'n' },
    spec: { finalizers: ['orch'] },
    status: { phase: 'Active' },
  });
  const within = (name: string, finalizers: string[] = []) => ({
    apiVersion: 'v1',
    kind: 'X',
    metadata: { name, namespace: 'n', ...(finalizers.length === 0 ? {} : { finalizers }) },
  });
  api.put('/api/v1/pods', within('p', ['agent']));
  api.put('/api/v1/configmaps', within('c'));
  api.put('/api/v1/configmaps', { ...within('other'), metadata: { name: 'other', namespace: 'm' } });
  const stop = new AbortController();
  const informer = new Informer(new ApiClient(api.transport).resource(resources.namespaces), { clock: systemClock });
  const loops = [
    informer.run(stop.signal),
    namespaceController(api.environment(vendor, systemClock), informer).run(stop.signal),
  ];
  api.startDelete('/api/v1/namespaces', '', 'n');
  const conditions = () =>
    (
      api.get('/api/v1/namespaces', '', 'n') as
        | { status?: { conditions?: { type: string; status: string }[] } }
        | undefined
    )?.status?.conditions;
  await eventually(
    () => conditions()?.some(({ type, status }) => type === 'NamespaceContentRemaining' && status === 'True') === true,
    'the pod is waited for',
  );
  t.ok(api.get('/api/v1/configmaps', 'n', 'c'), 'everything else waits for the pods');
  api.remove('/api/v1/pods', 'n', 'p');
  await eventually(() => api.get('/api/v1/namespaces', '', 'n') === undefined, 'the namespace is gone');
  t.equal(api.get('/api/v1/configmaps', 'n', 'c'), undefined);
  t.ok(api.get('/api/v1/configmaps', 'm', 'other'), 'other namespaces are left alone');
  stop.abort();
  await Promise.all(loops);
});

t.test('only the finalizer of the server is taken from an emptied namespace', async (t) => {
  const api = new TestApi({
    '/api/v1/namespaces': { kind: 'Namespace', namespaced: false },
    '/api/v1/configmaps': { kind: 'ConfigMap', namespaced: true },
  });
  const put = (name: string, ...finalizers: string[]) => {
    api.put('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { finalizers } });
    api.put('/api/v1/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: name } });
    api.startDelete('/api/v1/namespaces', '', name);
  };
  put('shared', 'example.com/x', 'orch');
  put('foreign', 'example.com/x');
  const policies: unknown[] = [];
  const transport: Transport = (request) => {
    const { propagationPolicy } = JSON.parse(String(request.body ?? '{}')) as { propagationPolicy?: string };
    if (request.method === 'DELETE') policies.push(propagationPolicy);
    return api.transport(request);
  };
  const environment = { ...api.environment(vendor, systemClock), transportFor: () => transport };
  const stop = new AbortController();
  const informer = new Informer(new ApiClient(api.transport).resource(resources.namespaces), { clock: systemClock });
  const loops = [informer, namespaceController(environment, informer)].map((loop) => loop.run(stop.signal));
  const finalizers = (name: string) =>
    (api.get('/api/v1/namespaces', '', name)?.['spec'] as { finalizers?: string[] } | undefined)?.finalizers;
  await eventually(() => finalizers('shared')?.length === 1, 'one finalizer is gone');
  t.strictSame(finalizers('shared'), ['example.com/x']);
  t.equal(api.get('/api/v1/configmaps', 'shared', 'c'), undefined);
  put('last', 'orch');
  await eventually(() => finalizers('last') === undefined, 'a later one is gone');
  t.strictSame(finalizers('foreign'), ['example.com/x']);
  t.ok(api.get('/api/v1/configmaps', 'foreign', 'c'), 'the server has left it');
  t.strictSame([...new Set(policies)], ['Background'], 'no object waits for a collector');
  stop.abort();
  await Promise.all(loops);
});

t.test('a namespace that is gone when its turn comes is no failure, and is not asked for again', async (t) => {
  const api = new TestApi({
    '/api/v1/namespaces': { kind: 'Namespace', namespaced: false },
    '/api/v1/configmaps': { kind: 'ConfigMap', namespaced: true },
  });
  for (const name of ['gone', 'late']) {
    api.put('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
      spec: { finalizers: ['orch'] },
    });
    api.startDelete('/api/v1/namespaces', '', name);
  }
  const asked: string[] = [];
  const warned: string[] = [];
  const missing = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
  const transport: Transport = async (request) => {
    const answer = await api.transport(request);
    if (!request.path.endsWith('/namespaces/gone')) return answer;
    asked.push(request.path);
    return { ...answer, status: 404, body: bytesOf(JSON.stringify(missing)) };
  };
  const informer = new Informer(new ApiClient(api.transport).resource(resources.namespaces), { clock: systemClock });
  const environment = {
    ...api.environment(vendor, systemClock),
    transportFor: () => transport,
    log: { ...silentLog, warn: (words: string) => void warned.push(words) },
  };
  const stop = new AbortController();
  const loops = [informer.run(stop.signal), namespaceController(environment, informer).run(stop.signal)];
  await eventually(() => api.get('/api/v1/namespaces', '', 'late') === undefined, 'the other namespace is gone');
  stop.abort();
  await Promise.all(loops);
  t.strictSame(warned, []);
  t.equal(asked.length, 1);
});

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
