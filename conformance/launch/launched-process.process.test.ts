// A launched process ends when it is stopped, whatever it does, and with the suite, however the suite ends.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { launchProcess } from './launched-process.ts';

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Zombies count as ended: their parent has only not reaped them yet. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

t.test('a process that ignores SIGTERM is killed with its children', async (t) => {
  const program = launchProcess(['sh', '-c', 'trap "" TERM; sleep 600 & echo $!; wait'], {}, 100);
  await until(() => program.output().includes('\n'));
  const started = Number(program.output());
  t.teardown(() => void (isRunning(started) && process.kill(started, 'SIGKILL')));
  await program.stop();
  t.notOk(program.running);
  t.equal(await program.ended, null);
  await until(() => !isRunning(started));
});

t.test('stop does not wait for a child in another process group that holds the output open', async (t) => {
  const program = launchProcess(['sh', '-c', 'trap "" TERM; setsid sleep 600 & echo $!; wait'], {}, 100);
  await until(() => program.output().includes('\n'));
  const started = Number(program.output());
  t.teardown(() => process.kill(started, 'SIGKILL'));
  await program.stop();
  t.ok(isRunning(started));
});

const launcher = fileURLToPath(new URL('server-launcher.js', import.meta.url));
const profile = fileURLToPath(new URL('../../shared/vendor/profile.js', import.meta.url));
const clock = fileURLToPath(new URL('../wire/time/clock.js', import.meta.url));

/**
 * A process that launches a server, which never gets ready, and handles no signal. The server waits until the guard
 * knows it.
 */
const suite = `
  const [{ ServerLauncher }, { vendorOf }, { systemClock }] = await Promise.all(
    ${JSON.stringify([launcher, profile, clock])}.map((file) => import(file)));
  const command = ['sh', '-c', 'sleep 600 & sleep 1; echo $$ $! > "$1"/pids; wait', 'sh', '{folder}', '{flags}'];
  const options = { command, vendor: vendorOf('orch'), clock: systemClock };
  await new ServerLauncher(options).start({ server: [] }, 'ready', new AbortController().signal);
`;

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  t.test(
    `a suite that is ended by ${signal} leaves neither programs nor folders behind`,
    { timeout: 60_000 },
    async (t) => {
      const folder = t.testdir({});
      const child = spawn(process.execPath, ['--input-type=module', '-e', suite], {
        stdio: 'ignore',
        env: { ...process.env, TMPDIR: folder },
      });
      t.teardown(() => void child.kill('SIGKILL'));
      let pids: readonly number[] = [];
      await until(async () => {
        const [own = ''] = await readdir(folder);
        const text = await readFile(join(folder, own, 'pids'), 'utf8').catch(() => '');
        pids = text.endsWith('\n') ? text.trim().split(' ').map(Number) : [];
        return pids.length === 2;
      });
      child.kill(signal);
      await until(() => !pids.some(isRunning));
      await until(async () => (await readdir(folder)).length === 0);
      t.pass('both are gone');
    },
  );
}
