// Which flags reach the launcher through npm, and which npm spoils.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { integerFlag, switchFlag, textFlag } from '../../shared/process/command-line/flag.ts';
import { wordsFromNpm } from './npm-words.ts';

const flags = {
  once: switchFlag('end soon'),
  'data-dir': textFlag('a folder', { value: 'FOLDER' }),
  port: integerFlag('a port'),
};
const script = 'process.stdout.write(JSON.stringify([process.argv.slice(2), process.env]))';

/** The words and the environment that `npm start` with these words hands on. */
function throughNpm(t: Test, ...words: string[]): { readonly own: string[]; readonly environment: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-npm-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "scripts": { "start": "node start.cjs" } }');
  writeFileSync(join(folder, 'start.cjs'), script);
  const npm = spawnSync('npm', ['start', '--silent', ...words], { cwd: folder, encoding: 'utf8' });
  const [own, environment] = JSON.parse(npm.stdout) as [string[], NodeJS.ProcessEnv];
  return { own, environment };
}

t.test('flags without -- arrive, and those after it too', async (t) => {
  const { own, environment } = throughNpm(t, '--once', '--data-dir=/tmp/a b', '--', '--port', '1');
  t.strictSame(
    [...wordsFromNpm(flags, environment).words, ...own],
    ['--once=true', '--data-dir=/tmp/a b', '--port', '1'],
  );
  t.strictSame(wordsFromNpm(flags, throughNpm(t, '--no-once').environment).words, ['--once=false']);
});

t.test('a value that npm separates from its flag is refused, with what to write', async (t) => {
  const { environment } = throughNpm(t, '--port', '1');
  t.equal(wordsFromNpm(flags, environment).fault, 'npm took --port for its own flag: write npm start -- --port N');
});

t.test('variables that npm sets for other scripts are not flags of the launcher', async (t) => {
  t.strictSame(wordsFromNpm(flags, { npm_lifecycle_event: 'test', npm_config_once: 'true' }), { words: [] });
});
