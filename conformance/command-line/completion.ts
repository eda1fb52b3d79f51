// Shell completion for orch-conformance: what may follow the words typed so far, as the program's own declaration of its
// commands says it, so that it never goes out of date. completion-script.ts says how shells ask.

import type { Command, Option } from 'commander';
import { pathsLine } from '../../shared/process/command-line/completion-script.ts';

/**
 * The candidates for the last of `words` (which may be empty): sub-commands, operands, flags, values of a closed set, or
 * the one line that leaves paths to the shell. Nothing for words that fit nowhere.
 */
export function complete(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  let command = program;
  let operands = 0;
  let awaiting: Option | undefined;
  const given = new Set<string>();
  for (const word of words.slice(0, -1)) {
    const option = awaiting === undefined ? optionNamed(command, word) : undefined;
    if (option !== undefined) {
      given.add(option.long ?? '');
      awaiting = option.required && !word.includes('=') ? option : undefined;
    } else if (awaiting !== undefined) {
      awaiting = undefined;
    } else if (!word.startsWith('-')) {
      const sub = command.commands.find((each) => each.name() === word);
      if (sub === undefined) operands++;
      else command = sub;
    }
  }
  if (awaiting !== undefined) return values(awaiting, typed, '');
  return typed.startsWith('-') ? flags(command, given, typed) : operandsOf(command, operands, typed);
}

function optionNamed(command: Command, word: string): Option | undefined {
  const name = word.split('=', 1)[0];
  return command.options.find(({ long, short }) => name === long || name === short);
}

function flags(command: Command, given: ReadonlySet<string>, typed: string): string[] {
  const option = optionNamed(command, typed);
  const at = typed.indexOf('=');
  if (at !== -1) return option === undefined ? [] : values(option, typed.slice(at + 1), typed.slice(0, at + 1));
  const own = command.options
    .filter(({ long, hidden, defaultValue }) => !hidden && (Array.isArray(defaultValue) || !given.has(long ?? '')))
    .map(({ long, description }) => [long ?? '', description] as const);
  return [...own, ['--help', 'print this help and exit'] as const]
    .filter(([name]) => name.startsWith(typed))
    .map(([name, meaning]) => `${name}\t${meaning}`);
}

function values(option: Option, typed: string, before: string): string[] {
  if (option.flags.endsWith('<file>')) return [pathsLine];
  return (option.argChoices ?? []).filter((each) => each.startsWith(typed)).map((each) => before + each);
}

function operandsOf(command: Command, taken: number, typed: string): string[] {
  const subs = command.commands
    .filter((each) => taken === 0 && !each.name().startsWith('__') && each.name().startsWith(typed))
    .map((each) => `${each.name()}\t${each.description()}`);
  const argument = command.registeredArguments[taken];
  if (argument?.name().endsWith('file')) return [pathsLine];
  const choices = argument?.argChoices ?? [];
  return [...subs, ...choices.filter((each) => each.startsWith(typed))];
}
