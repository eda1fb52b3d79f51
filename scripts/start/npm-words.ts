// `npm start --once`: npm takes flags before a `--` for its own and passes them on in the environment only.

import type { Flags } from '../../shared/process/command-line/flag.ts';

/**
 * The flags that npm took from its command line, as words for ours; none when npm did not start this program. `fault`: npm
 * separated a flag from its value, so what was meant is not known.
 */
export function wordsFromNpm(
  flags: Flags,
  environment: NodeJS.ProcessEnv,
): { readonly words: readonly string[]; readonly fault?: string } {
  const words: string[] = [];
  if (environment.npm_lifecycle_event !== 'start') return { words };
  for (const [name, flag] of Object.entries(flags)) {
    // A flag that is given twice has both values, one below the other.
    const value = environment[`npm_config_${name.replaceAll('-', '_')}`]?.trim().split('\n').at(-1);
    if (value === undefined) continue;
    if (flag.value === undefined) words.push(`--${name}=${value === '' ? 'false' : value}`);
    else if (value !== 'true') words.push(`--${name}=${value}`);
    else return { words, fault: `npm took --${name} for its own flag: write npm start -- --${name} ${flag.value}` };
  }
  return { words };
}
