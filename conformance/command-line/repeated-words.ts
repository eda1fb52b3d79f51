// The words of a command line that start the same run again, for a report that says how to repeat one case.

import type { Command } from 'commander';

/** What a repeated run chooses itself, and what changes no result. */
const left = new Set([
  '--profile',
  '--plan',
  '--area',
  '--case',
  '--requirement',
  '--match',
  '--except',
  '--report',
  '--output',
  '--parallel',
]);

/** `args` are those of the program. The words of `command` with its options, but for those that choose cases and a report. */
export function repeatedWords(command: Command, args: readonly string[]): readonly string[] {
  const words = ['orch-conformance', command.name()];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    const name = word.split('=', 1)[0] ?? '';
    const option = command.options.find(({ long, short }) => name === long || name === short);
    if (option === undefined) continue;
    const more = option.required && !word.includes('=') ? args.slice(at + 1, at + 2) : [];
    at += more.length;
    if (!left.has(option.long ?? '')) words.push(word, ...more);
  }
  return words;
}
