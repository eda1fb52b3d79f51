// The real command line client with a server of its own, for tests.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { startServerProcess } from '../fixtures/server-process.ts';

/** Why tests with the client are skipped; false: it is there. */
export const kubectlMissing =
  spawnSync('kubectl', ['version', '--client']).status === 0 ? false : 'kubectl is not installed';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Kubectl {
  /** Scratch space, removed with the test. */
  readonly folder: string;
  readonly run: (...args: readonly string[]) => Ran;
  /** Runs with this text on standard input, and further variables. */
  readonly runWith: (
    more: { readonly input?: string; readonly env?: Readonly<Record<string, string>> },
    ...args: readonly string[]
  ) => Ran;
  /** What a command that goes on by itself has printed when that matches; it is ended then, and after a minute in any case. */
  readonly shows: (what: RegExp, ...args: readonly string[]) => Promise<string>;
  /** What it prints; a failure fails the test. */
  readonly good: (...args: readonly string[]) => string;
}

/** `flags`: further flags of the server. */
export async function kubectl(t: Test, flags: readonly string[] = []): Promise<Kubectl> {
  const server = await startServerProcess({ vendor: 'kubernetes', args: flags });
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-client-'));
  t.teardown(async () => {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const common = ['--kubeconfig', server.kubeconfig, `--cache-dir=${folder}/cache`];
  const runWith: Kubectl['runWith'] = ({ input, env }, ...args) => {
    const { status, stdout, stderr } = spawnSync('kubectl', [...common, ...args], {
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, ...env },
      ...(input === undefined ? {} : { input }),
    });
    return { code: status, out: stdout, err: stderr };
  };
  const shows: Kubectl['shows'] = (what, ...args) =>
    new Promise((resolve) => {
      const child = spawn('kubectl', [...common, ...args], {
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 60_000,
        killSignal: 'SIGKILL',
      });
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (what.test(out)) child.kill('SIGKILL');
      });
      child.once('close', () => resolve(out));
    });
  return {
    folder,
    runWith,
    shows,
    run: (...args) => runWith({}, ...args),
    good: (...args) => {
      const { code, out, err } = runWith({}, ...args);
      if (code !== 0) t.fail(`kubectl ${args.join(' ')}: ${err}`);
      return out;
    },
  };
}
