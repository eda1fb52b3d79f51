// Starting agents for cases: the command line, the errors of a failed start, and the notify socket.

import { spawnSync } from 'node:child_process';
import process from 'node:process';
import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { systemClock } from '../wire/time/clock.ts';
import { AgentLauncher, agentWordsFor } from './agent-launcher.ts';
import { launchProcess } from './launched-process.ts';
import { openNotifySocket } from './notify-socket.ts';

const vendor = vendorOf('orch');
const { signal } = new AbortController();

t.test('flags of a case come last, or at {flags}', async (t) => {
  const parts = { vendor, folder: '/f', port: 4000, flags: ['--x=1'] };
  const words = agentWordsFor({ ...parts, command: ['agent', '--runtime=r'] });
  t.strictSame([words[0], words[1], words.at(-1)], ['agent', '--runtime=r', '--x=1']);
  t.match(words.join(' '), '--root-dir /f/root --hostname-override conformance --address 127.0.0.1 --port 4000');
  const command = ['agent', '{flags}', '--at={port}', '--in', '{folder}/in', '--as={vendor}'];
  t.strictSame(agentWordsFor({ ...parts, command }), ['agent', '--x=1', '--at=4000', '--in', '/f/in', '--as=orch']);
});

t.test(
  'an agent that exits before it answers is an error with its last output, and its exit code is returned',
  async (t) => {
    const script = `console.error('no such flag ' + process.env.HINT); process.exit(2)`;
    const launcher = new AgentLauncher({
      command: [process.execPath, '-e', script, '--'],
      vendor,
      clock: systemClock,
    });
    t.teardown(() => launcher.close());
    const launch = { flags: [], environment: { HINT: 'here' } };
    await t.rejects(launcher.start(launch, signal), { message: 'the agent did not come up: no such flag here' });
    t.match(await launcher.watch(launch, 60_000, signal), { code: 2, output: /no such flag here/ });
  },
);

t.test('an agent that keeps running is stopped when the watch is over', async (t) => {
  const command = [process.execPath, '-e', 'setInterval(() => {}, 1000)', '--'];
  const launcher = new AgentLauncher({ command, vendor, clock: systemClock });
  t.equal(await launcher.watch({ flags: [] }, 50, signal), undefined);
});

const sends =
  spawnSync('python3', ['--version']).status === 0 ? {} : { skip: 'python3, which sends, is not installed' };

t.test('the socket receives messages', sends, async (t) => {
  const socket = await openNotifySocket(systemClock, signal);
  if (socket === undefined) throw new Error('nothing listens, although python3 is installed');
  t.teardown(() => socket.close());
  const send =
    'import os, socket; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])';
  for (const times of [1, 2]) {
    const sender = launchProcess(['python3', '-c', send], socket.environment);
    t.equal(await sender.ended, 0);
    await socket.caughtUp();
    t.equal(socket.heard().split('READY=1').length - 1, times, 'what was sent before has been heard');
  }
});
