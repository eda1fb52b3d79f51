// The suite as a process: Ctrl-C once and twice, SIGTERM, and readers that close the pipe early.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { bundledServerCommand, startBundledServer } from '../../fixtures/conformance/bundled-server.fixture.ts';
import type { Report } from '../report/report.ts';
import { openTarget } from '../target/target.ts';
import { limits } from '../wire/contract/limits.ts';
import type { Wire } from '../wire/exchange/wire.ts';
import { eventually } from '../wire/time/await.ts';
import { systemClock as clock } from '../wire/time/clock.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { listAt, textAt } from '../wire/format/json-path.ts';

const [bundle, module] = ['bin/orch-conformance.js', 'conformance/main.js'].map((path) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url)),
) as [string, string];
const suite = existsSync(bundle) ? bundle : module;

/** A running suite; `until` resolves once standard error matches. */
function start(t: Test, ...args: string[]) {
  const child = spawn(process.execPath, [suite, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  let heard = (): void => {};
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
    heard();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const until = (words: RegExp) =>
    new Promise<void>((resolve) => {
      heard = () => {
        if (words.test(said.err)) resolve();
      };
      heard();
    });
  return { child, said, ended, until };
}

/** Objects of the suite that still exist: every listable resource, filtered by the form of the suite's names. */
async function leftBy(wire: Wire): Promise<readonly string[]> {
  const groups = listAt((await wire.get('/apis')).json(), 'groups');
  const versions = groups.map((group) => `/apis/${textAt(group, 'preferredVersion.groupVersion')}`);
  const left: string[] = [];
  for (const version of ['/api/v1', ...versions]) {
    for (const resource of listAt((await wire.get(version)).json(), 'resources')) {
      const name = textAt(resource, 'name');
      // Events of deleted objects stay until they expire.
      if (name === 'events' || !listAt(resource, 'verbs').includes('list')) continue;
      const items = listAt((await wire.get(`${version}/${name}`)).json(), 'items');
      const names = items.map((one) => textAt(one, 'metadata.name')).filter((one) => /-[0-9a-f]{10}$/.test(one));
      left.push(...names.map((one) => `${name}/${one}`));
    }
  }
  return left;
}

for (const [signal, code, profile, undecided] of [
  ['SIGINT', 130, 'all', 300],
  ['SIGTERM', 143, 'all', 300],
  // The cases of this profile create nodes, roles and bindings, which are cluster-scoped.
  ['SIGINT', 130, 'access', 50],
] as const) {
  t.test(
    `${signal} within the profile ${profile} leaves no object behind and counts undecided cases as not run`,
    { timeout: 180_000 },
    async (t) => {
      const server = await startBundledServer('orch');
      t.teardown(() => server.stop());
      const run = ['run', '--kubeconfig', server.kubeconfigFile, '--report', 'json', '--profile', profile];
      const { child, said, ended, until } = start(t, ...run, '--launch-server', bundledServerCommand);
      await until(/(?:ok .*\n[^]*){12}/);
      child.kill(signal);
      t.equal(await ended, code, said.err.slice(-2000));
      t.match(said.err, `stopped by ${signal}: removing what the cases made`);
      const { counts, results } = JSON.parse(said.out) as Report;
      const bad = results.filter(({ outcome }) => outcome === 'failed');
      t.strictSame([bad, counts.errored], [[], 0]);
      t.ok((counts.notRun ?? 0) > undecided);
      t.ok(counts.passed >= 12);

      const target = await openTarget({ kubeconfig: server.kubeconfig }, new AbortController().signal);
      t.teardown(() => target.close());
      const wire = target.admin(new Transcript(), new AbortController().signal);
      const look = async () => {
        const left = await leftBy(wire);
        if (left.length > 0) throw new Error(`left: ${left.join(' ')}`);
      };
      await eventually(look, { clock, signal: new AbortController().signal, within: limits.namespaceRemoval });
    },
  );
}

/** A target that answers discovery and never responds to any other request. */
async function silentTarget(t: Test) {
  let asked = (): void => {};
  const busy = new Promise<void>((resolve) => (asked = resolve));
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/api/v1/namespaces')) {
      asked();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(url === '/apis' ? '{"groups":[]}' : '{"gitVersion":"v1.34.0"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(t.testdir({}), 'config');
  const config = {
    clusters: [{ name: 'c', cluster: { server: address } }],
    users: [{ name: 'u', user: { token: 'x' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await writeFile(file, JSON.stringify(config));
  return { file, busy };
}

t.test(
  'the second Ctrl-C ends the suite at once, also while the target does not respond',
  { timeout: 60_000 },
  async (t) => {
    const { file, busy } = await silentTarget(t);
    const { child, ended, until } = start(t, 'run', '--kubeconfig', file, '--vendor', 'orch', '--area', 'updating');
    await busy;
    child.kill('SIGINT');
    await until(/stopped by SIGINT/);
    const began = clock.monotonic();
    child.kill('SIGINT');
    t.equal(await ended, 130);
    t.ok(clock.monotonic() - began < 5_000);
  },
);

t.test('a reader that closes early is not an error, for every output of the suite', { timeout: 120_000 }, async (t) => {
  const commands = [
    'list',
    'list requirements',
    'list --json',
    '--help',
    'run --help',
    'completion bash',
    '__complete -- run --',
  ];
  for (const words of commands) {
    const shell = `set -o pipefail; '${process.execPath}' '${suite}' ${words} | true`;
    const child = spawn('bash', ['-c', shell], { stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    t.strictSame({ code, err }, { code: 0, err: '' }, words);
  }
});
