// The results as text and as JSON.

export const verdicts = ['claiming case', 'other case', 'tests', 'survived', 'undecided'];

/**
 * Counts by verdict, and the shares that the suite alone and suite with tests notice, of those that are neither equivalent nor
 * undecided. Undefined: there are none.
 */
export function countsOf(trials) {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0]));
  for (const { verdict } of trials) counts[verdict] += 1;
  const bySuite = counts['claiming case'] + counts['other case'];
  const decided = trials.length - counts.undecided;
  return { ...counts, suite: share(bySuite, decided), all: share(bySuite + counts.tests, decided) };
}

function share(part, all) {
  return all === 0 ? undefined : Math.round((part / all) * 1000) / 10;
}

/** A share as text. */
export function percent(value) {
  return value === undefined ? '-' : `${value} %`;
}

/** One line for one trial. */
export function lineOf({ mutant, verdict, by, how, reached, milliseconds }) {
  const { file, line, mutator, original, replacement } = mutant;
  const change = `${short(original)} -> ${short(replacement)}`;
  const found = by === undefined ? `${reached} cases reach it` : `by ${by}: ${how}`;
  return `${verdict.padEnd(13)} ${file}:${line} ${mutator}: ${change} (${found}, ${(milliseconds / 1000).toFixed(1)} s)`;
}

function short(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 34)} … ${line.slice(-34)}` : line;
}

/** The table in Markdown: by folder, then the survivors. */
export function tableOf({ folders, trials, equivalent, sample, seed, claiming, vendor, command, again }) {
  const row = (name, some) => {
    const { suite, all, ...counts } = countsOf(some);
    return `| ${[name, some.length, ...verdicts.map((each) => counts[each]), percent(suite), percent(all)].join(' | ')} |`;
  };
  const inFolder = (folder) => trials.filter(({ mutant }) => mutant.file.startsWith(`${folder}/`));
  return [
    '# Faults in the source',
    '',
    `\`${command}\` (vendor ${vendor}, ${sample === undefined ? 'all' : `a sample of ${sample}, seed ${seed}`}).`,
    ...(again === undefined ? [] : [`What no case noticed then was tried anew: \`${again}\`.`]),
    ...(claiming
      ? ['Cases of areas that are not responsible for the folder were not tried: the suite detects at least so many.']
      : []),
    'What the columns mean, and what is not mutated, is said in [docs/mutants.md](../../docs/mutants.md).',
    '',
    `| folder | mutants | ${verdicts.join(' | ')} | suite | suite and tests |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...folders.map((folder) => row(`\`${folder}\``, inFolder(folder))),
    row('all', trials),
    '',
    `${equivalent} more of the sample are known to be equivalent.`,
    '',
    ...survivors(trials),
  ].join('\n');
}

function survivors(trials) {
  const left = trials.filter(({ verdict }) => verdict === 'survived');
  if (left.length === 0) return [];
  const cell = (text) => `\`${short(text).replaceAll('|', '\\|').replaceAll('`', "'")}\``;
  return [
    '## Survivors',
    '',
    '| mutant | line | original | in its place | cases that reach it |',
    '|---|---|---|---|---|',
    ...left.map(
      ({ mutant: { id, line, original, replacement }, reached }) =>
        `| \`${id}\` | ${line} | ${cell(original)} | ${cell(replacement)} | ${reached} |`,
    ),
    '',
  ];
}
