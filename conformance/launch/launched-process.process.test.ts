// A process that the suite started ends when it is told to, whatever it does.

import t from 'tap';
import { launchProcess } from './launched-process.ts';

t.test('one that ignores its end is gone all the same, also when what it has started holds its output', async (t) => {
  const program = launchProcess(['sh', '-c', 'trap "" TERM; sleep 600 & echo $!; wait'], {}, 100);
  while (!program.output().includes('\n')) await new Promise((resolve) => setTimeout(resolve, 10));
  const started = Number(program.output());
  t.teardown(() => process.kill(started, 'SIGKILL'));
  await program.stop();
  t.notOk(program.running);
  t.ok(process.kill(started, 0), 'what it has started goes on, and was not waited for');
  t.equal(await program.ended, null);
});
