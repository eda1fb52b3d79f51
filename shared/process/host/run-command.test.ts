// How a command ends, and which signals it gets; with real commands, and signals of a source that the test plays.

import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { runCommand, SignalRelay } from './run-command.ts';

/** Signals of the test, and the code with which the process would have ended at once. */
class Signals extends EventEmitter {
  ended: number | undefined;
  exit(code: number): void {
    this.ended = code;
  }
}

function scene(onTerminal = false) {
  const source = new Signals();
  const relay = new SignalRelay(source, onTerminal);
  let errors = '';
  const run = (...words: string[]): Promise<number> =>
    runCommand(words, { environment: { GIVEN: 'yes' }, relay, error: (text) => (errors += text) });
  return { source, relay, run, errors: () => errors };
}

t.test('the exit code is that of the command, which sees the environment', async (t) => {
  t.equal(await scene().run('sh', '-c', 'test "$GIVEN" = yes && exit 7'), 7);
  t.equal(await scene().run('sh', '-c', 'kill -KILL $$'), 137);
});

t.test('a command that cannot be started ends with 127 or 126 and one line', async (t) => {
  const missing = scene();
  t.equal(await missing.run('no-such-command'), 127);
  t.match(missing.errors(), /^the command "no-such-command" cannot be started: .*ENOENT\n$/);
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-command-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'file');
  writeFileSync(file, 'text', { mode: 0o600 });
  t.equal(await scene().run(file), 126);
});

/** Runs a command that ends with 40 and the number of INT signals when it gets SIGTERM; `send` is called when it listens. */
async function trapped(at: ReturnType<typeof scene>, send: () => Promise<void> | void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-command-'));
  const ready = join(folder, 'ready');
  const script = `n=40; trap 'n=$((n + 1))' INT; trap 'exit $n' TERM; touch ${ready}; while :; do sleep 0.05; done`;
  const ended = at.run('sh', '-c', script);
  while (!existsSync(ready)) await sleep(10);
  await send();
  const code = await ended;
  rmSync(folder, { recursive: true, force: true });
  return code;
}

t.test('signals reach the command, which decides how it ends', async (t) => {
  const at = scene();
  const code = await trapped(at, async () => {
    at.source.emit('SIGINT', 'SIGINT', 2);
    // Signals of one kind that wait together are delivered once.
    await sleep(500);
    at.source.emit('SIGTERM', 'SIGTERM', 15);
  });
  t.equal(code, 41);
  t.equal(at.source.ended, undefined, 'a second signal ends nothing while the command runs');
  at.source.emit('SIGINT', 'SIGINT', 2);
  t.equal(at.source.ended, 130, 'it does when the command has ended');
});

t.test('Ctrl-C of a terminal, which the command has had from there, is not sent again', async (t) => {
  const at = scene(true);
  const code = await trapped(at, async () => {
    at.source.emit('SIGINT', 'SIGINT', 2);
    await sleep(500);
    at.source.emit('SIGTERM', 'SIGTERM', 15);
  });
  t.equal(code, 40);
});

t.test('a signal before the command begins is known, and a second one ends the process', async (t) => {
  const { source, relay } = scene();
  t.equal(relay.exitCode, undefined);
  source.emit('SIGTERM', 'SIGTERM', 15);
  t.equal(relay.exitCode, 143);
  t.equal(source.ended, undefined);
  source.emit('SIGINT', 'SIGINT', 2);
  t.equal(source.ended, 130);
});
