// The files that start the programs: read by a Node that is too old, they say so; otherwise they are the program.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import t from 'tap';

const programs = fileURLToPath(new URL('../../bin', import.meta.url));
const names = ['orch-apiserver', 'orch-agent', 'orch-conformance', 'orchkit'];
const built = names.every((name) => existsSync(join(programs, name))) ? false : 'the programs are not bundled';
const starter = (name: string): string => join(programs, `${name}.js`);

const folder = mkdtempSync(join(tmpdir(), 'orchkit-starter-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program on a Node that says it were of another version. */
function runAs(version: string, program: string, ...words: readonly string[]) {
  const disguise = join(folder, 'disguise.cjs');
  const versions = `{ ...process.versions, node: '${version}' }`;
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
  return spawnSync(process.execPath, ['--require', disguise, program, ...words], { encoding: 'utf8' });
}

for (const name of names) {
  t.test(`${name} on a Node that is too old ends with 2 and one line`, { skip: built }, async (t) => {
    for (const version of ['4.9.1', '12.22.12', '18.20.4', '20.18.3']) {
      const { status, stdout, stderr } = runAs(version, starter(name), '--version');
      t.strictSame(
        { status, stdout, stderr },
        { status: 2, stdout: '', stderr: `${name} needs Node 20.19 or newer; this is ${version}\n` },
      );
    }
    for (const version of ['20.19.0', '21.0.0', '22.1.0', '100.0.0']) {
      const { status, stdout } = runAs(version, starter(name), '--version');
      t.match({ status, stdout }, { status: 0, stdout: new RegExp(`^${name} \\d`) }, version);
    }
  });

  t.test(`${name} is started by a file that needs no newer language than ECMAScript 5`, { skip: built }, async (t) => {
    const text = readFileSync(starter(name), 'utf8');
    // What the old language lacks is refused or written otherwise.
    const [old, current] = await Promise.all(
      ['es5', 'esnext'].map((target) => transform(text, { target, logLevel: 'silent' })),
    );
    t.equal(old?.code, current?.code);
    t.notMatch(text, /\bimport\b|@\w+@/);
    await t.rejects(transform(`${text}\nconst newer = () => 1;`, { target: 'es5', logLevel: 'silent' }));
    t.equal(readFileSync(join(programs, 'package.json'), 'utf8'), '{ "type": "commonjs" }\n');
  });
}

t.test('a program whose await never ends does not end with 0', { skip: built }, async (t) => {
  const copy = join(folder, 'orch-agent.js');
  copyFileSync(starter('orch-agent'), copy);
  mkdirSync(join(folder, 'orch-agent'));
  const code = join(folder, 'orch-agent', 'orch-agent.mjs');
  writeFileSync(code, 'await new Promise(() => {});');
  t.equal(spawnSync(process.execPath, [copy]).status, 13);
  writeFileSync(code, 'console.log(process.argv.slice(2).join()); process.exitCode = 7;');
  t.match(spawnSync(process.execPath, [copy, 'a', '--b'], { encoding: 'utf8' }), { status: 7, stdout: 'a,--b\n' });
});
