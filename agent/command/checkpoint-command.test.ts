// `orch-agent checkpoint` on a folder of archives: what it prints, what it changes, how it fails.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import t, { type Test } from 'tap';
import { program } from '../../shared/process/command-line/command.ts';
import { runProgram } from '../../shared/process/command-line/command-line.ts';
import { archiveFolder } from '../checkpoint/archive-folder.ts';
import { checkpointCommand } from './checkpoint-command.ts';

const name = 'checkpoint-web_default-app-2026-01-01T10:00:00Z.tar';
const agent = program({ name: 'orch-agent', version: '1', summary: 'the agent', commands: [checkpointCommand] });

async function scene(t: Test) {
  const root = await mkdtemp(join(tmpdir(), 'command-'));
  t.teardown(() => rm(root, { recursive: true }));
  const folder = archiveFolder(join(root, 'checkpoints'));
  await folder.prepare();
  const archive = pack();
  archive.entry({ name: 'config.dump' }, JSON.stringify({ name: 'app', rootfsImageName: 'img:1' }));
  archive.finalize();
  await writeFile(join(folder.path, name), await buffer(archive));
  const run = async (...words: readonly string[]) => {
    let out = '';
    let error = '';
    const output = { out: (text: string) => (out += text), error: (text: string) => (error += text) };
    const code = await runProgram(agent, ['checkpoint', ...words, '--root-dir', root], output);
    return { code, out, error };
  };
  return { folder, run };
}

t.test('archives are listed and inspected, for people and for programs', async (t) => {
  const { run } = await scene(t);
  t.equal(
    (await run('list')).out,
    `CREATED               BYTES  PINNED  NAME\n2026-01-01T10:00:00Z  2048   no      ${name}\n`,
  );
  t.match(JSON.parse((await run('list', '-o', 'json')).out), { items: [{ name, bytes: 2048, pinned: false }] });
  t.match((await run('inspect', name)).out, /container +app\nimage +img:1\n/);
  t.match(JSON.parse((await run('inspect', name, '-o', 'json')).out), { items: [{ contents: { image: 'img:1' } }] });
});

t.test('a pinned archive is not deleted', async (t) => {
  const { folder, run } = await scene(t);
  t.match(await run('pin', name), { code: 0, out: '' });
  t.match((await run('list')).out, /yes/);
  t.match(await run('delete', name), { code: 1, error: /is pinned: unpin it first/ });
  t.match(await run('unpin', name), { code: 0 });
  t.match(await run('delete', name), { code: 0 });
  t.strictSame(await folder.list(), []);
});

t.test('the error says that an archive does not exist or cannot be read', async (t) => {
  const { folder, run } = await scene(t);
  for (const word of ['inspect', 'pin', 'unpin', 'delete']) {
    t.match(await run(word, '../../etc/passwd'), { code: 1, error: /does not exist/ }, word);
  }
  t.equal((await run('delete')).code, 2, 'a name is needed');
  await writeFile(join(folder.path, name), 'x');
  t.match(await run('inspect', name), { code: 1, error: /Unexpected end of data/ });
});
