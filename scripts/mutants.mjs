// `npm run mutants`: faults in the source of our own programs, switched on one by one, and what notices them. docs/mutants.md
// says how to read the table.
//   --folder FOLDER    only mutants of files below it (repeatable; default the folders of areas.mjs)
//   --sample NUMBER    so many, each folder the same share (default: all)
//   --seed NUMBER      another sample (1); the same seed and source give the same sample
//   --mutant ID        only this one, such as agent/lease/lease-keeper.ts#17 (repeatable)
//   --vendor NAME      of the programs (orch)
//   --jobs NUMBER      mutants at the same time (1)
//   --no-tests         the cases of the suite alone
//   --output FILE      writes FILE.md and FILE.json
//   --unreached        tries none: lists the places that no case reaches
//   --least PERCENT    exit code 1 when suite and tests notice less
// Exit code 2: asked for in a wrong way, or an entry of equivalents.json matches no mutant any more.
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
      seed: { type: 'string', default: '1' },
      mutant: { type: 'string', multiple: true },
      vendor: { type: 'string', default: 'orch' },
      jobs: { type: 'string', default: '1' },
      'no-tests': { type: 'boolean', default: false },
      output: { type: 'string' },
      unreached: { type: 'boolean', default: false },
      least: { type: 'string', default: '0' },
    },
  });
  if (!['orch', 'kubernetes'].includes(values.vendor)) throw new Error(`--vendor ${values.vendor}: orch or kubernetes`);
  return {
    folders: values.folder?.map((folder) => folder.replace(/\/+$/, '')),
    sample: values.sample === undefined ? undefined : number('sample', values.sample, 1, 1_000_000),
    seed: number('seed', values.seed, 0, 2 ** 32 - 1),
    ids: values.mutant,
    vendor: values.vendor,
    jobs: number('jobs', values.jobs, 1, 64),
    tests: !values['no-tests'],
    output: values.output,
    unreached: values.unreached,
    least: number('least', values.least, 0, 100),
    command: commandOf(args),
  };
}

/** The command that gives the same table, wherever that is written. */
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
