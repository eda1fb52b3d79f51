// Flags whose values can be judged without starting anything, so that a wrong one ends the program as a wrong command line
// (exit code 2) before a folder is made or a port is opened.

import type { Flag, FlagOptions } from '../../../shared/process/command-line/flag.ts';
import { listFlag, valueFlag } from '../../../shared/process/command-line/flag.ts';
import { isIP } from 'node:net';

interface PathOptions extends FlagOptions {
  readonly value: 'FILE' | 'FOLDER';
}

/** A path. An empty one is refused: it is a variable of a script that is not set. */
export function pathFlag(meaning: string, options: PathOptions): Flag<string | undefined> {
  return valueFlag(meaning, (text) => (text === '' ? undefined : text), { ...options, what: 'a path' });
}

/** A list of paths: one for each occurrence of the flag. Commas do not separate paths. */
export function pathListFlag(meaning: string, options: FlagOptions): Flag<readonly string[]> {
  const parse = (text: string): string | undefined => (text === '' ? undefined : text);
  return listFlag<string>(meaning, { ...options, value: 'FILE', separator: null, parse, what: 'a path' });
}

/** An IP address or the name of a host. */
export function addressFlag(meaning: string, options: FlagOptions & { readonly default: string }): Flag<string>;
export function addressFlag(meaning: string, options: FlagOptions): Flag<string | undefined>;
export function addressFlag(
  meaning: string,
  options: FlagOptions & { readonly default?: string },
): Flag<string | undefined> {
  const parse = (text: string): string | undefined => (isIP(text) !== 0 || isHostName(text) ? text : undefined);
  return valueFlag(meaning, parse, { value: 'ADDRESS', ...options, what: 'an IP address or a host name' });
}

/** Labels of letters, digits and dashes; the last one is no number, or it would be a mistyped address. */
function isHostName(text: string): boolean {
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
  return text.length <= 253 && new RegExp(`^(${label}\\.)*${label}$`, 'i').test(text) && !/(^|\.)\d+$/.test(text);
}

/** A text that `check` takes; what it throws completes `--name: `. */
export function checkedFlag(
  meaning: string,
  check: (text: string) => void,
  options: FlagOptions & { readonly value: string; readonly default: string },
): Flag<string> {
  return valueFlag(meaning, checked(check), { ...options, what: 'text' });
}

/** A list of texts that `check` takes; what it throws completes `--name: `. */
export function checkedListFlag(
  meaning: string,
  check: (text: string) => void,
  options: FlagOptions & { readonly value?: string } = {},
): Flag<readonly string[]> {
  return listFlag<string>(meaning, { ...options, parse: checked(check), what: 'text' });
}

function checked(check: (text: string) => void): (text: string) => string {
  return (text) => {
    check(text);
    return text;
  };
}
