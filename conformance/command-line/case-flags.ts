// Flags that several commands have: which cases, and how quickly they are run.

import { type Flag, integerFlag, textFlag } from '../../shared/process/command-line/flag.ts';
import { cases } from '../cases/index.ts';
import { type ProfileName, profileNames } from '../runner/profile.ts';

/** Areas of the suite. A wrong one is refused later, by what is chosen from: that knows what a misspelt one may mean. */
export const areaFlag = namesFlag('only this area, or a list with commas', {
  choices: [...new Set(cases.map(({ area }) => area))],
});

/** Flags that choose cases. */
export const selectionFlags = {
  profile: profileFlag(),
  area: areaFlag,
  case: namesFlag('only this case, as results name it'),
  requirement: namesFlag('only cases about this requirement', { value: 'ID' }),
  match: textFlag('only cases whose area/id and title match this regular expression', { value: 'EXPRESSION' }),
  except: namesFlag('leave this case out', { initialText: 'none' }),
};

/** Flags on how quickly cases are run. */
export const paceFlags = {
  parallel: integerFlag('cases side by side', { min: 1, max: 10_000, default: 6 }),
  'case-timeout': integerFlag('time limit of one case', { min: 1, max: 10_000, default: 90, value: 'SECONDS' }),
  seed: integerFlag('what cases do at random, as a finding tells it (default: another one)', { max: 2 ** 31 - 1 }),
};

/**
 * A repeatable flag of names that are divided by commas. An empty name stays: it is refused as unknown, where a dropped one
 * would choose all cases.
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
