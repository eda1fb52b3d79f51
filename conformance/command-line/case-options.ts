// Options that several commands have: which cases, and how quickly they are run.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { cases } from '../cases/index.ts';
import { type ProfileName, profileNames } from '../runner/profile.ts';

/** Adds the options that choose cases. */
export function selecting(command: Command): Command {
  return command
    .addOption(profileOption())
    .addOption(areaOption())
    .addOption(
      new Option('--case <name>', 'only this case, as results name it (repeatable)')
        .argParser(collect)
        .default([], 'all'),
    )
    .addOption(
      new Option('--requirement <id>', 'only cases about this requirement (repeatable)')
        .argParser(collect)
        .default([], 'all'),
    )
    .option('--match <expression>', 'only cases whose area/id and title match this regular expression')
    .addOption(
      new Option('--except <name>', 'leave this case out (repeatable)').argParser(collect).default([], 'none'),
    );
}

/** Adds the options on how quickly cases are run. */
export function paced(command: Command): Command {
  return command
    .addOption(new Option('--parallel <n>', 'cases side by side').argParser(count).default(6))
    .addOption(new Option('--case-timeout <seconds>', 'time limit of one case').argParser(count).default(90))
    .addOption(
      new Option('--seed <n>', 'what cases do at random, as a finding tells it (default: another one)').argParser(seed),
    );
}

function profileOption(): Option {
  const option = new Option('--profile <name>', `only this part of the suite: ${profileNames.join(', ')} (repeatable)`);
  option.argChoices = [...profileNames];
  return option.argParser(profile).default([], 'all');
}

/** Throws InvalidArgumentError. */
function profile(value: string, before: readonly ProfileName[]): readonly ProfileName[] {
  const asked = value.split(',');
  const unknown = asked.find((name) => !profileNames.includes(name as ProfileName));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`there is no profile "${unknown}"; there are ${profileNames.join(', ')}.`);
  return [...before, ...(asked as ProfileName[])];
}

/** Areas of the suite. */
export function areaOption(): Option {
  const areas = [...new Set(cases.map(({ area }) => area))];
  const option = new Option('--area <name>', 'only this area (repeatable, or a list with commas)');
  // For the help and for completion; several may be given at once, so that the parser is not that of a choice.
  option.argChoices = areas;
  return option.argParser(collect).default([], 'all');
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, ...value.split(',')];
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 10_000)
    throw new InvalidArgumentError('must be a whole number from 1 to 10000.');
  return value;
}

function seed(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isInteger(value) || value < 0 || value >= 2 ** 31)
    throw new InvalidArgumentError('must be a whole number from 0 to 2147483647.');
  return value;
}
