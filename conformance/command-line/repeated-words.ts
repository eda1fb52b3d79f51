// The words that start the same run again, for the command in a report that repeats one case.

import type { Flags } from '../../shared/process/command-line/flag.ts';

/** Flags that the repeated command sets itself, or that change no result. */
const left = new Set([
  'profile',
  'plan',
  'area',
  'case',
  'requirement',
  'match',
  'except',
  'report',
  'output',
  'parallel',
]);

/**
 * `args` are the program's arguments, which ran `command` with flags of this table. Returns the words of that command
 * without the flags that select cases or a report.
 */
export function repeatedWords(command: string, flags: Flags, args: readonly string[]): readonly string[] {
  const words = ['orch-conformance', command];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    const name = word.startsWith('--') ? (word.slice(2).split('=', 1)[0] as string) : '';
    if (!Object.hasOwn(flags, name)) continue;
    const more = flags[name]?.value !== undefined && !word.includes('=') ? args.slice(at + 1, at + 2) : [];
    at += more.length;
    if (!left.has(name)) words.push(word, ...more);
  }
  return words;
}
