// The Dockerfile against the tree, as far as that goes without an engine: every line is one that is understood here, and
// what it names is there.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const project = projectRoot();

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'Dockerfile'))) folder = dirname(folder);
  return folder;
}

interface Instruction {
  readonly name: string;
  readonly text: string;
}

interface Stage {
  readonly image: string;
  readonly alias: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Comments and continued lines are resolved; flags stay in the text. */
function stagesOf(dockerfile: string): readonly Stage[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { image: string; alias: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [, image = '', alias] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(text) ?? [];
      stages.push({ image, alias, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

const stages = stagesOf(await readFile(join(project, 'Dockerfile'), 'utf8'));
const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly engines: { readonly node: string };
};
const last = stages.at(-1);
const textsOf = (name: string): readonly string[] =>
  stages.flatMap(({ instructions }) => instructions.filter((one) => one.name === name).map(({ text }) => text));

t.test('every instruction is a known one, and every stage begins from a Node that the programs run on', async (t) => {
  const known = ['WORKDIR', 'COPY', 'RUN', 'USER', 'CMD', 'ENTRYPOINT'];
  const least = Number(/(\d+)/.exec(manifest.engines.node)?.[1]);
  t.equal(stages.length, 2);
  for (const { image, instructions } of stages) {
    t.ok(Number(/^node:(\d+)/.exec(image)?.[1]) >= least, image);
    for (const { name } of instructions) t.ok(known.includes(name), name);
  }
});

t.test('every copied file exists: in the tree, or in a stage that creates it', async (t) => {
  const ignored = (await readFile(join(project, '.dockerignore'), 'utf8')).split('\n').map((line) => line.trim());
  for (const text of textsOf('COPY')) {
    const [, from] = /--from=(\S+)/.exec(text) ?? [];
    const [source = ''] = text.replace(/--\S+\s+/g, '').split(/\s+/);
    if (from === undefined) {
      t.ok(existsSync(join(project, source)), source);
      t.notOk(ignored.includes(source), `${source} is not left out`);
      continue;
    }
    const stage = stages.find(({ alias }) => alias === from);
    t.ok(stage !== undefined && stages.indexOf(stage) < stages.length - 1, `stage ${from} comes before`);
    const made = stage?.instructions.filter(({ name }) => name === 'RUN').map(({ text }) => text) ?? [];
    t.ok(
      made.some((one) => one.includes(`mkdir ${dirname(source)} `) && one.includes(dirname(source))),
      `${dirname(source)} is made there`,
    );
  }
  // What the build needs must reach the engine, what it makes must not: it would be older than its sources.
  for (const needed of ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'shared', 'systemd']) {
    t.notOk(ignored.includes(needed), `${needed} reaches the engine`);
  }
  for (const made of ['node_modules', 'dist', '.git']) t.ok(ignored.includes(made), `${made} stays outside`);
});

t.test('scripts that are run exist', async (t) => {
  const scripts = textsOf('RUN').flatMap((text) =>
    [...text.matchAll(/\bnode (\S+\.m?js)\b/g)].map(([, path]) => path ?? ''),
  );
  t.ok(scripts.length > 0);
  for (const path of scripts) t.ok(existsSync(join(project, path)), path);
});

t.test('the started command is a program of the package, and the package contains it', async (t) => {
  const starts = [...textsOf('CMD'), ...textsOf('ENTRYPOINT')].map((text) => (JSON.parse(text) as string[])[0] ?? '');
  t.ok(starts.length > 0);
  for (const program of starts) t.ok(Object.hasOwn(manifest.bin, program), program);
  for (const path of Object.values(manifest.bin)) {
    t.ok(
      manifest.files.some((held) => path.startsWith(`${held}/`)),
      path,
    );
  }
});

t.test('programs do not run as root by default', async (t) => {
  const users = last?.instructions.filter(({ name }) => name === 'USER').map(({ text }) => text) ?? [];
  t.ok(users.length > 0);
  t.notMatch(users.at(-1) ?? '', /^(root|0)\b/);
});
