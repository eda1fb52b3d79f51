// `--wait` and `--ready-file` as scripts meet them: real processes, their exit codes and what they leave behind.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { programFile } from '../../fixtures/process/program-file.ts';

t.setTimeout(280_000);
const folder = mkdtempSync(join(tmpdir(), 'orchkit-wait-'));
const temporary = join(folder, 'tmp');
mkdirSync(temporary);
const running = new Set<ChildProcess>();
t.teardown(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The server with these words; all temporary files go to a folder of this test. */
function start(...words: string[]) {
  const child = spawn(process.execPath, [programFile('orch-apiserver'), ...words], {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, KUBECONFIG: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() =>
    running.delete(child),
  );
  return { child, code, out: text(child.stdout), error: text(child.stderr) };
}

/** A command that runs this text as a module of Node. */
const node = (script: string): string[] => ['--', process.execPath, '--input-type=module', '-e', script];

/** Asks the server of KUBECONFIG whether it is ready, prints the answer, and ends with 7. */
const askReady = `
  import { readFileSync, statSync } from 'node:fs';
  import { get } from 'node:https';
  const path = process.env.KUBECONFIG;
  const file = readFileSync(path, 'utf8');
  const [, server] = /server: (\\S+)/.exec(file);
  const ca = Buffer.from(/certificate-authority-data: (\\S+)/.exec(file)[1], 'base64');
  get(server + '/readyz', { ca }, (response) => {
    response.resume();
    console.log(response.statusCode, new URL(server).hostname, (statSync(path).mode & 0o777).toString(8), path);
    process.exitCode = 7;
  });
`;

const nothingLeft = (): readonly string[] => readdirSync(temporary);

t.test('a command runs once the server is ready, and its exit code is that of the server', async (t) => {
  const { code, out, error } = start('--authorization-mode=Node,RBAC', '--wait', ...node(askReady));
  t.equal(await code, 7, await error);
  const [status, host, mode, path = ''] = (await out).trim().split(' ');
  t.strictSame([status, host, mode], ['200', '127.0.0.1', '600'], 'the output is that of the command alone');
  t.notOk(existsSync(path));
  t.strictSame(nothingLeft(), []);
});

t.test('flags of the server hold: data and connection file stay where they are asked for', async (t) => {
  const { code, out } = start(
    '--wait',
    '--data-dir=data',
    '--kubeconfig-out=config',
    '--ready-file=ready',
    ...node(`
    import { readFileSync } from 'node:fs';
    console.log(process.env.KUBECONFIG, readFileSync('ready', 'utf8').trim());
  `),
  );
  t.equal(await code, 0);
  t.match(await out, new RegExp(`^${join(folder, 'config')} https://127\\.0\\.0\\.1:\\d+\\n$`));
  t.ok(existsSync(join(folder, 'data', 'pki', 'ca.crt')));
  t.notOk(existsSync(join(folder, 'ready')));
  t.strictSame(nothingLeft(), []);
});

t.test('a signal reaches the command, and one that ends it is in the exit code', async (t) => {
  for (const [script, expected] of [
    ["process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); console.log('up');", 9],
    ["setInterval(() => {}, 1000); console.log('up');", 143],
  ] as const) {
    const { child, code, out } = start('--wait', ...node(script));
    child.stdout.once('data', () => child.kill('SIGTERM'));
    t.equal(await code, expected);
    t.equal(await out, 'up\n');
    t.strictSame(nothingLeft(), []);
  }
});

t.test('a command that cannot be run is refused', async (t) => {
  for (const words of [['--wait'], ['--wait', '--'], ['--', 'true']]) {
    const { code, error } = start(...words);
    t.equal(await code, 2, words.join(' '));
    t.match(await error, /^orch-apiserver: --wait and a command belong together: .*\n$/);
  }
  const missing = start('--wait', '--', 'no-such-command');
  t.equal(await missing.code, 127);
  t.match(await missing.error, /^orch-apiserver: the command "no-such-command" cannot be started/m);
  const taken = start('--wait', '--ready-file=no/folder', '--', 'true');
  t.equal(await taken.code, 1);
  t.match(await taken.error, /^orch-apiserver: --ready-file: .*ENOENT.*\n$/m);
  t.strictSame(nothingLeft(), []);
});

t.test('the ready file exists while the server is ready, and the start removes an old one', async (t) => {
  const ready = join(folder, 'ready');
  writeFileSync(ready, 'old\n');
  const { child, code } = start('--data-dir=data', '--secure-port=0', '--ready-file=ready');
  while (!existsSync(ready) || readFileSync(ready, 'utf8') === 'old\n') await sleep(20);
  t.match(readFileSync(ready, 'utf8'), /^https:\/\/\S+:\d+\n$/);
  t.equal(statSync(ready).mode & 0o777, 0o644);
  child.kill('SIGTERM');
  t.equal(await code, 0);
  t.notOk(existsSync(ready));
});
