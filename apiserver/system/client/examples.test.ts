// The examples run as their README says. Those for other languages are checked by their own tools only.

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { kubectlMissing } from '../../../fixtures/apiserver/kubectl.fixture.ts';
import { programFile } from '../../../fixtures/process/program-file.ts';
import { projectRoot } from '../../../fixtures/scripts/project-root.fixture.ts';

const examples = join(projectRoot(), 'examples');
/** Milliseconds that an example may take. */
const patience = 120_000;

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a program of the examples from the root of the project, as a reader would. */
function run(file: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  // The test runner of Node prints otherwise when it is started by another one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((done) => {
    const options = { cwd: projectRoot(), env: { ...env, ...more }, timeout: patience, killSignal: 'SIGKILL' as const };
    const child = execFile(file, [...args], options, (_failure, out, error) => {
      done({ code: child.exitCode, out, error });
    });
  });
}

t.test('the tests of the Node example pass', { timeout: 290_000 }, async (t) => {
  const folder = join(examples, 'node-test');
  const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
  t.ok(files.length > 0);
  const { code, out, error } = await run(process.execPath, ['--test', ...files.map((name) => join(folder, name))]);
  t.equal(code, 0, `${out}${error}`);
  t.match(out, /^# pass [1-9]/m);
});

const script = join(examples, 'shell', 'check-manifest.sh');
const server = { ORCH_APISERVER: `${process.execPath} ${programFile('orch-apiserver')}` };

t.test('the shell example accepts its manifest', { timeout: 290_000, skip: kubectlMissing }, async (t) => {
  const { code, out, error } = await run(script, [join(examples, 'shell', 'shop.yaml')], server);
  t.equal(code, 0, error);
  t.match(out, /^deployment\.apps\/shop created$/m);
});

t.test('the shell example refuses a manifest with a fault', { timeout: 290_000, skip: kubectlMissing }, async (t) => {
  const folder = t.testdir({
    'faulty.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {ports: []}\n',
  });
  const { code, error } = await run(script, [join(folder, 'faulty.yaml')], server);
  t.equal(code, 1);
  t.match(error, /spec\.ports: Required value/);
});

t.test('the shell example asks for a manifest', async (t) => {
  t.match(await run(script, [], server), { code: 2, out: '', error: /^usage: .*check-manifest\.sh MANIFEST$/m });
});
