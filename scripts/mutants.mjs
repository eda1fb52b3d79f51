// `npm run mutants`: switches faults in the source of our programs on, one by one, and reports what notices them. docs/mutants.md
// says how to read the table.
//   --folder FOLDER    only mutants of files below it (repeatable; default the folders of areas.mjs)
//   --sample NUMBER    so many, each folder the same share (default: all)
//   --one-folder       all of the sample from one of these folders, chosen by the seed
//   --claiming         only the cases of the areas that are responsible for the folders
//   --seed NUMBER      the sample of an earlier run on the same source (default another one, which is printed)
//   --mutant ID        only this one, such as agent/lease/lease-keeper.ts#17 (repeatable)
//   --again FILE       only what no case noticed in the table FILE (the JSON of --output), which is made anew with the result
//   --planted FILE     instead, the faults of this list: a module with an array of { file, find, put, what } (docs/mutants.md)
//   --vendor NAME      of the programs (orch)
//   --jobs NUMBER      mutants at the same time (1)
//   --no-tests         the cases of the suite alone
//   --output FILE      writes FILE.md and FILE.json
//   --unreached        tries none: lists the places that no case reaches
//   --minutes NUMBER   starts no trial after so many minutes; the result has as many trials of each folder as possible
//   --least PERCENT    exit code 1 when suite and tests notice less; --least-suite PERCENT likewise for the suite alone
// Exit code 2: invalid arguments, or an entry of equivalents.json that no longer matches a mutant.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setUp } from './setup.mjs';

const number = (name, text, least, most) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new Error(`--${name} ${text}: must be a whole number from ${least} to ${most}`);
  return value;
};

/** What the arguments ask for; throws an Error with one line when they make no sense. */
function asked(args) {
  const { values } = parseArgs({
    args,
    options: {
      folder: { type: 'string', multiple: true },
      sample: { type: 'string' },
      'one-folder': { type: 'boolean', default: false },
      claiming: { type: 'boolean', default: false },
      seed: { type: 'string' },
      mutant: { type: 'string', multiple: true },
      again: { type: 'string' },
      planted: { type: 'string' },
      vendor: { type: 'string', default: 'orch' },
      jobs: { type: 'string', default: '1' },
      'no-tests': { type: 'boolean', default: false },
      output: { type: 'string' },
      unreached: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      least: { type: 'string', default: '0' },
      'least-suite': { type: 'string', default: '0' },
    },
  });
  const sampled = values.sample !== undefined && values.seed === undefined;
  values.seed ??= String(randomInt(2 ** 31));
  if (!['orch', 'kubernetes'].includes(values.vendor)) throw new Error(`--vendor ${values.vendor}: orch or kubernetes`);
  return {
    folders: values.folder?.map((folder) => folder.replace(/\/+$/, '')),
    sample: values.sample === undefined ? undefined : number('sample', values.sample, 1, 1_000_000),
    seed: number('seed', values.seed, 0, 2 ** 32 - 1),
    oneFolder: values['one-folder'],
    claiming: values.claiming,
    ids: values.mutant,
    again: values.again,
    planted: values.planted,
    vendor: values.vendor,
    // Planted faults share one tree.
    jobs: values.planted === undefined ? number('jobs', values.jobs, 1, 64) : 1,
    tests: !values['no-tests'],
    output: values.output,
    unreached: values.unreached,
    minutes: values.minutes === undefined ? undefined : number('minutes', values.minutes, 1, 10_000),
    least: number('least', values.least, 0, 100),
    leastSuite: number('least-suite', values['least-suite'], 0, 100),
    command: commandOf(sampled ? [...args, '--seed', values.seed] : args),
  };
}

/** The command that produces the same table, without the output option. */
function commandOf(args) {
  const at = args.findIndex((word) => word === '--output' || word.startsWith('--output='));
  const left =
    at < 0 ? args : args.filter((_, place) => place !== at && !(args[at] === '--output' && place === at + 1));
  return ['npm run mutants', ...(left.length === 0 ? [] : ['--', ...left])].join(' ');
}

try {
  const options = asked(process.argv.slice(2));
  await setUp();
  const { runMutants } = await import('./mutants/run.mjs');
  process.exitCode = await runMutants(options);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
