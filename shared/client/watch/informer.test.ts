import type { Test } from 'tap';
import t from 'tap';

import type { ApiObject } from '../../object/api-object.ts';
import type { Log } from '../../process/log/log.ts';
import { silentLog } from '../../process/log/log.ts';
import { systemClock } from '../../process/time/system-clock.ts';
import { ApiClient } from '../request/api-client.ts';
import { connect } from '../connection/connection.ts';
import { createClient, createInformer } from '../index.ts';
import { Informer } from './informer.ts';
import type { ScriptedResponse, ScriptedServer } from '../../../fixtures/shared/scripted-server.fixture.ts';
import { events, json, startScriptedServer } from '../../../fixtures/shared/scripted-server.fixture.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

const pod = (name: string, version: number, namespace = 'n'): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, resourceVersion: String(version) },
});

const list = (version: number, ...items: readonly ApiObject[]): ScriptedResponse =>
  json(200, { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: String(version) }, items });

const event = (type: string, object: unknown): object => ({ type, object });

const gone = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old',
  reason: 'Expired',
  code: 410,
};

interface Following {
  readonly server: ScriptedServer;
  readonly informer: Informer<ApiObject>;
  readonly changes: string[];
  readonly warnings: string[];
  /** Resolves when the changes number this many. */
  readonly seen: (count: number) => Promise<void>;
}

/** Runs an informer against a server that plays these answers, until the test ends. */
async function follow(t: Test, ...answers: readonly ScriptedResponse[]): Promise<Following> {
  const server = await startScriptedServer();
  server.script(...answers);
  const connection = { server: server.url, authority: { pem: server.authority.certificatePem }, credentials: {} };
  const client = await createClient({ connection });
  const warnings: string[] = [];
  const log: Log = {
    ...silentLog,
    // One line each: during a long outage of the server, stack traces do not fill the log.
    warn: (_, fields) => void warnings.push(fields?.['error'] as string),
    child: () => log,
  };
  const informer = createInformer(client.resource(pods), { log, backOff: { initial: 1, cap: 1 }, random: () => 0 });
  const changes: string[] = [];
  informer.onChange({
    added: ({ metadata }) => void changes.push(`+${metadata.name}@${metadata.resourceVersion}`),
    modified: ({ metadata }, before) =>
      void changes.push(`~${metadata.name}@${before.metadata.resourceVersion}>${metadata.resourceVersion}`),
    deleted: ({ metadata }) => void changes.push(`-${metadata.name}`),
  });
  const controller = new AbortController();
  const running = informer.run(controller.signal);
  t.teardown(async () => {
    controller.abort();
    await running;
    await client.close();
    await server.close();
  });
  const seen = async (count: number): Promise<void> => {
    for (let wait = 0; wait < 30_000 && changes.length < count; wait++)
      await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { server, informer, changes, warnings, seen };
}

t.test('a collection is listed, then watched with bookmarks from there, and the copy follows', async (t) => {
  const { server, informer, changes, seen } = await follow(
    t,
    list(7, pod('b', 3), pod('a', 2)),
    events([event('ADDED', pod('c', 8, 'm')), event('MODIFIED', pod('a', 9)), event('DELETED', pod('b', 10))]),
  );
  await informer.synced();
  t.equal(informer.hasSynced, true);
  await seen(5);
  t.strictSame(changes, ['+b@3', '+a@2', '+c@8', '~a@2>9', '-b']);
  t.strictSame(
    informer.list().map(({ metadata }) => metadata.name),
    ['c', 'a'],
  );
  t.strictSame(informer.list('n'), [pod('a', 9)]);
  t.strictSame(informer.get('m', 'c'), pod('c', 8, 'm'));
  t.equal(informer.get('n', 'b'), undefined);
  t.equal(informer.list(), informer.list(), 'unchanged: the same array');
  t.strictSame(
    server.asked.map(({ path }) => path),
    [
      '/api/v1/pods?limit=500&resourceVersion=0&resourceVersionMatch=NotOlderThan',
      '/api/v1/pods?resourceVersion=7&allowWatchBookmarks=true&timeoutSeconds=300&watch=true',
    ],
  );
  const late: unknown[] = [];
  informer.onChange({ added: ({ metadata }) => void late.push(metadata.name) });
  t.strictSame(late, ['c', 'a'], 'a late handler gets the objects that exist');
});

for (const [form, answer] of [
  ['as an HTTP status', json(410, gone)],
  ['as an ERROR event', events([event('ERROR', gone)], 'end')],
] as const) {
  t.test(
    `an expired version, reported ${form}, leads to a new list, and handlers get only the differences`,
    async (t) => {
      const { server, changes, seen } = await follow(
        t,
        list(7, pod('a', 2), pod('b', 3), pod('c', 4)),
        answer,
        list(20, pod('a', 2), pod('b', 15), pod('d', 16)),
        events([]),
      );
      await seen(6);
      t.strictSame(changes.slice(3), ['-c', '~b@3>15', '+d@16']);
      t.equal(server.asked[2]?.path, '/api/v1/pods?limit=500');
    },
  );
}

t.test('a watch that breaks is resumed from the last version seen, bookmarks included', async (t) => {
  const bookmark = event('BOOKMARK', { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '30' } });
  const { server, changes, warnings, seen } = await follow(
    t,
    list(7),
    events([event('ADDED', pod('a', 8))], 'break'),
    events([bookmark], 'end'),
    (response, asked) => {
      // Within a character of a name, and within an event.
      const bytes = Buffer.from(`${JSON.stringify(event('ADDED', pod('grün', 31)))}\n`);
      response.writeHead(200);
      const cut = bytes.indexOf(0xc3) + 1;
      response.write(bytes.subarray(0, cut));
      setTimeout(() => response.write(bytes.subarray(cut)), 5);
      void asked;
    },
  );
  await seen(2);
  t.strictSame(changes, ['+a@8', '+grün@31']);
  const versions = server.asked
    .slice(1)
    .map(({ path }) => new URL(path, 'http://x').searchParams.get('resourceVersion'));
  t.strictSame(versions, ['7', '8', '30']);
  t.match(warnings, [/ConnectionError/]);
  t.type(warnings[0], 'string');
});

t.test('requests are repeated while the server is down, and no handler is called twice', async (t) => {
  const { changes, informer, seen } = await follow(
    t,
    json(503, {}),
    (response) => response.socket?.destroy(),
    list(7, pod('a', 2)),
    events([]),
  );
  await informer.synced();
  await seen(1);
  t.strictSame(changes, ['+a@2']);
});

t.test('an error of a handler is logged, and the other handlers are called', async (t) => {
  const server = await startScriptedServer();
  server.script(list(7, pod('a', 2)), events([]));
  const kubeconfig = {
    clusters: [{ name: 'c', cluster: { server: server.url, 'insecure-skip-tls-verify': true } }],
    contexts: [{ name: 'x', context: { cluster: 'c' } }],
    'current-context': 'x',
  };
  const client = await createClient({ kubeconfig, clock: systemClock });
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void errors.push(message), child: () => log };
  const informer = createInformer(client.resource(pods), { log });
  let told = 0;
  informer.onChange({
    added() {
      throw new Error('defect');
    },
  });
  informer.onChange({ added: () => void told++ });
  const controller = new AbortController();
  const running = informer.run(controller.signal);
  await informer.synced();
  t.equal(told, 1);
  t.strictSame(errors, ['a handler failed']);
  controller.abort(new Error('enough'));
  await running;
  await client.close();
  await server.close();
});

t.test('waiting for the first sync ends with the signal', async (t) => {
  const client = await createClient({ transport: () => new Promise(() => {}) });
  const informer = createInformer(client.resource(pods));
  await t.rejects(informer.synced(AbortSignal.abort(new Error('enough'))), { message: 'enough' });
});

t.test('an informer keeps only the transformed objects, and `all` iterates over them', async (t) => {
  const server = await startScriptedServer();
  const large = { ...pod('a', 2), spec: { nodeName: 'x' }, status: { phase: 'Running' } };
  server.script(list(7, large, pod('b', 3)), events([]));
  const connection = connect({ server: server.url, insecure: true, credentials: {} });
  const client = new ApiClient(connection.transport).resource(pods);
  const informer = new Informer(client, { clock: systemClock }, ({ apiVersion, kind, metadata }) => {
    return { apiVersion, kind, metadata };
  });
  const controller = new AbortController();
  const running = informer.run(controller.signal);
  await informer.synced();
  t.strictSame(informer.get('n', 'a'), pod('a', 2));
  t.strictSame(
    [...informer.all()].map(({ metadata }) => metadata.name),
    ['a', 'b'],
  );
  controller.abort(new Error('enough'));
  await running;
  await connection.close();
  await server.close();
});
