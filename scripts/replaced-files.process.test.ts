// Programs and library whose files are taken away while they run, as an upgrade or `npm ci` does: everything goes on, what was
// never used before too. Each part is installed in a folder of its own, started there, and the folder removed.

import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { WebSocket } from 'ws';
import { type NodeSystem, startNodeSystem } from '../fixtures/process/node-system.ts';
import { issueCertificate } from '../shared/certificates/authority.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';

t.setTimeout(280_000);
const root = projectRoot();
const built = existsSync(join(root, 'dist', 'lib')) ? false : 'the project is not built';

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-replaced-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The programs as the installer puts them on a host. */
function installed(folder: string): string {
  const words = ['--destination', folder];
  const done = spawnSync(join(root, 'systemd', 'install.sh'), words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return join(folder, 'usr', 'local', 'lib', 'orchkit');
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Asks the server: as its administrator, or with a token. */
function ask(system: NodeSystem, path: string, { token, accept, post, method }: Asked = {}): Promise<Answer> {
  const target = { host: '127.0.0.1', port: system.server.port, path, agent: false, rejectUnauthorized: false };
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(accept === undefined ? {} : { accept }),
    ...(post === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const identity = token === undefined ? administrator(system) : {};
  return new Promise((resolve, reject) => {
    const verb = method ?? (post === undefined ? 'GET' : 'POST');
    const asked = request({ ...target, ...identity, method: verb, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on('error', reject).end(post === undefined ? undefined : JSON.stringify(post));
  });
}

interface Asked {
  readonly token?: string;
  readonly accept?: string;
  readonly method?: string;
  readonly post?: unknown;
}

function administrator({ authority }: NodeSystem): { readonly cert: string; readonly key: string } {
  const user = { commonName: 'operator', organizations: ['system:masters'] };
  const { certificatePem, keyPem } = issueCertificate(authority, { ...user, usages: ['client'], clock: systemClock });
  return { cert: certificatePem, key: keyPem };
}

/** The first message of a watch over WebSocket. */
function firstMessage(system: NodeSystem, path: string): Promise<string> {
  const client = new WebSocket(`wss://127.0.0.1:${system.server.port}${path}`, {
    ...administrator(system),
    rejectUnauthorized: false,
  });
  return new Promise<string>((resolve, reject) => {
    client.once('message', (data: Buffer) => resolve(data.toString()));
    client.once('error', reject);
  }).finally(() => client.terminate());
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 1_500; tries += 1) {
    if (await holds().catch(() => false)) return;
    await sleep(50);
  }
  throw new Error(`never: ${what}`);
}

/** A node with a pod, whose server and agent have no files any more. */
async function nodeWithoutFiles(t: Test): Promise<NodeSystem> {
  const folder = temporaryFolder(t);
  const programs = installed(folder);
  const system = await startNodeSystem({
    vendor: 'kubernetes',
    nodeName: 'n1',
    containers: ['default/counter/app'],
    configuration: [],
    programs,
    serverArgs: [
      `--audit-log-path=${join(folder, 'audit.log')}`,
      '--audit-log-maxsize=1',
      '--cors-allowed-origins=//example$',
    ],
  });
  t.teardown(() => system.remove());
  rmSync(programs, { recursive: true });
  return system;
}

t.test('a server and an agent need none of their files once they run', { skip: built }, async (t) => {
  const system = await nodeWithoutFiles(t);
  const pods = '/api/v1/namespaces/default/pods';
  await until(async () => (await ask(system, '/api/v1/nodes/n1')).body.includes('"Port"'), 'the node is registered');
  const spec = { nodeName: 'n1', containers: [{ name: 'app', image: 'example.test/simulated:1' }] };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'counter' }, spec };
  t.match(await ask(system, pods, { post: pod }), { status: 201 });

  await t.test('the server reaches the agent, which answers', async (t) => {
    const proxy = '/api/v1/nodes/n1/proxy';
    t.strictSame(await ask(system, `${proxy}/healthz`), { status: 200, body: 'ok' });
    await until(async () => (await ask(system, `${proxy}/pods`)).body.includes('"name":"counter"'), 'its pod');
    t.match(await ask(system, `${pods}/counter/log`), { status: 200, body: /run 0 of app begins/ });
    for (const path of ['stats/summary', 'metrics', 'metrics/resource', 'metrics/cadvisor', 'configz', 'openapi/v3'])
      t.match(await ask(system, `${proxy}/${path}`), { status: 200 }, path);
    t.match(await ask(system, `${proxy}/checkpoint/default/counter/app`, { method: 'POST' }), { status: 200 });
  });

  await t.test('watches over WebSocket, tables, tokens, documents and metrics', async (t) => {
    t.match(await firstMessage(system, `${pods}?watch=1`), /"type":"ADDED".*"counter"/);
    const table = vendorOf('kubernetes').fill('application/json;as=Table;v=v1;g=meta.{api}');
    t.match(await ask(system, pods, { accept: table }), { status: 200, body: /"kind":"Table"/ });
    const account = '/api/v1/namespaces/default/serviceaccounts/default/token';
    const group = vendorOf('kubernetes').fill('authentication.{api}/v1');
    const post = { apiVersion: group, kind: 'TokenRequest', spec: {} };
    const asked = await ask(system, account, { post });
    t.equal(asked.status, 201, asked.body);
    const { token } = (JSON.parse(asked.body) as { readonly status: { readonly token: string } }).status;
    t.match(await ask(system, '/version', { token }), { status: 200 });
    t.match(await ask(system, '/api/v1/secrets', { token }), { status: 403, body: /serviceaccount:default:default/ });
    for (const path of ['/openapi/v2', '/openapi/v3', '/openapi/v3/api/v1', '/metrics', '/readyz?verbose', '/apis'])
      t.match(await ask(system, path), { status: 200 }, path);
  });

  const kubectl =
    spawnSync('kubectl', ['version', '--client']).status === 0 ? {} : { skip: 'kubectl is not installed' };
  await t.test('kubectl applies, prints and follows', kubectl, async (t) => {
    const words = ['--kubeconfig', system.server.kubeconfig, `--cache-dir=${system.folder}/cache`];
    for (const args of [
      ['create', 'deployment', 'web', '--image=example.test/web:1'],
      ['get', 'pods,nodes', '-o', 'wide'],
      ['explain', 'pod.spec'],
      ['logs', 'counter'],
      ['delete', 'deployment', 'web'],
    ]) {
      const done = spawnSync('kubectl', [...words, ...args], { encoding: 'utf8', timeout: 150_000 });
      t.equal(done.status, 0, `${args.join(' ')}: ${done.stderr}`);
    }
  });

  t.equal(await system.agent.stop(), 0, system.agent.output());
  t.equal(await system.server.stop(), 0, system.server.stderr());
  t.notMatch(system.server.stderr() + system.agent.output(), /Cannot find|ENOENT.*lib.orchkit/);
});

t.test('a program with a missing file ends with 1 and one line', { skip: built }, async (t) => {
  const programs = installed(temporaryFolder(t));
  for (const name of ['orch-apiserver', 'orch-agent']) {
    rmSync(join(programs, name), { recursive: true });
    const done = spawnSync(process.execPath, [join(programs, `${name}.js`)], { encoding: 'utf8' });
    t.equal(done.status, 1);
    t.match(done.stderr, new RegExp(`^${name}: .*${name}\\.mjs is missing: .*\n$`));
  }
});

const script = `
import { rmSync } from 'node:fs';
import { startApiServer } from 'orchkit/apiserver';
import { createClient, isNotFound } from 'orchkit/client';
const server = await startApiServer({ dataDir: './data' });
rmSync('node_modules', { recursive: true });
const client = await createClient({ kubeconfig: server.kubeconfig });
const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
console.log(isNotFound(await maps.get('missing').catch((error) => error)));
await client.close();
await server.stop();
const second = await startApiServer();
console.log(new URL(second.url).protocol);
await second.stop();
`;

t.test('the library needs none of its files once it is imported', { skip: built }, async (t) => {
  const folder = temporaryFolder(t);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'orchkit', 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(modules, 'orchkit', 'package.json'));
  cpSync(join(root, 'dist', 'lib'), join(modules, 'orchkit', 'dist', 'lib'), { recursive: true });
  symlinkSync(join(root, 'node_modules', 'lmdb'), join(modules, 'lmdb'));
  writeFileSync(join(folder, 'script.mjs'), script);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['script.mjs'], {
    cwd: folder,
    timeout: 200_000,
  });
  t.equal(stdout, 'true\nhttps:\n');
  t.equal(stderr, '');
});
