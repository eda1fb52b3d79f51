// `npm start` as its user meets it: real processes, from what is refused to what is left behind, in real time.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { busyLimit } from '../../fixtures/host/machine-pace.ts';
import { vendorIds } from '../../shared/vendor/profile.ts';

const main = fileURLToPath(new URL('main.js', import.meta.url));
const anyPorts = ['--port=0', '--agent-port=0', '--healthz-port=0'];
// Half a minute, and many times that on a busy machine.
t.setTimeout(900_000);

/** Milliseconds in which all has ended, on a machine at rest in a tenth of it. */
const patience = 5_000;
/** Milliseconds; what has not ended soon after them is killed, and then its log may lack the last line. */
const orderly = 1_500;

interface Launch {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Everything it printed so far. */
  text(): string;
  readonly exit: Promise<number | null>;
}

const launched: ChildProcess[] = [];
t.teardown(() => {
  for (const child of launched) child.kill('SIGKILL');
});

/** In a process group of its own, as a shell with a terminal starts it. */
function start(...words: string[]): Launch {
  const child = spawn(process.execPath, [main, ...words], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  launched.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { process: child, pid: child.pid ?? 0, text: () => text, exit };
}

function folderFor(t: { teardown(end: () => unknown): unknown }): string {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-start-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function until(holds: () => boolean, what: () => string): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 180_000) throw new Error(`never: ${what()}`);
    await sleep(20);
  }
}

const ready = (launch: Launch): Promise<void> =>
  until(
    () => / Ready /.test(launch.text()),
    () => `Ready, but: ${launch.text()}`,
  );

/** Process ids of the programs that a launcher runs, by name. */
function programsOf(launcher: number): ReadonlyMap<string, number> {
  const pids = readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').trim().split(/\s+/).map(Number);
  return new Map(
    pids.map((pid) => {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return [/cri-simulator/.test(words) ? 'simulator' : /--data-dir/.test(words) ? 'service' : 'agent', pid];
    }),
  );
}

/** A zombie counts as gone. */
function isGone(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

const skip = !existsSync('/proc/self/task') && 'this host has no /proc';

t.test('invalid launches are refused with one clear line', { skip }, async (t) => {
  const folder = folderFor(t);
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  writeFileSync(join(folder, 'file'), '');
  const at = (name: string): string => `--data-dir=${join(folder, name)}`;
  const cases: readonly (readonly [string, number, RegExp, readonly string[]])[] = [
    ['a port that is no number', 2, /--port: "abc" is not an integer/, [at('a'), '--port=abc']],
    ['an unknown flag', 2, /unknown flag '--onec' \(did you mean --once\?\)/, ['--onec']],
    ['a name no node has', 2, /--node-name: "a_b" cannot name a node/, [at('a'), '--node-name=a_b']],
    ['no folder', 2, /--data-dir: "" is not a path/, ['--data-dir=']],
    ['a folder too long for sockets', 2, /x is too long: sockets lie in it, .* 10[37] bytes/, [at('x'.repeat(100))]],
    ['a runtime at no address', 2, /runtime endpoint "foo" is neither/, [at('a'), '--container-runtime-endpoint=foo']],
    ['a file as folder', 1, /file cannot be made: .*file is not a folder/, [at('file')]],
    ['a folder in /proc', 1, /\/proc\/orchkit cannot be made: ENOENT/, ['--data-dir=/proc/orchkit']],
    ["the service's port taken", 1, /orch-apiserver: .*EADDRINUSE.*--port/, [at('b'), ...anyPorts, `--port=${port}`]],
    [
      "the agent's port taken",
      1,
      /orch-agent: .*EADDRINUSE.*--agent-port/,
      [at('c'), ...anyPorts, `--agent-port=${port}`],
    ],
    ["the agent's health port taken", 1, /orch-agent: .*EADDRINUSE/, [at('d'), ...anyPorts, `--healthz-port=${port}`]],
  ];
  for (const [what, code, pattern, words] of cases) {
    const launch = start(...words);
    t.equal(await launch.exit, code, what);
    const told = launch.text().trimEnd().split('\n');
    t.match(told.at(-1), pattern);
    t.ok(
      told
        .slice(0, -1)
        .every((line) => /^((API service|connection file|container runtime|logs|pods): |KUBECONFIG=)/.test(line)),
    );
  }
  if (process.getuid?.() === 0 && existsSync('/sys/kernel')) {
    const readOnly = start('--data-dir=/sys/orchkit');
    t.equal(await readOnly.exit, 1);
    t.match(readOnly.text(), /^npm start --: the folder \/sys\/orchkit cannot be made: E(PERM|ROFS|ACCES).*\n$/);
  }
});

t.test(
  'Ctrl-C, a program that dies, and a launcher that dies: all ends, and the data stay good',
  { skip },
  async (t) => {
    const folder = folderFor(t);
    const serviceLog = join(folder, 'logs', 'orch-apiserver.log');
    const words = [`--data-dir=${folder}`, ...anyPorts];
    const first = start(...words);
    await ready(first);
    const running = programsOf(first.pid);
    t.strictSame([...running.keys()].sort(), ['agent', 'service', 'simulator']);

    const second = start(...words);
    t.equal(await second.exit, 1);
    t.match(second.text(), /orch-apiserver: the data folder .* is in use by the process \d+\n$/);

    const begun = performance.now();
    process.kill(-first.pid, 'SIGINT');
    t.equal(await first.exit, 0, first.text());
    const took = performance.now() - begun;
    t.ok(took < busyLimit(patience), `soon: ${Math.round(took)} ms`);
    t.ok([...running.values()].every(isGone), 'nothing is left');
    if (took < orderly) t.match(readFileSync(serviceLog, 'utf8'), /orch-apiserver ended\n/);

    const other = start(...words, '--vendor=kubernetes');
    t.equal(await other.exit, 1);
    t.match(other.text(), /^npm start --: orch-apiserver: the data folder .* --vendor orch .*\n$/);

    // The node is Ready from before: only the agent's own log says that this one runs.
    const agentLog = join(folder, 'logs', 'orch-agent.log');
    const written = statSync(agentLog).size;
    const third = start(...words);
    await until(
      () => statSync(agentLog).size > written,
      () => `a line of the agent, but: ${third.text()}`,
    );
    await ready(third);
    process.kill(programsOf(third.pid).get('agent') ?? 0, 'SIGKILL');
    t.equal(await third.exit, 1);
    t.match(third.text(), /\nnpm start --: orch-agent ended \(SIGKILL\); its last line: .*\n$/);

    const fourth = start(...words);
    await ready(fourth);
    const orphans = [...programsOf(fourth.pid).values()];
    const orphaned = performance.now();
    fourth.process.kill('SIGKILL');
    await fourth.exit;
    await until(
      () => orphans.every(isGone),
      () => 'all programs gone after the launcher',
    );
    const gone = performance.now() - orphaned;
    if (gone < orderly) t.match(readFileSync(serviceLog, 'utf8'), /orch-apiserver ended\n$/);

    const fifth = start(...words);
    await ready(fifth);
    const stopping = performance.now();
    process.kill(fifth.pid, 'SIGTERM');
    t.equal(await fifth.exit, 0, fifth.text());
    const stopped = performance.now() - stopping;
    t.ok(stopped < busyLimit(patience), `soon: ${Math.round(stopped)} ms`);
  },
);

t.test('once, it ends with 0 when the node is Ready and its lease was renewed twice', { skip }, async (t) => {
  const launches = vendorIds.map((vendor) =>
    start('--once', `--data-dir=${folderFor(t)}`, ...anyPorts, `--vendor=${vendor}`),
  );
  for (const launch of launches) {
    t.equal(await launch.exit, 0, launch.text());
    t.match(launch.text(), /^node \S+: Ready \(v1\.34\.0, \S+, .*cri-simulator:\/\/|containerd:\/\/|cri-o:\/\//m);
    // On a busy machine one check may see two renewals, or more before the node is Ready.
    const seen = Array.from(launch.text().matchAll(/: lease renewed at \S+ \((\d+) renewals? seen\)\n/g), ([, count]) =>
      Number(count),
    );
    t.ok(Math.max(...seen) >= 2, launch.text());
  }
});
