// What is read of the last words of a container: the end of its message, and of its log where its pod asks for that.

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { criNotes } from '../../../shared/vendor/cri-labels.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import type { Runtime } from '../../cri/runtime.ts';
import { readPod } from './pod-reader.ts';

async function scene(t: Test) {
  const root = await mkdtemp(join(tmpdir(), 'last-words-'));
  t.teardown(() => rm(root, { recursive: true }));
  const folder = join(root, 'pods', 'u', 'containers', 'app');
  await mkdir(folder, { recursive: true });
  const [hostPath, logPath] = [join(folder, 'message'), join(root, 'log')];
  const wordsOf = async (policy: string, exitCode = 1, path = hostPath): Promise<string | undefined> => {
    const annotations = new Map([
      [criNotes.terminationMessagePath, '/dev/last'],
      [criNotes.terminationMessagePolicy, policy],
    ]);
    const mounts = [{ containerPath: '/dev/last', hostPath: path }];
    const status = { id: 'c', name: 'app', state: 'exited', exitCode, message: '', annotations, mounts, logPath };
    const runtime = {
      listSandboxes: async () => [],
      listContainers: async () => [{ id: 'c', sandboxId: 's' }],
      containerStatus: async () => status,
    } as unknown as Runtime;
    const options = { runtime, podRuntime: {} as PodRuntime, rootDirectory: root };
    const { containers } = await readPod(options, 'u', new AbortController().signal);
    return containers[0]?.message;
  };
  return { root, hostPath, logPath, wordsOf };
}

t.test('of a long message the end is kept', async (t) => {
  const { hostPath, wordsOf } = await scene(t);
  await writeFile(hostPath, `first${'x'.repeat(4_096)}last`);
  const found = await wordsOf('File');
  t.equal(found?.length, 4_096);
  t.match(found, /^x.*last$/);
  await writeFile(hostPath, 'short');
  t.equal(await wordsOf('File'), 'short');
});

t.test('the log stands for a message only where the policy says so, and after a failure', async (t) => {
  const { hostPath, logPath, wordsOf } = await scene(t);
  await writeFile(hostPath, '');
  const line = (text: string): string => `2026-01-01T00:00:00Z stdout F ${text}\n`;
  await writeFile(logPath, Array.from({ length: 100 }, (_, at) => line(`line ${at}`)).join(''));
  t.equal(await wordsOf('File'), '');
  t.equal(await wordsOf('FallbackToLogsOnError', 0), '');
  const found = (await wordsOf('FallbackToLogsOnError')) ?? '';
  t.equal(found.split('\n')[0], 'line 20', 'the last eighty lines');
  t.ok(found.endsWith('line 99\n'));
  const partial = (text: string): string => `2026-01-01T00:00:00Z stderr P ${text}\n`;
  await writeFile(logPath, `${line('first')}${partial('sec')}${line('ond')}${partial('DONE')}`);
  t.equal(await wordsOf('FallbackToLogsOnError'), 'first\nsecond\nDONE', 'partial lines have no end');
  await writeFile(logPath, '');
  t.equal(await wordsOf('FallbackToLogsOnError'), '');
  await writeFile(hostPath, 'own');
  t.equal(await wordsOf('FallbackToLogsOnError'), 'own');
});

t.test('a message that is a link, a folder or elsewhere is none', async (t) => {
  const { root, hostPath, wordsOf } = await scene(t);
  await writeFile(join(root, 'secret'), 'secret');
  t.equal(await wordsOf('File', 1, join(root, 'secret')), '');
  await symlink(join(root, 'secret'), hostPath);
  t.equal(await wordsOf('File'), '');
  await rm(hostPath);
  await mkdir(hostPath);
  t.equal(await wordsOf('File'), '');
});
