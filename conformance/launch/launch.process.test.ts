// Starting servers for cases: command, flags, sharing, and the errors of a failed start.

import { existsSync } from 'node:fs';
import process from 'node:process';
import t, { type Test } from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { Case } from '../contract/case.ts';
import { runCases } from '../runner/run.ts';
import type { Target } from '../target/target.ts';
import { systemClock } from '../wire/time/clock.ts';
import { commandWords } from './command-words.ts';
import { ServerLauncher, wordsFor } from './server-launcher.ts';

const vendor = vendorOf('orch');
const { signal } = new AbortController();
const launcherOf = (t: Test, script: string) => {
  const launcher = new ServerLauncher({ command: [process.execPath, '-e', script, '--'], vendor, clock: systemClock });
  t.teardown(() => launcher.close());
  return launcher;
};

t.test('a command is split into words, with quotes for words with blanks', async (t) => {
  t.strictSame(commandWords(' node "my server.js" --a=1 \'b c\' '), ['node', 'my server.js', '--a=1', 'b c']);
  t.throws(() => commandWords('node "open'), { message: /quote that is not closed/ });
  t.throws(() => commandWords('  '), { message: 'the command is empty' });
});

t.test('flags of a case come last, or at {flags}', async (t) => {
  const parts = { vendor, folder: '/f', flags: ['--x=1'] };
  const words = wordsFor({ ...parts, command: ['serve'] });
  t.strictSame([words[0], words.at(-1)], ['serve', '--x=1']);
  t.match(words.join(' '), '--kubeconfig-out /f/admin.conf --authorization-mode Node,RBAC');
  const command = ['serve', '--out={kubeconfig}', '{flags}', '--in', '{folder}/in', '--as={vendor}'];
  t.strictSame(wordsFor({ ...parts, command }), [
    'serve',
    '--out=/f/admin.conf',
    '--x=1',
    '--in',
    '/f/in',
    '--as=orch',
  ]);
});

t.test(
  'the end of a program is reported with code and output; files are written and placeholders filled',
  async (t) => {
    const script = `
    const file = process.argv.at(-1);
    console.log(require('fs').readFileSync(file, 'utf8'));
    console.error(file);
    process.exitCode = 3;`;
    // Without the dashes Node would read the flags as its own.
    const launcher = new ServerLauncher({
      command: [process.execPath, '-e', script, '--', '{flags}'],
      vendor,
      clock: systemClock,
    });
    const end = await launcher.runToEnd({ server: ['{folder}/rules'], files: { rules: 'of {label}' } }, signal);
    t.equal(end.code, 3);
    t.match(end.output, vendor.fill('of {label}\n'));
    const file = end.output.trim().split('\n').at(-1) ?? '';
    t.match(file, /\/rules$/);
    t.notOk(existsSync(file), 'the folder is removed');
  },
);

t.test('a server that exits before it is ready is an error with its last output', async (t) => {
  const launcher = launcherOf(t, `console.error('no such flag'); process.exit(2)`);
  await t.rejects(launcher.start({ server: [] }, 'ready', signal), {
    message: 'the server did not come up: no such flag',
  });
  const missing = new ServerLauncher({ command: ['/nonexistent/program'], vendor, clock: systemClock });
  await t.rejects(missing.start({ server: [] }, 'ready', signal), { cause: { message: /cannot start/ } });
});

t.test(
  'an attempt gives the end of a server that ended by itself, and fails where none could be started',
  async (t) => {
    const launcher = launcherOf(t, `console.error('no such flag'); process.exit(2)`);
    t.match(await launcher.attempt({ server: [] }, signal), { code: 2, output: 'no such flag\n' });
    const missing = new ServerLauncher({ command: ['/nonexistent/program'], vendor, clock: systemClock });
    await t.rejects(missing.attempt({ server: [] }, signal), { cause: { message: /cannot start/ } });
  },
);

t.test('an attempt gives nothing for a server that becomes ready, which is ended', async (t) => {
  const script = `
    const server = require('http').createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1', () => {
      const cluster = { server: 'http://127.0.0.1:' + server.address().port };
      const file = { clusters: [{ name: 'c', cluster }], users: [{ name: 'u', user: {} }], 'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }] };
      require('fs').writeFileSync(process.argv.at(-1), JSON.stringify(file));
    });`;
  const launcher = new ServerLauncher({
    command: [process.execPath, '-e', script, '--', '{flags}', '{kubeconfig}'],
    vendor,
    clock: systemClock,
  });
  t.teardown(() => launcher.close());
  t.equal(await launcher.attempt({ server: [] }, signal), undefined);
});

t.test('modes are named by flags of the case, or by its file of authorizers', async (t) => {
  const words = (flag: string) => wordsFor({ vendor, folder: '/f', flags: [flag], command: ['serve'] }).join(' ');
  t.match(words('--anonymous-auth=false'), '--authorization-mode Node,RBAC');
  for (const flag of ['--authorization-mode=ABAC', '--authorization-config=/a']) t.notMatch(words(flag), 'Node,RBAC');
  t.match(words('--authorization-webhook-version=v1'), '--authorization-mode Node,RBAC');
});

const target: Target = {
  server: 'http://sample.invalid',
  vendor,
  version: '',
  features: new Set(),
  missing: new Map(),
  admin: () => ({ withHeaders: () => undefined }) as never,
  bare: () => undefined as never,
  certified: () => undefined as never,
  rawGet: () => undefined as never,
  rawSocket: () => undefined as never,
  agent: () => undefined as never,
  renew: async () => {},
  secrets: () => [],
  close: async () => {},
};
const sample = (id: string, more: Partial<Case>) => ({
  area: 'sample',
  definition: { id, title: `${id} MUST hold.`, requirements: ['VERS-013'], run: async () => {}, ...more },
});

t.test('without a launch command such cases are skipped with the reason', async (t) => {
  const cases = [sample('shared', { launch: { server: ['--x'] } }), sample('own', { needs: ['launch-server'] })];
  const results = await runCases(cases, { target, clock: systemClock, parallel: 2, signal });
  const reason = 'no command that starts a server was given (--launch-server)';
  t.match(results, [
    { outcome: 'skipped', reason },
    { outcome: 'skipped', reason },
  ]);
});

t.test('every case of a server that does not start is errored, and the server is started once', async (t) => {
  const launcher = launcherOf(t, `console.error('started'); process.exit(2)`);
  const cases = ['a', 'b'].map((id) => sample(id, { launch: { server: ['--x'] } }));
  const results = await runCases(cases, { target, clock: systemClock, parallel: 2, signal, launcher });
  t.match(results, [
    { outcome: 'errored', message: /did not come up: started/ },
    { outcome: 'errored', message: /did not come up: started/ },
  ]);
});
