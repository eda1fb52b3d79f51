// The login manager of systemd, by the tools that come with it: a lock is a file that is passed over the bus, which Node cannot receive,
// and which `systemd-inhibit` holds as long as it runs. Both helpers end with the agent, however it ends: their input is a pipe of it.

import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Lock, Logind } from './logind.ts';

const [service, object, manager] = [
  'org.freedesktop.login1',
  '/org/freedesktop/login1',
  'org.freedesktop.login1.Manager',
];
const confFolder = '/run/systemd/logind.conf.d';
/** Milliseconds that one question may take. */
const patience = 10_000;
const run = promisify(execFile);

export function systemdLogind(): Logind {
  const ask = async (words: readonly [string, ...string[]], signal: AbortSignal): Promise<string> => {
    const [program, ...args] = words;
    const { stdout } = await run(program, args, { signal, timeout: patience, maxBuffer: 65_536 });
    return stdout.trim();
  };
  return {
    inhibitDelay: async (signal) => {
      const text = await ask(['busctl', 'get-property', service, object, manager, 'InhibitDelayMaxUSec'], signal);
      const [, microseconds] = /^t (\d+)$/.exec(text) ?? [];
      if (microseconds === undefined) throw new Error(`no delay but ${JSON.stringify(text)}`);
      return Number(microseconds) / 1000;
    },
    setInhibitDelay: async (milliseconds, signal) => {
      await mkdir(confFolder, { recursive: true });
      const content = `[Login]\nInhibitDelayMaxSec=${Math.ceil(milliseconds / 1000)}\n`;
      await writeFile(`${confFolder}/99-orch-agent.conf`, content, { mode: 0o644 });
      await ask(['systemctl', 'kill', '--signal=HUP', 'systemd-logind.service'], signal);
    },
    inhibit: (signal) => inhibit(signal),
    follow: (heard, ready, signal) => follow(heard, ready, signal),
  };
}

/** `cat` runs when the lock is held, and repeats the line that it is sent. */
async function inhibit(signal: AbortSignal): Promise<Lock> {
  const why = ['--what=shutdown', '--mode=delay', '--who=kubelet', '--why=pods are ended before the host goes down'];
  const child = spawn('systemd-inhibit', [...why, 'cat']);
  const lost = new AbortController();
  let released = false;
  const release = (): void => {
    released = true;
    child.stdin.destroy();
    child.kill();
  };
  signal.addEventListener('abort', release, { once: true });
  const ended = endOf(child);
  void ended.then((error) => {
    signal.removeEventListener('abort', release);
    if (!released) lost.abort(error);
  });
  const held = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  child.stdin.write('held\n');
  const failed = await Promise.race([held, ended]);
  if (failed instanceof Error) throw failed;
  return { release, lost: lost.signal };
}

async function follow(heard: (shuttingDown: boolean) => void, ready: () => void, signal: AbortSignal): Promise<void> {
  const match = `type='signal',sender='${service}',path='${object}',interface='${manager}',member='PrepareForShutdown'`;
  const child = spawn('busctl', ['--system', '--json=short', `--match=${match}`, 'monitor']);
  const end = (): void => void child.kill();
  signal.addEventListener('abort', end, { once: true });
  child.stderr.once('data', ready);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const value = shutdownOf(line);
    if (value !== undefined) heard(value);
  });
  const error = await endOf(child);
  signal.removeEventListener('abort', end);
  if (!signal.aborted) throw error;
}

/** Of a line of the monitor: what it says about a shutdown; undefined: nothing. */
export function shutdownOf(line: string): boolean | undefined {
  try {
    const { member, payload } = JSON.parse(line) as {
      readonly member?: unknown;
      readonly payload?: { readonly data?: readonly unknown[] };
    };
    const [value] = payload?.data ?? [];
    return member === 'PrepareForShutdown' && typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves, with the reason, when the program has ended or could not be started. */
function endOf(child: ChildProcessWithoutNullStreams): Promise<Error> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-500);
  });
  child.stdin.on('error', () => undefined);
  return new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', (code, by) =>
      resolve(new Error(`${child.spawnargs[0]} ended with ${by ?? `code ${code}`}: ${said.trim()}`)),
    );
  });
}
