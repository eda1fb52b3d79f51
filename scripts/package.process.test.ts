// What `npm pack` makes: the programs, the library with its types and nothing that only a clone needs. It is unpacked into a
// folder of its own, where the library finds no module of this project but the store's native engine.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { extract } from 'tar-stream';
import ts from 'typescript';

t.setTimeout(300_000);
const run = promisify(execFile);
const root = projectRoot();
const built = existsSync(join(root, 'dist', 'lib')) ? false : 'the project is not built';

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The path of the packed project. */
async function archive(): Promise<string> {
  const [name = 'none'] = await readdir(archives);
  return join(archives, name);
}

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

const folder = await mkdtemp(join(tmpdir(), 'orchkit-package-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));
const modules = join(folder, 'node_modules');

const archives = await mkdtemp(join(tmpdir(), 'orchkit-archive-'));
t.teardown(() => rm(archives, { recursive: true, force: true }));

/** Packs the project and unpacks it as an installed package; resolves with the paths in it. */
async function installed(): Promise<ReadonlySet<string>> {
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', archives], { cwd: root, timeout: 280_000 });
  const entries = extract();
  entries.end(gunzipSync(readFileSync(await archive())));
  const files = new Set<string>();
  for await (const entry of entries) {
    const path = entry.header.name.replace(/^package\//, '');
    const to = join(modules, 'orchkit', path);
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, await buffer(entry), { mode: entry.header.mode ?? 0o644 });
    files.add(path);
  }
  await symlink(join(root, 'node_modules', 'lmdb'), join(modules, 'lmdb'));
  return files;
}

t.test(
  'the page says how to install the file that npm makes, and nothing names an address that does not exist',
  async (t) => {
    const { name, version, ...more } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    const text = readFileSync(join(root, 'README.md'), 'utf8');
    const named = [...text.matchAll(/[\w./-]+\.tgz/g)].map(([path]) => path.split('/').at(-1));
    t.ok(named.length >= 2);
    t.strictSame([...new Set(named)], [`${name}-${version}.tgz`]);
    t.notMatch(text, /npm install (--save-dev )?orchkit\b/, 'the package is in no registry');
    // The project has no public address yet: a wrong address is worse than none.
    for (const field of ['repository', 'bugs', 'homepage', 'funding']) t.notOk(field in more, field);
  },
);

t.test('the package holds what it names and no more', { timeout: 290_000, skip: built }, async (t) => {
  const files = await installed();
  const doors = Object.values(manifest.exports).flatMap((door) =>
    typeof door === 'string' ? [door] : Object.values(door),
  );
  for (const path of [...Object.values(manifest.bin), ...doors].map(normalize)) t.ok(files.has(path), path);
  for (const path of [
    'LICENSE',
    'README.md',
    'docs/server.md',
    'systemd/install.sh',
    'dist/third-party-licenses.txt',
    'dist/bin/package.json',
    'dist/bin/orch-agent/orch-agent.mjs',
  ]) {
    t.ok(files.has(path), path);
  }
  const needless = [...files].filter((path) =>
    /\.(test|contract|fixture)\.|\.map$|^dist\/(conformance|fixtures|bench)/.test(path),
  );
  t.strictSame(needless, [], 'nothing of the tests');

  const types = Object.values(manifest.exports).flatMap((door) =>
    typeof door === 'string' ? [] : [normalize(door.types)],
  );
  t.strictSame(
    [...files].filter((path) => path.endsWith('.d.ts')).sort(),
    types.sort(),
    'the types of the doors alone',
  );
  for (const path of types) {
    for (const [, name = ''] of readFileSync(join(root, path), 'utf8').matchAll(/from '([^']+)'/g)) {
      // A package that the types import would have to be a dependency of every program that uses them.
      t.match(name, /^(\.|node:)/, `${path} imports ${name}`);
    }
  }
});

const typedScript = `
import { startApiServer, type ApiServer, type ApiServerOptions } from 'orchkit/apiserver';
import { createClient, createInformer, isNotFound, type ApiObject, type Client, StatusError } from 'orchkit/client';
const options: ApiServerOptions = { vendor: 'kubernetes', authorizationModes: ['RBAC'], audit: { log: { path: '-', mode: 'batch' } } };
await using server: ApiServer = await startApiServer(options);
await using client: Client = await createClient({ kubeconfig: server.kubeconfig });
interface ConfigMap extends ApiObject { data?: Record<string, string> }
const maps = client.resource<ConfigMap>({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
const map: ConfigMap = await maps.get('a');
createInformer(maps);
const reason: string | undefined = isNotFound(map) ? map.status.reason : new StatusError(map as never).status.reason;
console.log(reason);
// @ts-expect-error the server has no such option
await startApiServer({ storage: {} });
// @ts-expect-error a type that only the inside knows
type Inside = import('orchkit/apiserver').EtcdOptions;
`;

t.test('a program that uses the library compiles against its types', { timeout: 290_000, skip: built }, async (t) => {
  await writeFile(join(folder, 'typed.mts'), typedScript);
  t.teardown(() => rm(join(folder, 'typed.mts')));
  const program = ts.createProgram([join(folder, 'typed.mts')], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  });
  const faults = ts.getPreEmitDiagnostics(program);
  t.strictSame(
    faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    [],
  );
});

const script = `
import { startApiServer } from 'orchkit/apiserver';
import { createClient, isNotFound } from 'orchkit/client';
const servers = await Promise.all([startApiServer(), startApiServer({ dataDir: './data' })]);
for (const server of servers) {
  const client = await createClient({ kubeconfig: server.kubeconfig });
  const maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
  console.log(isNotFound(await maps.get('missing').catch((error) => error)));
  await client.close();
  await server.stop();
}
`;

t.test(
  'the library works from the package, and ends with its servers',
  { timeout: 290_000, skip: built },
  async (t) => {
    await writeFile(join(folder, 'script.mjs'), script);
    const { stdout, stderr } = await run(process.execPath, ['script.mjs'], { cwd: folder, timeout: 200_000 });
    t.equal(stdout, 'true\ntrue\n');
    t.equal(stderr, '', 'it says nothing by itself');
    t.strictSame((await readdir(folder)).sort(), ['data', 'node_modules', 'script.mjs']);
    for (const [name, path] of Object.entries(manifest.bin)) {
      const version = await run(process.execPath, [join(modules, 'orchkit', path), '--version'], { timeout: 200_000 });
      t.match(version.stdout, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+`));
    }
  },
);

/** What npm says when it can reach neither a registry nor what it needs in its cache. */
const unreachable = /\bE(NOTCACHED|CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT)\b|FETCH_ERROR/;

t.test(
  'npm installs the package with what it loads and no more, and everything in it starts',
  { timeout: 290_000, skip: built },
  async (t) => {
    const user = join(folder, 'user');
    await mkdir(user);
    await writeFile(join(user, 'package.json'), '{ "private": true, "type": "module" }');
    const npm = (...words: string[]) =>
      run('npm', [...words, '--ignore-scripts', '--prefer-offline', '--fetch-retries=0', '--loglevel=error'], {
        cwd: user,
        timeout: 120_000,
      });
    try {
      await npm('install', await archive());
    } catch (error) {
      if (!unreachable.test(String(error))) throw error;
      await t.test('the package installs', { skip: 'npm reaches no registry' }, () => {});
      return;
    }
    const { packages } = JSON.parse(readFileSync(join(user, 'node_modules', '.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, unknown>>;
    };
    t.match(Object.keys(packages).join(' '), /node_modules\/lmdb/);
    t.ok(Object.keys(packages).length < 20, Object.keys(packages).join(' '));
    await npm('ci', '--dry-run', '--offline');

    const words = {
      'orch-apiserver': ['--help'],
      'orch-agent': ['--help'],
      'orch-conformance': ['list'],
      orchkit: ['envtest', '--help'],
    };
    t.strictSame(Object.keys(words), Object.keys(manifest.bin));
    for (const [name, args] of Object.entries(words)) {
      const program = join(user, 'node_modules', '.bin', name);
      const { stdout } = await run(program, args, { cwd: user, timeout: 200_000, maxBuffer: 1 << 26 });
      t.ok(stdout.length > 500, name);
    }
    await writeFile(join(user, 'script.mjs'), script);
    const { stdout } = await run(process.execPath, ['script.mjs'], { cwd: user, timeout: 200_000 });
    t.equal(stdout, 'true\ntrue\n');
  },
);
