// The pages are true: their examples are run and print what they say, links lead somewhere, flags exist.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import t from 'tap';
import { programFile } from '../../fixtures/process/program-file.ts';

const root = projectRoot();

/** The doors of the package, as compiled beside this test. */
const doors: ReadonlyMap<string, string> = new Map([
  ['orchkit/apiserver', 'apiserver/index.js'],
  ['orchkit/client', 'shared/client/index.js'],
]);
/** Milliseconds that an example may take, and a program for its help. */
const patience = 120_000;

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

function compiledFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

interface Block {
  readonly language: string;
  readonly text: string;
  /** What stands between the block before and this one. */
  readonly lead: string;
}

/** The fenced blocks of a page in their order. */
function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const match of markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    const [whole, language = '', text = ''] = match;
    blocks.push({ language, text, lead: markdown.slice(end, match.index) });
    end = match.index + whole.length;
  }
  return blocks;
}

function page(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

/** Every page of the project, by its path from the root. */
function pages(folder = root): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || ['node_modules', 'dist'].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.md') ? [relative(root, path)] : [];
  });
}

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function run(file: string, args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((done) => {
    const options = { cwd, timeout: patience, killSignal: 'SIGKILL' as const };
    const child = execFile(file, [...args], options, (_failure, out, error) => {
      done({ code: child.exitCode, out, error });
    });
  });
}

/** Runs an example as a program of its own: its types removed, its imports led to the compiled doors. */
async function runExample(source: string): Promise<Outcome> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' });
  let text = code;
  for (const [name, file] of doors) text = text.replaceAll(`"${name}"`, `"${pathToFileURL(compiledFile(file)).href}"`);
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-example-'));
  try {
    const file = join(folder, 'example.mjs');
    await writeFile(file, text);
    return await run(process.execPath, [file], folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An example is a `ts` block; a `text` block right after it is what it prints, and without one it prints nothing. */
function examplesOf(name: string): readonly { readonly source: string; readonly printed: string | RegExp }[] {
  const blocks = blocksOf(page(name));
  return blocks.flatMap(({ language, text }, index) => {
    if (!['ts', 'js'].includes(language) || !/from 'orchkit\//.test(text)) return [];
    const next = blocks[index + 1];
    // What a test runner prints has times in it.
    const printed = next?.language === 'text' ? next.text : text.includes("from 'node:test'") ? /^# fail 0$/m : '';
    return [{ source: text, printed }];
  });
}

/** The example with an assertion that fails: right after the server has started, and as the last thing. */
function failingOf(source: string): readonly string[] {
  const fault = "throw new Error('an assertion failed');\n";
  if (source.includes("from 'node:test'")) return [source.replace(/^test\(.*\n/m, (line) => line + fault)];
  const started = source.replace(/^.* await startApiServer\(.*\n/m, (line) => line + fault);
  return [started, source.includes('finally') ? started : source + fault];
}

for (const name of ['README.md', 'docs/quick-start-testing.md', 'docs/server-library.md', 'docs/client.md']) {
  t.test(`the examples of ${name} run and print the documented output`, { timeout: 290_000 }, async (t) => {
    const examples = examplesOf(name);
    t.ok(examples.length > 0, 'there are examples');
    for (const { source, printed } of examples) {
      const { code, out, error } = await runExample(source);
      t.equal(error, '', 'nothing on standard error');
      t.equal(code, 0);
      if (typeof printed === 'string') t.equal(out, printed);
      else t.match(out, printed);
    }
  });

  t.test(`the examples of ${name} end when a line of theirs throws`, { timeout: 290_000 }, async (t) => {
    for (const { source } of examplesOf(name)) {
      for (const failing of failingOf(source)) {
        const { code, error } = await runExample(failing);
        t.equal(code, 1, failing);
        if (!failing.includes("from 'node:test'")) t.match(error, /an assertion failed/);
      }
    }
  });
}

t.test('an example that fails, or prints something else, is noticed', async (t) => {
  t.match(await runExample("const text: string = 'typed'; console.log(text);"), { code: 0, out: 'typed\n' });
  t.match(await runExample("throw new Error('wrong');"), { code: 1, error: /wrong/ });
});

t.test('the shell loops of the pages end when the server has ended', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-loop-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['README.md', 'docs/server.md']) {
    const loops = [...page(name).matchAll(/^\$ (until .*)$/gm)].map(([, loop = '']) => loop);
    t.ok(loops.length > 0, name);
    for (const loop of loops) {
      // A process that has ended in place of the server.
      const script = `true & wait\n${loop}\necho "went on"`;
      t.equal((await run('sh', ['-c', script], folder)).out, 'went on\n', loop);
    }
  }
});

t.test('a case that a page shows is the case of the suite', async (t) => {
  const shown = blocksOf(page('docs/conformance-cases.md')).filter(({ language }) => language === 'ts');
  t.ok(shown.length > 0);
  for (const { text, lead } of shown) {
    const link = [...lead.matchAll(/\]\(([^)]+\.ts)\)/g)].at(-1)?.[1] ?? 'no link before the block';
    t.equal(text, readFileSync(resolve(root, 'docs', link), 'utf8'), link);
  }
});

t.test('every link of every page leads to a file or a heading that is there', async (t) => {
  const all = pages();
  t.ok(all.includes('README.md') && all.includes('docs/architecture.md'));
  for (const name of all) {
    const prose = page(name).replace(/^```.*?^```$/gms, '');
    for (const [, target = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', heading] = target.split('#');
      const path = file === '' ? name : relative(root, resolve(root, dirname(name), file));
      if (!existsSync(join(root, path))) t.fail(`${name}: ${target} is not there`);
      else if (heading !== undefined) t.ok(headingsOf(path).has(heading), `${name}: ${target} is a heading`);
    }
  }
});

t.test('a page that people write has at most 250 lines', async (t) => {
  const written = pages().filter((name) => name.startsWith('docs/') && !page(name).includes('\nGenerated from '));
  t.ok(written.includes('docs/server.md') && !written.includes('docs/reference-client.md'));
  for (const name of written) t.ok(page(name).split('\n').length <= 251, `${name} is not too long`);
});

/** The anchors of a page: its headings in lower case, spaces as hyphens, other signs left out. */
function headingsOf(name: string): ReadonlySet<string> {
  const headings = [...page(name).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The programs by the word that starts them, each with what prints its flags. */
const helps: ReadonlyMap<string, readonly string[]> = new Map([
  ['matrix.js', [process.execPath, join(root, 'dist', 'conformance', 'mutant', 'matrix.js'), '--help']],
  ['orch-apiserver', [process.execPath, programFile('orch-apiserver'), '--help']],
  ['orch-agent simulate', [process.execPath, programFile('orch-agent'), 'simulate', '--help']],
  ['orch-agent verify', [process.execPath, programFile('orch-agent'), 'verify', '--help']],
  ['orch-agent', [process.execPath, programFile('orch-agent'), '--help']],
  ['orch-conformance run', [process.execPath, programFile('orch-conformance'), 'run', '--help']],
  ['orch-conformance list', [process.execPath, programFile('orch-conformance'), 'list', '--help']],
  ['orchkit envtest', [process.execPath, programFile('orchkit'), 'envtest', '--help']],
  ['orchkit etcd', [process.execPath, programFile('orchkit'), 'etcd', '--help']],
  ['systemd/install.sh', [join(root, 'systemd', 'install.sh'), '--help']],
]);

/** The programs whose flags the prose of a page names; of other pages all programs. */
const subjects: readonly { readonly names: RegExp; readonly programs: readonly string[] }[] = [
  { names: /^docs\/server[\w-]*\.md$/, programs: ['orch-apiserver'] },
  {
    names: /^docs\/agent[\w-]*\.md$/,
    programs: ['orch-agent', 'orch-agent simulate', 'orch-agent verify', 'systemd/install.sh'],
  },
  {
    names: /^docs\/conformance[\w-]*\.md$/,
    programs: ['orch-conformance run', 'orch-conformance list', 'matrix.js', 'orch-apiserver', 'orch-agent'],
  },
  { names: /^docs\/(?:quick-start|troubleshooting)[\w-]*\.md$/, programs: [...helps.keys()] },
];

t.test('every flag that a page names exists', { timeout: 290_000 }, async (t) => {
  const known = new Map<string, ReadonlySet<string>>();
  for (const [program, [file = '', ...args]] of helps) {
    const { code, out, error } = await run(file, args, root);
    t.equal(code, 0, `${program} prints its flags: ${error}`);
    known.set(program, new Set([...out.matchAll(/--[a-z][a-z0-9-]*/g)].map(([flag]) => flag)));
  }
  for (const { names, programs } of subjects) {
    const described = pages().filter((name) => names.test(name));
    const flagsOf = (name: string) => [...page(name).matchAll(/`(--[a-z][a-z0-9-]*)/g)].map(([, flag = '']) => flag);
    t.ok(described.flatMap(flagsOf).length > 0, `${names} name flags`);
    for (const name of described) {
      const unknown = flagsOf(name).filter((flag) => !programs.some((program) => known.get(program)?.has(flag)));
      t.strictSame(unknown, [], name);
    }
  }
  for (const name of pages()) {
    for (const command of commandsOf(name)) {
      const program = [...helps.keys()].find((one) => command.includes(`${one} `));
      // What stands before the program belongs to the one that starts it.
      const own = program === undefined ? '' : command.slice(command.indexOf(`${program} `));
      // What stands in quotes is another program's.
      const words = own.replaceAll(/'[^']*'/g, '');
      const flags = [...words.matchAll(/ (--[a-z][a-z0-9-]*)/g)];
      const unknown = flags.map(([, flag = '']) => flag).filter((flag) => !known.get(program ?? '')?.has(flag));
      t.strictSame(unknown, [], `${name}: ${command}`);
    }
  }
});

/** The commands that a page shows, each in one line. */
function commandsOf(name: string): readonly string[] {
  const consoles = blocksOf(page(name)).filter(({ language }) => language === 'console');
  return consoles.flatMap(({ text }) =>
    text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => /^[$#] /.test(line)),
  );
}
