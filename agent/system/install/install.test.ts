// The files for systemd: the units are valid, and the installer puts everything in place, twice with the same result.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { agentFlags } from '../../config/flags.ts';

const systemd = join(projectRoot(), 'systemd');
const services = ['orch-agent', 'orch-apiserver'];

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'systemd', 'install.sh'))) folder = dirname(folder);
  return folder;
}

async function scene(t: { teardown(end: () => Promise<void>): unknown }) {
  const root = await mkdtemp(join(tmpdir(), 'install-'));
  t.teardown(() => rm(root, { recursive: true }));
  const destination = join(root, 'host');
  const programs = join(root, 'programs');
  const packages = join(root, 'packages');
  await mkdir(join(packages, 'lmdb'), { recursive: true });
  await writeFile(join(packages, 'lmdb', 'package.json'), '{}');
  await mkdir(programs);
  await writeFile(join(programs, 'package.json'), '{ "type": "commonjs" }');
  for (const service of services) {
    await writeFile(join(programs, `${service}.js`), `import('./${service}/${service}.mjs');\n`);
    await mkdir(join(programs, service));
    await writeFile(join(programs, service, `${service}.mjs`), 'process.stdout.write("runs\\n");\n');
  }
  /** `prelude`: what the shell does before. */
  const installAfter = (prelude: string, ...words: string[]) => {
    const environment = { ...process.env, ORCHKIT_PROGRAMS: programs, ORCHKIT_PACKAGES: packages };
    const line = `${prelude}; exec "$@"`;
    const script = [join(systemd, 'install.sh'), '--destination', destination, ...words];
    const done = spawnSync('/bin/sh', ['-c', line, 'sh', ...script], { env: environment });
    return { code: done.status, out: done.stdout.toString(), error: done.stderr.toString() };
  };
  const install = (...words: string[]) => installAfter(':', ...words);
  const files = async (): Promise<string[]> => {
    const entries = await readdir(destination, { recursive: true, withFileTypes: true });
    const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath ?? one.path, one.name));
    return paths.map((path) => path.slice(destination.length)).sort();
  };
  return { root, destination, programs, install, installAfter, files };
}

t.test('an installation has units, programs that run, settings and the snippets', async (t) => {
  const { destination, install, files } = await scene(t);
  const { code, error } = install();
  t.equal(code, 0, error);
  t.strictSame(await files(), [
    '/etc/orch-agent/environment',
    '/etc/orch-apiserver/environment',
    '/etc/systemd/system/orch-agent.service',
    '/etc/systemd/system/orch-apiserver.service',
    '/usr/lib/sysusers.d/orchkit.conf',
    '/usr/lib/tmpfiles.d/orchkit.conf',
    '/usr/local/bin/orch-agent',
    '/usr/local/bin/orch-apiserver',
    '/usr/local/lib/orchkit/node_modules/lmdb/package.json',
    '/usr/local/lib/orchkit/orch-agent.js',
    '/usr/local/lib/orchkit/orch-agent/orch-agent.mjs',
    '/usr/local/lib/orchkit/orch-apiserver.js',
    '/usr/local/lib/orchkit/orch-apiserver/orch-apiserver.mjs',
    '/usr/local/lib/orchkit/package.json',
    '/usr/local/share/doc/orchkit/agent-endpoints.md',
    '/usr/local/share/doc/orchkit/agent-pods.md',
    '/usr/local/share/doc/orchkit/agent-settings.md',
    '/usr/local/share/doc/orchkit/agent-simulate.md',
    '/usr/local/share/doc/orchkit/agent-status.md',
    '/usr/local/share/doc/orchkit/agent.md',
    '/usr/local/share/doc/orchkit/server-access.md',
    '/usr/local/share/doc/orchkit/server-aggregation.md',
    '/usr/local/share/doc/orchkit/server-api.md',
    '/usr/local/share/doc/orchkit/server-controllers.md',
    '/usr/local/share/doc/orchkit/server-data.md',
    '/usr/local/share/doc/orchkit/server-definitions.md',
    '/usr/local/share/doc/orchkit/server-encryption.md',
    '/usr/local/share/doc/orchkit/server-library.md',
    '/usr/local/share/doc/orchkit/server-monitoring.md',
    '/usr/local/share/doc/orchkit/server-streams.md',
    '/usr/local/share/doc/orchkit/server-webhooks.md',
    '/usr/local/share/doc/orchkit/server.md',
  ]);
  t.equal((await stat(join(destination, 'etc/orch-agent'))).mode & 0o777, 0o750);
  const unit = await readFile(join(destination, 'etc/systemd/system/orch-agent.service'), 'utf8');
  t.match(unit, /^ExecStart=\/usr\/local\/bin\/orch-agent /m);
  t.match(unit, /^NotifyAccess=all$/m);
  t.match(unit, /^Documentation=file:\/\/\/usr\/local\/share\/doc\/orchkit\/agent\.md$/m, 'a page that is there');
});

t.test('the API service is for its own host, asks for rights, and leaves a private connection file', async (t) => {
  const { destination, install } = await scene(t);
  t.equal(install('--apiserver').code, 0);
  const unit = await readFile(join(destination, 'etc/systemd/system/orch-apiserver.service'), 'utf8');
  const variables = /^Environment=(?<name>\w+)=(?<value>.*)$/m.exec(unit)?.groups ?? {};
  const command = /^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]?.replace(`\${${variables.name}}`, variables.value ?? '');
  const root = await mkdtemp(join(tmpdir(), 'unit-'));
  t.teardown(() => rm(root, { recursive: true }));
  const words = (command ?? '').replaceAll('/var/lib/orch-apiserver', root).split(' ');
  t.equal(words.pop(), '$ORCH_APISERVER_FLAGS', 'flags of the host come last, and count');
  const server = spawn(process.execPath, [programFile('orch-apiserver'), ...words, '--secure-port=0']);
  t.teardown(() => server.kill('SIGKILL'));
  let output = '';
  for await (const chunk of server.stderr as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (/orch-apiserver serves/.test(output)) break;
  }
  t.match(output, /serves https:\/\/127\.0\.0\.1:\d+/);
  t.equal((await stat(join(root, 'admin.kubeconfig'))).mode & 0o777, 0o600);
  const url = new URL('/api/v1/secrets', /https:\S+/.exec(output)?.[0]);
  const status = await new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
  t.equal(status, 403, 'secrets need rights');
});

t.test('a second run changes nothing, and a newer program is put in place', async (t) => {
  const { destination, programs, install } = await scene(t);
  install();
  await writeFile(join(destination, 'etc/orch-agent/environment'), 'ORCH_AGENT_FLAGS=--v=4\n');
  t.strictSame(install(), { code: 0, out: '', error: '' });
  t.equal(await readFile(join(destination, 'etc/orch-agent/environment'), 'utf8'), 'ORCH_AGENT_FLAGS=--v=4\n');
  await writeFile(join(programs, 'orch-agent.js'), '// newer\n');
  t.equal(install().out, `installed ${destination}/usr/local/lib/orchkit/orch-agent.js\n`);
});

t.test('rights for pods are given by a file of their own, and only where they are asked for', async (t) => {
  const { destination, install } = await scene(t);
  const rights = join(destination, 'etc/systemd/system/orch-agent.service.d/pods.conf');
  const unit = join(destination, 'etc/systemd/system/orch-agent.service');
  t.equal(install('--agent').code, 0);
  t.notOk(existsSync(rights));
  const narrow = await readFile(unit, 'utf8');
  t.match(narrow, /^CapabilityBoundingSet=CAP_DAC_OVERRIDE CAP_FOWNER$/m);
  t.match(install('--agent', '--pods'), { code: 0, out: `installed ${rights}\n` });
  t.equal(await readFile(unit, 'utf8'), narrow, 'the unit itself stays as it is');
  const given = await readFile(rights, 'utf8');
  t.match(given, /^Environment=ORCH_AGENT_PODS=--pods=on$/m);
  t.match(narrow, / \$ORCH_AGENT_PODS \$ORCH_AGENT_FLAGS$/m);
  // A setting that gives the agent a view of the mounts of its own would hide them from the runtime.
  for (const [, name, value] of narrow.matchAll(
    /^(PrivateTmp|Protect(?:Home|System|Kernel\w+|ControlGroups))=(\w+)$/gm,
  )) {
    t.ok(given.includes(`\n${name}=no\n`), `${name}=${value} is taken back`);
  }
  t.strictSame(install('--agent'), { code: 0, out: '', error: '' }, 'they stay');
  t.equal(install('--agent', '--uninstall').code, 0);
  t.notOk(existsSync(dirname(rights)));
  t.equal(install('--apiserver', '--pods').code, 2, 'the API service runs no pods');
});

t.test('the code of a program comes with it, and what an older one had goes with it', async (t) => {
  const { destination, programs, install, files } = await scene(t);
  const folder = `${destination}/usr/local/lib/orchkit/orch-apiserver`;
  const parts = async (): Promise<string[]> =>
    (await files()).filter((path) => path.startsWith('/usr/local/lib/orchkit/orch-apiserver/'));
  t.equal(install().code, 0);
  // Of a version that had several files.
  await writeFile(join(folder, 'engine-1.js'), '// old\n');
  await writeFile(join(programs, 'orch-apiserver', 'orch-apiserver.mjs'), '// new\n');
  t.equal(install().out, `installed ${folder}/orch-apiserver.mjs\nremoved ${folder}/engine-1.js\n`);
  t.strictSame(await parts(), ['/usr/local/lib/orchkit/orch-apiserver/orch-apiserver.mjs']);
  t.strictSame(install(), { code: 0, out: '', error: '' });
  t.equal(install('--uninstall').code, 0);
  t.notOk(existsSync(join(destination, 'usr/local/lib/orchkit')));
});

t.test(
  'a systemd before 253 gets no setting that it warns of, a newer one opens its socket for the services',
  async (t) => {
    const { root, destination, installAfter } = await scene(t);
    const tools = join(root, 'tools');
    await mkdir(tools);
    for (const [version, opened] of [
      ['252 (252.39-1)', 0],
      ['253 (253)', 1],
      ['257 (257.13-1)', 1],
    ] as const) {
      await writeFile(join(tools, 'systemctl'), `#!/bin/sh\necho "systemd ${version}"\n`, { mode: 0o755 });
      t.match(installAfter(`PATH=${tools}:$PATH`), { code: 0 });
      for (const service of services) {
        const unit = await readFile(join(destination, `etc/systemd/system/${service}.service`), 'utf8');
        t.equal([...unit.matchAll(/^OpenFile=\/run\/systemd\/notify:notify:graceful$/gm)].length, opened, version);
        t.match(unit, /^NotifyAccess=all$/m);
      }
    }
  },
);

t.test('one service alone, under another prefix, and its removal keeps settings', async (t) => {
  const { install, files } = await scene(t);
  t.equal(install('--agent', '--prefix', '/opt/orchkit').code, 0);
  t.ok((await files()).includes('/opt/orchkit/bin/orch-agent'));
  t.notOk((await files()).some((path) => path.includes('orch-apiserver')));
  t.equal(install('--agent', '--prefix', '/opt/orchkit', '--uninstall').code, 0);
  t.strictSame(await files(), ['/etc/orch-agent/environment']);
  t.strictSame(install('--agent', '--prefix', '/opt/orchkit', '--uninstall'), { code: 0, out: '', error: '' });
});

t.test('with any umask, other users can read programs and packages, but not the settings', async (t) => {
  const { destination, installAfter } = await scene(t);
  t.match(installAfter('umask 077'), { code: 0 });
  const modeOf = async (path: string) => ((await stat(join(destination, path))).mode & 0o777).toString(8);
  const packages = 'usr/local/lib/orchkit/node_modules';
  for (const folder of ['usr/local/lib/orchkit', packages, `${packages}/lmdb`]) t.equal(await modeOf(folder), '755');
  t.equal(await modeOf(`${packages}/lmdb/package.json`), '644');
  t.equal(await modeOf('etc/orch-agent/environment'), '640');
  t.equal(await modeOf('etc/orch-agent'), '750');
});

t.test('a Node that is too old is refused, and nothing installed; what is there goes without any Node', async (t) => {
  const { root, installAfter, install, files } = await scene(t);
  const tools = join(root, 'tools');
  await mkdir(tools);
  const needed = 'dirname id mktemp rm rmdir'.split(' ').map((name) => `ln -s "$(command -v ${name})" ${tools}`);
  t.equal(spawnSync('/bin/sh', ['-c', needed.join(' && ')]).status, 0);
  const old = '#!/bin/sh\n[ "$1" != --version ] || echo v18.20.4\n[ "$1" = --version ]\n';
  await writeFile(join(tools, 'node'), old, { mode: 0o755 });
  const refused = installAfter(`PATH=${tools}`);
  t.match(refused, { code: 1, error: /node is v18\.20\.4: install Node 20\.19 or newer/ });
  await rm(join(tools, 'node'));
  t.match(installAfter(`PATH=${tools}`), { code: 1, error: /node is missing/ });
  t.notOk(existsSync(join(root, 'host')));
  t.match(install('--agent'), { code: 0 });
  t.match(installAfter(`PATH=${tools}`, '--agent', '--uninstall'), { code: 0, error: '' });
  t.strictSame(await files(), ['/etc/orch-agent/environment']);
});

t.test('a wrong option ends with 2 and a missing program with 1, each with what to do', async (t) => {
  const { programs, install } = await scene(t);
  t.match(install('--everything'), { code: 2, error: /unknown option --everything; see install.sh --help/ });
  t.match(install('--prefix', 'usr'), { code: 2, error: /must be an absolute path/ });
  await rm(join(programs, 'orch-agent.js'));
  t.match(install(), { code: 1, error: /orch-agent.js is missing: run npm run build/ });
  await rm(join(programs, 'orch-apiserver', 'orch-apiserver.mjs'));
  t.match(install('--apiserver'), { code: 1, error: /orch-apiserver is empty: run npm run build/ });
});

const bundles = fileURLToPath(new URL('../../../bin', import.meta.url));
const built = existsSync(join(bundles, 'orch-apiserver.js')) ? {} : { skip: 'the programs are not bundled' };
t.test('installed programs find every package that they need', built, async (t) => {
  const destination = await mkdtemp(join(tmpdir(), 'install-'));
  t.teardown(() => rm(destination, { recursive: true }));
  const environment = { ...process.env, ORCHKIT_PROGRAMS: bundles };
  const done = spawnSync(join(systemd, 'install.sh'), ['--destination', destination], { env: environment });
  t.equal(done.status, 0, done.stderr.toString());
  for (const service of services) {
    const program = join(destination, 'usr/local/lib/orchkit', `${service}.js`);
    const version = spawnSync(process.execPath, [program, '--version']);
    t.match(version.stdout.toString(), new RegExp(`^${service} \\d+\\.\\d+\\.\\d+`), version.stderr.toString());
  }
});

t.test('the unit of the agent uses flags that the agent has', async (t) => {
  const unit = await readFile(join(systemd, 'orch-agent.service'), 'utf8');
  const used = [...(/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/ --([a-z-]+)/g)].map(([, name]) => name ?? '');
  t.ok(used.length > 0);
  for (const name of used) t.ok(Object.hasOwn(agentFlags, name), name);
});

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0 ? {} : { skip: 'no systemd-analyze' };
t.test('systemd takes the units without a warning', analyze, async (t) => {
  const { destination, install } = await scene(t);
  install();
  for (const service of services) {
    const path = join(destination, 'etc/systemd/system', `${service}.service`);
    const unit = await readFile(path, 'utf8');
    await writeFile(path, unit.replaceAll('/usr/local', `${destination}/usr/local`));
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', path]);
    t.equal(stderr.toString(), '');
    t.equal(status, 0);
  }
});
