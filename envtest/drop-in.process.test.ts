// The folder that `orchkit envtest` writes, used as a test environment uses it: flags are looked up in the help, etcd and the server
// are started with the usual flags, and ended by SIGTERM.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { createClient } from '../shared/client/index.ts';
import { createAuthority, issueCertificate } from '../shared/certificates/authority.ts';
import { freePort } from '../shared/process/host/free-port.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import { programFile } from '../fixtures/process/program-file.ts';

t.setTimeout(300_000);
const run = promisify(execFile);
const vendor = vendorOf('kubernetes');
const serverName = vendor.fill('{short}-apiserver');
const clientName = vendor.fill('{short}ctl');
const orchkit = programFile('orchkit');
const windows = process.platform === 'win32' ? 'scripts need a POSIX shell' : false;
const skip = orchkit.includes('/bin/') ? windows : 'the programs are not bundled';

const root = await mkdtemp(join(tmpdir(), 'orchkit-drop-in-'));
t.teardown(() => rm(root, { recursive: true, force: true }));

async function assets(...flags: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(root, 'assets-'));
  const { stdout } = await run(process.execPath, [orchkit, 'envtest', ...flags, folder]);
  return stdout.trim();
}

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
}

function start(t: Test, file: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  t.teardown(() => void child.kill('SIGKILL'));
  return { child, said: () => said };
}

/** As a test environment waits: until the address answers 200, or the process has ended. */
async function answering(url: string, { child, said }: Started): Promise<string> {
  for (;;) {
    const answer = await new Promise<{ status: number; text: string } | undefined>((resolve) => {
      get(url, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      }).on('error', () => resolve(undefined));
    });
    if (answer?.status === 200) return answer.text;
    if (child.exitCode !== null) throw new Error(`it ended: ${said()}`);
    await systemClock.sleep(20);
  }
}

async function ended({ child }: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  const exit = child.exitCode === null ? once(child, 'exit') : undefined;
  child.kill(signal);
  await exit;
  return child.exitCode;
}

/** etcd with the flags that a test environment gives it. */
async function startEtcd(t: Test, folder: string, ...more: readonly string[]) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const dataDir = await mkdtemp(join(root, 'etcd-'));
  const etcd = start(t, join(folder, 'etcd'), [
    `--advertise-client-urls=${url}`,
    `--data-dir=${dataDir}`,
    `--listen-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${await freePort()}`,
    '--unsafe-no-fsync=true',
    ...more,
  ]);
  const health = JSON.parse(await answering(`${url}/health`, etcd)) as { readonly health: string };
  return { etcd, url, dataDir, health };
}

interface Cluster {
  readonly server: Started;
  readonly kubeconfig: string;
}

/** The server with the flags that a test environment gives it, and the connection of an administrator that it provisions. */
async function startServer(
  t: Test,
  folder: string,
  etcdUrl: string,
  environment: NodeJS.ProcessEnv = {},
  ...more: readonly string[]
): Promise<Cluster> {
  const clock = systemClock;
  const certDir = await mkdtemp(join(root, 'certs-'));
  const [serving, clients, accounts] = ['serving', 'clients', 'accounts'].map((commonName) =>
    createAuthority({ commonName, clock }),
  );
  if (serving === undefined || clients === undefined || accounts === undefined) throw new Error('unreachable');
  const own = issueCertificate(serving, {
    commonName: 'localhost',
    dnsNames: ['localhost'],
    ipAddresses: ['127.0.0.1'],
    usages: ['server'],
    clock,
  });
  const files = {
    'apiserver.crt': own.certificatePem,
    'apiserver.key': own.keyPem,
    'client-cert-auth-ca.crt': clients.certificatePem,
    'sa-signer.crt': accounts.certificatePem,
    'sa-signer.key': accounts.keyPem,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(certDir, name), text);
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const words = [
    '--allow-privileged=true',
    '--authorization-mode=RBAC',
    '--bind-address=127.0.0.1',
    `--cert-dir=${certDir}`,
    `--client-ca-file=${join(certDir, 'client-cert-auth-ca.crt')}`,
    '--disable-admission-plugins=ServiceAccount',
    `--etcd-servers=${etcdUrl}`,
    `--secure-port=${port}`,
    `--service-account-issuer=${url}/`,
    `--service-account-key-file=${join(certDir, 'sa-signer.crt')}`,
    `--service-account-signing-key-file=${join(certDir, 'sa-signer.key')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    ...more,
  ];
  const server = start(t, join(folder, serverName), words, environment);
  const admin = issueCertificate(clients, {
    commonName: 'admin',
    organizations: ['system:masters'],
    usages: ['client'],
    clock,
  });
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const connection = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'x',
    contexts: [{ name: 'x', context: { cluster: 'x', user: 'x' } }],
    clusters: [{ name: 'x', cluster: { server: url, 'certificate-authority-data': base64(serving.certificatePem) } }],
    users: [
      {
        name: 'x',
        user: {
          'client-certificate-data': base64(admin.certificatePem),
          'client-key-data': base64(admin.keyPem),
        },
      },
    ],
  };
  const kubeconfig = JSON.stringify(connection, null, 1);
  await listening(port, server);
  return { server, kubeconfig };
}

async function listening(port: number, { child, said }: Started): Promise<void> {
  while (child.exitCode === null) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (open) return;
    await systemClock.sleep(20);
  }
  throw new Error(`it ended: ${said()}`);
}

const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

/** Retries until the first objects are there. */
async function eventually<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 300) throw error;
      await systemClock.sleep(50);
    }
  }
}

t.test('the folder has three programs that say which flags they take', { skip }, async (t) => {
  const folder = await assets();
  for (const name of ['etcd', serverName, clientName]) {
    t.equal((await stat(join(folder, name))).mode & 0o777, 0o755, name);
  }
  const help = async (name: string): Promise<string> =>
    (await run(join(folder, name), ['--help'], { maxBuffer: 2 ** 26 })).stdout;
  t.match(await help('etcd'), /^\s*--unsafe-no-fsync\b/m);
  const server = await help(serverName);
  t.match(server, /^\s*--service-account-issuer\b/m);
  t.notMatch(server, /^\s*--insecure-port\b/m);
  // Again: what is its own is replaced.
  t.equal((await run(process.execPath, [orchkit, 'envtest', folder])).stdout.trim(), folder);
});

t.test('a folder with programs of another origin is not changed', { skip }, async (t) => {
  const folder = await mkdtemp(join(root, 'foreign-'));
  const foreign = join(folder, serverName);
  await writeFile(foreign, 'another program');
  const failed = await run(process.execPath, [orchkit, 'envtest', folder]).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  t.match(failed, { code: 1, stderr: /was not written by orchkit and is not replaced/ });
  t.equal(await readFile(foreign, 'utf8'), 'another program');
  t.notOk(existsSync(join(folder, 'etcd')));
});

t.test('a program that is not there any more is named', { skip }, async (t) => {
  const folder = await assets();
  const path = join(folder, 'etcd');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(orchkit, '/nowhere/orchkit.js'));
  const failed = await run(path, []).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  t.match(failed, { code: 1, stderr: /\/nowhere\/orchkit\.js is missing; write this folder anew/ });
});

t.test(
  'the client is the one of the host, in whatever order folders of this kind stand on the path',
  { skip },
  async (t) => {
    const [one, two] = [await assets(), await assets()];
    const host = await mkdtemp(join(root, 'bin-'));
    await writeFile(join(host, clientName), '#!/bin/sh\necho "the host has $*"\nexit 7\n');
    await chmod(join(host, clientName), 0o755);
    const usual = '/usr/bin:/bin';
    const ask = (path: string) =>
      run(join(one, clientName), ['get', 'a b'], { env: { PATH: path } }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
      );
    t.match(await ask(`${one}:${two}:${host}:${usual}`), { code: 7, stdout: 'the host has get a b\n' });
    const tools = await mkdtemp(join(root, 'tools-'));
    await mkdir(join(tools, clientName));
    for (const name of ['head', 'tr']) await writeFile(join(tools, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`);
    for (const name of ['head', 'tr']) await chmod(join(tools, name), 0o755);
    t.match(await ask(`${one}:${two}:${tools}`), {
      code: 127,
      stderr: `this host has no ${clientName} on its PATH`,
    });
  },
);

t.test('objects live as long as etcd, without controllers where nothing asks for them', { skip }, async (t) => {
  const folder = await assets();
  const { etcd, url, health } = await startEtcd(t, folder);
  t.equal(health.health, 'true');
  const first = await startServer(t, folder, url);
  const client = await createClient({ kubeconfig: first.kubeconfig });
  t.teardown(() => client.close());
  await eventually(() => client.resource(namespaces).get('default'));
  await client
    .resource(configMaps)
    .in('default')
    .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } });
  await client.resource(namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } });
  await client.resource(namespaces).delete('gone');
  t.equal(await ended(first.server), 0);

  // The same etcd, another process: without controllers the namespace still waits, with the one for namespaces it goes.
  const second = await startServer(t, folder, url, { ORCHKIT_CONTROLLERS: 'namespace' });
  const later = await createClient({ kubeconfig: second.kubeconfig });
  t.teardown(() => later.close());
  await eventually(() => later.resource(configMaps).in('default').get('kept'));
  await eventually(async () => {
    const { items } = await later.resource(namespaces).list();
    if (items.some(({ metadata }) => metadata.name === 'gone')) throw new Error('the namespace is still there');
  });
  // Writes that were acknowledged without a flush outlive the process, however it ends.
  await later
    .resource(configMaps)
    .in('default')
    .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'last' } });
  await ended(second.server, 'SIGKILL');
  const third = await startServer(t, folder, url);
  const last = await createClient({ kubeconfig: third.kubeconfig });
  t.teardown(() => last.close());
  await eventually(() => last.resource(configMaps).in('default').get('last'));
  t.equal(await ended(third.server), 0);
  t.equal(await ended(etcd), 0);
  t.notMatch(etcd.said(), /refused/);
});

t.test('the folder may say which controllers run', { skip }, async (t) => {
  const folder = await assets('--controllers=*,-namespace');
  t.match(await readFile(join(folder, serverName), 'utf8'), '--controllers=${ORCHKIT_CONTROLLERS-*,-namespace}');
});

t.test('flags that change nothing are named once; those that would be a lie are refused', { skip }, async (t) => {
  const folder = await assets();
  const { etcd, url } = await startEtcd(t, folder, '--quota-backend-bytes=1000000', '--log-level=error');
  t.match(etcd.said(), /without effect on a stand-in for etcd: --log-level, --quota-backend-bytes\n/);
  const { server } = await startServer(t, folder, url, {}, '--watch-cache-sizes=pods#10', '--profiling=false');
  t.equal(server.said().match(/without effect here/g)?.length, 1);
  const refused = await run(join(folder, 'etcd'), ['--listen-metrics-urls=http://localhost:1']).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  t.match(refused, { code: 2, stderr: /--listen-metrics-urls: metrics of etcd is not possible: .*TEST_ASSET_ETCD/ });
});

t.test('clients of etcd get an error: the stand-in stores nothing', { skip }, async (t) => {
  const { etcd, url } = await startEtcd(t, await assets());
  const answer = await fetch(`${url}/v3/kv/range`, { method: 'POST', body: '{}' });
  t.equal(answer.status, 501);
  t.match(await answer.text(), /stand-in for etcd.*TEST_ASSET_ETCD/);
  // As a client that speaks HTTP/2 from the first byte.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  t.match(etcd.said(), /a client was refused/);
});
