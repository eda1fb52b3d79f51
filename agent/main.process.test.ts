// The program as a process: exit codes, messages, readiness and the watchdog on a notify socket, the end by SIGTERM.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { startCriSimulator } from '../fixtures/cri-simulator/simulator.ts';
import { busyLimit } from '../fixtures/host/machine-pace.ts';
import { programFile } from '../fixtures/process/program-file.ts';
import { vendorIds, vendorOf } from '../shared/vendor/profile.ts';

const program = programFile('orch-agent');

async function scene(t: { teardown(end: () => unknown): unknown }) {
  const root = await mkdtemp(join(tmpdir(), 'agent-'));
  const simulator = await startCriSimulator({ socket: join(root, 'cri.sock') });
  const children: ChildProcess[] = [];
  t.teardown(async () => {
    for (const child of children) child.kill('SIGKILL');
    await simulator.stop();
    await rm(root, { recursive: true });
  });
  const run = (words: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...environment } });
    children.push(child);
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output.text += chunk.toString();
      });
    }
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, output, exit };
  };
  const alone = ['--root-dir', join(root, 'agent'), '--authorization-mode=AlwaysAllow', '--port=0', '--healthz-port=0'];
  return { root, run, words: [...alone, `--container-runtime-endpoint=${simulator.endpoint}`] };
}

async function until(read: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    if (await read()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never: ${what}`);
}

t.test('a wrong flag ends with 2, a wrong configuration with 1, each with one line that says what', async (t) => {
  const { root, run } = await scene(t);
  const wrongFlag = run(['--no-such-flag']);
  t.equal(await wrongFlag.exit, 2);
  t.match(wrongFlag.output.text, /^orch-agent: .*--no-such-flag.*\n$/);
  const role = vendorOf('orch').fill('node-role.{label}/worker=');
  const wrongLabel = run(['--node-labels', `rack=r1,${role}`]);
  t.equal(await wrongLabel.exit, 2);
  t.match(wrongLabel.output.text, /^orch-agent: --node-labels: node-role.*: a node may not set this label.*\n$/);
  await writeFile(join(root, 'config.yaml'), 'kind: Other\n');
  const wrongFile = run(['--config', join(root, 'config.yaml')]);
  t.equal(await wrongFile.exit, 1);
  t.match(wrongFile.output.text, /^orch-agent: .*config\.yaml: must begin with apiVersion.*\n$/);
  const noServer = run(['--root-dir', root]);
  t.equal(await noServer.exit, 1);
  t.match(noServer.output.text, /--authorization-mode=AlwaysAllow/);
});

t.test('a vendor that is not the one of the server ends with 2 and one line that names the right one', async (t) => {
  const { root, run, words } = await scene(t);
  for (const served of vendorIds) {
    const answer = JSON.stringify({ groups: [{ name: vendorOf(served).fill('coordination.{api}') }] });
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(answer),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = join(root, `${served}.kubeconfig`);
    const config = {
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: { token: 'x' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    await writeFile(file, JSON.stringify(config), { mode: 0o600 });
    for (const named of vendorIds.filter((id) => id !== served)) {
      const { exit, output } = run([...words, '--kubeconfig', file, '--vendor', named]);
      t.equal(await exit, 2, output.text);
      const last = output.text.trimEnd().split('\n').at(-1);
      const fault = `--vendor ${named}: ${url} serves the API groups of vendor ${served}: start with --vendor ${served}`;
      t.equal(last, `orch-agent: ${fault}`);
    }
  }
});

t.test('SIGTERM ends a running agent with 0 within two seconds', async (t) => {
  const { run, words } = await scene(t);
  let took = Infinity;
  // A machine that is busy elsewhere may be late; the agent itself would be each time.
  for (let tries = 0; tries < 5 && took > 2_000; tries += 1) {
    const { child, output, exit } = run(words);
    await until(() => output.text.includes('orch-agent serves node'), 'serves');
    const begun = performance.now();
    child.kill('SIGTERM');
    t.equal(await exit, 0, output.text);
    took = performance.now() - begun;
  }
  t.ok(took < busyLimit(2_000), `${Math.round(took)} ms`);
});

t.test(
  'a second agent in the same folder ends with 1 and one line, and runs once the first one was killed',
  async (t) => {
    const { root, run, words } = await scene(t);
    const first = run(words);
    await until(() => first.output.text.includes('orch-agent serves node'), 'serves');
    const second = run(words);
    t.equal(await second.exit, 1);
    t.equal(
      second.output.text,
      `orch-agent: another agent uses the folder ${join(root, 'agent')}: end it, or give one of them another --root-dir\n`,
    );
    t.equal(first.child.exitCode, null, 'the first one goes on');
    first.child.kill('SIGKILL');
    await first.exit;
    const third = run(words);
    await until(() => third.output.text.includes('orch-agent serves node'), 'serves');
    third.child.kill('SIGTERM');
    t.equal(await third.exit, 0, third.output.text);
  },
);

t.test('readiness and signs of life reach the init system (WDOG-001)', async (t) => {
  const { root, run, words } = await scene(t);
  // Replaces systemd-notify, and records its arguments.
  await mkdir(join(root, 'bin'));
  const tool = join(root, 'bin', 'systemd-notify');
  await writeFile(tool, `#!/bin/sh\necho "$@" >> '${root}/told'\n`);
  await chmod(tool, 0o755);
  const environment = {
    PATH: `${root}/bin${delimiter}${process.env['PATH'] ?? ''}`,
    NOTIFY_SOCKET: join(root, 'notify.sock'),
    WATCHDOG_USEC: '1000000',
  };
  const { child, exit } = run(words, environment);
  const told = () => readFile(join(root, 'told'), 'utf8').catch(() => '');
  await until(async () => ((await told()).match(/WATCHDOG=1/g)?.length ?? 0) >= 2, 'two signs of life');
  // Each notification starts a process of its own, so they may end in another order.
  await until(async () => (await told()).includes('READY=1'), 'readiness');
  child.kill('SIGTERM');
  t.equal(await exit, 0);
});
