// Resources join, change and leave a running server under load: writers, watchers and lists of the same and of other kinds.

import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { widgetGroup, widgetPrefix, widgets } from '../../fixtures/apiserver/widgets.fixture.ts';
import { etcdMissing, startEtcdProcess } from '../../fixtures/process/etcd-process.ts';
import { isNotFound } from '../../shared/client/request/failure.ts';
import { type Client, createClient, StatusError } from '../../shared/client/index.ts';
import type { ApiObject, GroupVersionResource } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import type { StartedServer } from '../running-server.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const widgetKind = { group: widgetGroup, version: 'v1', resource: 'widgets' };
const path = `/apis/${widgetGroup}/v1/namespaces/default/widgets`;

const widget = (name: string): ApiObject & { spec: { color: string } } => ({
  apiVersion: `${widgetGroup}/v1`,
  kind: 'Widget',
  metadata: { name },
  spec: { color: 'red' },
});
const configMap = (name: string): ApiObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

async function serverOf(t: Test, options: ApiServerOptions): Promise<{ started: StartedServer; client: Client }> {
  const started = await startServer({ vendor: 'kubernetes', ...options });
  t.teardown(() => started.api.stop());
  const client = await createClient({ kubeconfig: started.api.kubeconfig });
  t.teardown(() => client.close());
  return { started, client };
}

/** Loops until it is stopped; `failures` are answers that no client should get. */
class Load {
  readonly failures: string[] = [];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** `expected`: codes that the loop may get while its resource comes and goes. */
  run(what: string, expected: readonly number[], step: () => Promise<void>): void {
    const loop = async (): Promise<void> => {
      while (!this.signal.aborted) {
        try {
          await step();
        } catch (error) {
          if (this.signal.aborted) return;
          const code = error instanceof StatusError ? error.code : 0;
          if (!expected.includes(code)) this.failures.push(`${what}: ${code} ${String(error)}`);
          await pause(2);
        }
      }
    };
    this.#running.push(loop());
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}

async function until(condition: () => boolean): Promise<boolean> {
  const end = Date.now() + 60_000;
  while (!condition() && Date.now() < end) await pause(5);
  return condition();
}

/** One watch that must not end, from a version on: every event is to come once, in order. */
function watchOthers(load: Load, client: Client, resourceVersion: string) {
  const seen: string[] = [];
  const watch = { ended: false };
  const run = async (): Promise<void> => {
    const events = client.resource(configMaps).in('default').watch({ resourceVersion, signal: load.signal });
    for await (const { type, object } of events) if (type !== 'BOOKMARK') seen.push(`${type} ${object.metadata.name}`);
  };
  run()
    .catch(() => {})
    .finally(() => {
      watch.ended = !load.signal.aborted;
    });
  return { seen, watch };
}

function atOnce(client: Client, kind: GroupVersionResource) {
  return client.resource<ApiObject>(kind).in('default');
}

/** Creates and deletes objects of a kind one after the other; answers the names of those whose create was acknowledged. */
function write(
  load: Load,
  client: Client,
  kind: GroupVersionResource,
  make: (name: string) => ApiObject,
  lane: number,
) {
  const made: string[] = [];
  const objects = atOnce(client, kind);
  let count = 0;
  const gone = kind === widgetKind ? [404] : [];
  load.run(`writer of ${kind.resource}`, gone, async () => {
    const name = `w${lane}-${(count += 1)}`;
    await objects.create(make(name));
    made.push(name);
    await objects.patch(name, 'merge', { metadata: { labels: { lane: String(lane) } } });
    await objects.delete(name);
  });
  return made;
}

function suite(name: string, options: () => ApiServerOptions): void {
  t.test(`${name}: resources join, change and leave under load, and the others do not notice`, async (t) => {
    const { started, client } = await serverOf(t, options());
    const { resources, watchCache } = started.parts;
    const first = await atOnce(client, configMaps).create(configMap('first'));
    const load = new Load();
    const { seen, watch } = watchOthers(load, client, first.metadata.resourceVersion ?? '');
    const made = [1, 2].map((lane) => write(load, client, configMaps, configMap, lane));
    const own = [3, 4].map((lane) => write(load, client, widgetKind, widget, lane));
    let lists = 0;
    load.run('list of configmaps', [], async () => {
      for await (const _ of atOnce(client, configMaps).listPages({ limit: 50 })) lists += 1;
    });
    load.run('list of widgets', [404, 410], async () => {
      for await (const _ of atOnce(client, widgetKind).listPages({ limit: 2 })) lists += 1;
    });
    let events = 0;
    load.run('watch of widgets', [404, 410], async () => {
      for await (const _ of atOnce(client, widgetKind).watch({ signal: load.signal })) events += 1;
    });
    const caches = [...watchCache.caches].length;
    const count = (lanes: readonly (readonly string[])[]): number => lanes.reduce((sum, { length }) => sum + length, 0);
    // Each step lasts until others have worked through it, however slow the machine is.
    const more = async (lanes: readonly (readonly string[])[]): Promise<void> => {
      const enough = count(lanes) + 4;
      t.ok(await until(() => count(lanes) >= enough), 'writers make progress');
    };
    for (let round = 0; round < 6; round += 1) {
      resources.change({ put: [widgets(vendor, { selectable: ['color'] })] });
      await more(own);
      resources.change({ put: [widgets(vendor, { fields: ['size'], columns: ['color', 'size'] })] });
      await more(own);
      const known = events;
      t.ok(await until(() => events > known), 'watchers see events');
      resources.change({ remove: [widgets(vendor)] });
      t.equal(watchCache.cacheOf(widgetPrefix), undefined);
      await more(made);
    }
    t.ok(lists > 0, 'lists are answered');
    await load.stop();
    t.strictSame(load.failures, []);
    t.notOk(watch.ended, 'the watch of the other kind went on');
    for (const names of made) {
      // The watch ended with the load: what was made last may not have come any more.
      for (const one of names.slice(0, -2)) {
        const of = seen.filter((event) => event.endsWith(` ${one}`)).map((event) => event.split(' ')[0]);
        if (of.join() !== 'ADDED,MODIFIED,DELETED') t.equal(of.join(), 'ADDED,MODIFIED,DELETED', one);
      }
    }
    t.equal([...watchCache.caches].length, caches, 'no cache is left behind');
    const metrics = (await administratorOf(started.api)('GET', '/metrics')).text;
    t.notMatch(metrics, /apiserver_resource_objects\{[^}]*resource="widgets"/);
    t.notMatch(metrics, /apiserver_longrunning_requests\{[^}]*resource="widgets"[^}]*\} [1-9]/);
    t.notMatch(metrics, /apiserver_request_total\{[^}]*code="5\d\d"/, 'no answer was an error of the server');
  });

  t.test(`${name}: an added resource is served and published at once, a removed one is gone`, async (t) => {
    const { started } = await serverOf(t, options());
    const ask = administratorOf(started.api);
    const document = async (of: string, accept = 'application/json') => {
      const answer = await ask('GET', of, undefined, { accept });
      return { ...answer, json: answer.status === 200 ? (JSON.parse(answer.text) as never) : undefined };
    };
    const aggregated = vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const documents = { v2: '/openapi/v2', v3: '/openapi/v3', all: '/apis', index: '/' };
    const texts = async () => {
      const entries = Object.entries(documents).map(async ([key, of]) => [
        key,
        await document(of, key === 'all' ? aggregated : undefined),
      ]);
      return Object.fromEntries(await Promise.all(entries)) as Record<
        keyof typeof documents,
        Awaited<ReturnType<typeof document>>
      >;
    };
    const before = await texts();
    for (const answer of Object.values(before)) t.notMatch(answer.text, /widget|shop\.example/);
    t.equal((await ask('GET', path)).status, 404);
    const record = widgets(vendor);
    started.parts.resources.change({ put: [record] });
    t.equal((await ask('POST', path, widget('a'))).status, 201);
    t.equal((await document(path)).status, 200);
    const tables = vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    t.match((await document(path, tables)).text, /"cells":\["a","red"\]/);
    const during = await texts();
    for (const key of ['v2', 'v3', 'all', 'index'] as const) t.match(during[key].text, /shop\.example/, key);
    for (const key of ['v2', 'v3', 'all'] as const) t.not(during[key].headers.etag, before[key].headers.etag, key);
    t.match((await document(`/apis/${widgetGroup}`)).text, '"preferredVersion":{"groupVersion":"shop.example/v1"');
    t.match((await document(`/apis/${widgetGroup}/v1`)).text, '"name":"widgets/status"');
    t.match((await document(`/openapi/v3/apis/${widgetGroup}/v1`)).text, '"example.shop.v1.Widget"');
    started.parts.resources.change({ put: [widgets(vendor, { fields: ['size'] })] });
    t.match(
      (await document(`/openapi/v3/apis/${widgetGroup}/v1`)).text,
      '"size"',
      'the document is that of the new form',
    );
    const large = { ...widget('b'), spec: { color: 'red', size: 'large' } };
    t.match((await ask('POST', path, large)).text, '"size":"large"');
    started.parts.resources.change({ remove: [record] });
    for (const of of [path, `${path}/a`, `/apis/${widgetGroup}`, `/openapi/v3/apis/${widgetGroup}/v1`]) {
      t.equal((await ask('GET', of)).status, 404, of);
    }
    const after = await texts();
    for (const key of ['v2', 'v3', 'all', 'index'] as const) t.equal(after[key].text, before[key].text, key);
    t.equal(after.v3.headers.etag, before.v3.headers.etag, 'the same documents have the same tag again');
  });

  t.test(
    `${name}: dependents of a kind that joined are collected, and its objects go with their namespace`,
    async (t) => {
      const { started, client } = await serverOf(t, options());
      const { resources } = started.parts;
      resources.change({ put: [widgets(vendor)] });
      const owner = await atOnce(client, widgetKind).create(widget('owner'));
      const { name = '', uid = '' } = owner.metadata;
      const reference = { apiVersion: `${widgetGroup}/v1`, kind: 'Widget', name, uid };
      const owned = { ownerReferences: [reference] };
      await atOnce(client, configMaps).create({ ...configMap('dependent'), metadata: { name: 'dependent', ...owned } });
      await atOnce(client, widgetKind).create({ ...widget('dependent'), metadata: { name: 'dependent', ...owned } });
      await atOnce(client, widgetKind).delete('owner', { propagationPolicy: 'Foreground' });
      const gone = async (kind: GroupVersionResource, one: string): Promise<boolean> =>
        atOnce(client, kind)
          .get(one)
          .then(
            () => false,
            (error: unknown) => isNotFound(error),
          );
      const end = Date.now() + 60_000;
      const places = [
        [configMaps, 'dependent'],
        [widgetKind, 'dependent'],
        [widgetKind, 'owner'],
      ] as const;
      for (const [kind, one] of places) {
        while (!(await gone(kind, one)) && Date.now() < end) await pause(20);
        t.ok(await gone(kind, one), `${kind.resource} ${one}`);
      }
      const namespaces = client.resource<ApiObject>({ group: '', version: 'v1', resource: 'namespaces' });
      await namespaces.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
      await client.resource<ApiObject>(widgetKind).in('shop').create(widget('a'));
      await namespaces.delete('shop');
      const left = async () =>
        namespaces.get('shop').then(
          () => true,
          (error: unknown) => !isNotFound(error),
        );
      while ((await left()) && Date.now() < end) await pause(20);
      t.notOk(await left(), 'the namespace is gone');
      const rest = watchObjects(started);
      t.strictSame(rest, [], 'and nothing of it is left');
    },
  );
}

function watchObjects({ parts }: StartedServer): readonly string[] {
  const snapshot = parts.watchCache.cacheOf(widgetPrefix)?.current();
  return snapshot === undefined ? [] : Array.from(snapshot.scan(widgetPrefix), ({ key }) => key);
}

suite('embedded', () => ({}));
const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  let servers = 0;
  suite('etcd', () => ({
    etcd: { servers: [etcd.server], prefix: `/run-time-${(servers += 1)}` },
    leaderElection: false,
  }));
} else {
  t.test('servers on etcd', { skip: missing }, () => {});
}
