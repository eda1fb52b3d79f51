// Flags of several commands: which cases run, and how fast.

import { type Flag, integerFlag, textFlag } from '../../shared/process/command-line/flag.ts';
import { cases } from '../cases/index.ts';
import { type ProfileName, profileNames } from '../runner/profile.ts';

/** Areas of the suite. Unknown ones are refused later by the selection, which can suggest similar names. */
export const areaFlag = namesFlag('only this area, or a list with commas', {
  choices: [...new Set(cases.map(({ area }) => area))],
});

/** Flags that select cases. */
export const selectionFlags = {
  profile: profileFlag(),
  area: areaFlag,
  case: namesFlag('only this case, named as in results'),
  requirement: namesFlag('only cases about this requirement', { value: 'ID' }),
  match: textFlag('only cases whose area/id and title match this regular expression', { value: 'EXPRESSION' }),
  except: namesFlag('leave this case out', { initialText: 'none' }),
};

/** Flags for parallelism and time limits. */
export const paceFlags = {
  parallel: integerFlag('cases in parallel', { min: 1, max: 10_000, default: 6 }),
  'case-timeout': integerFlag('time limit of one case', { min: 1, max: 10_000, default: 90, value: 'SECONDS' }),
  seed: integerFlag('seed of random choices, as printed in a finding (default: a new one)', { max: 2 ** 31 - 1 }),
};

/**
 * A repeatable flag of comma-separated names. An empty name is kept and later refused as unknown; dropping it would
 * select all cases.
 */
function namesFlag(
  meaning: string,
  options: Partial<Pick<Flag, 'value' | 'initialText' | 'choices'>> = {},
): Flag<readonly string[]> {
  return {
    meaning,
    value: 'NAME',
    initial: [],
    initialText: 'all',
    repeatable: true,
    ...options,
    read: (text, earlier = []) => [...earlier, ...text.split(',')],
  };
}

function profileFlag(): Flag<readonly ProfileName[]> {
  const names = namesFlag('only this part of the suite', { choices: profileNames });
  return {
    ...names,
    initial: [],
    read: (text, earlier = []) => {
      const asked = text.split(',');
      const unknown = asked.find((name) => !profileNames.includes(name as ProfileName));
      if (unknown !== undefined)
        throw new Error(`there is no profile "${unknown}"; there are ${profileNames.join(', ')}`);
      return [...earlier, ...(asked as ProfileName[])];
    },
  };
}
