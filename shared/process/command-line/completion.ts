// Shell completion: what may follow the words typed so far. The script of the shell asks for it (completion-script.ts).

import type { Command, Operand } from './command.ts';
import { pathsLine } from './completion-script.ts';
import type { Flag } from './flag.ts';

/**
 * The candidates for the last of `words` (which may be empty), one per line, a tab and a description after it; or the
 * one line `:paths`. Never fails: for words that fit nowhere it gives nothing.
 */
export function complete(root: Command, words: readonly string[]): string {
  const typed = words.at(-1) ?? '';
  const { current, given, operands, awaiting } = walk(root, words.slice(0, -1));
  const lines =
    awaiting !== undefined
      ? valueLines(awaiting, typed, '')
      : typed.startsWith('-')
        ? flagLines(current, given, typed)
        : operandLines(current, operands, typed);
  return lines.map((line) => `${line}\n`).join('');
}

interface Position {
  readonly current: Command;
  readonly given: ReadonlySet<string>;
  readonly operands: number;
  /** The flag whose value comes next. */
  readonly awaiting: Flag | undefined;
}

function walk(root: Command, words: readonly string[]): Position {
  let current = root;
  let operands = 0;
  let awaiting: Flag | undefined;
  const given = new Set<string>();
  for (const word of words) {
    if (awaiting !== undefined) {
      awaiting = undefined;
    } else if (word.startsWith('-')) {
      const [name, flag] = flagNamed(current, word.split('=', 1)[0] as string) ?? [];
      if (name !== undefined) given.add(name);
      if (flag?.value !== undefined && !word.includes('=')) awaiting = flag;
    } else {
      const sub = current.commands?.find((candidate) => candidate.name === word);
      if (sub === undefined) operands++;
      else current = sub;
    }
  }
  return { current, given, operands, awaiting };
}

function flagNamed(command: Command, dashed: string): readonly [string, Flag] | undefined {
  return Object.entries(command.flags ?? {}).find(
    ([name, flag]) => dashed === `--${name}` || dashed === `-${flag.short}`,
  );
}

function flagLines(command: Command, given: ReadonlySet<string>, typed: string): string[] {
  const at = typed.indexOf('=');
  if (at !== -1) {
    const flag = flagNamed(command, typed.slice(0, at))?.[1];
    return flag === undefined ? [] : valueLines(flag, typed.slice(at + 1), typed.slice(0, at + 1));
  }
  const own = Object.entries(command.flags ?? {})
    .filter(([name, flag]) => flag.hidden !== true && (flag.repeatable === true || !given.has(name)))
    .map(([name, flag]) => [`--${name}`, flag.meaning] as const);
  const version = 'version' in command ? [['--version', 'print the version and exit'] as const] : [];
  return [...own, ...version, ['--help', 'print help'] as const]
    .filter(([name]) => name.startsWith(typed))
    .map(([name, meaning]) => `${name}\t${firstLine(meaning)}`);
}

function valueLines(flag: Flag, typed: string, prefix: string): string[] {
  if (isPath(flag.value)) return [pathsLine];
  const choices = flag.choices ?? (flag.value === undefined ? ['true', 'false'] : []);
  return choices.filter((choice) => choice.startsWith(typed)).map((choice) => prefix + choice);
}

function operandLines(command: Command, taken: number, typed: string): string[] {
  const subs = (command.commands ?? [])
    .filter((sub) => taken === 0 && sub.name.startsWith(typed))
    .map((sub) => `${sub.name}\t${firstLine(sub.summary)}`);
  const declared = command.operands ?? [];
  const operand: Operand | undefined =
    declared[taken] ?? (declared.at(-1)?.repeatable === true ? declared.at(-1) : undefined);
  if (operand !== undefined && isPath(operand.name)) return [...subs, pathsLine];
  return [...subs, ...(operand?.choices ?? []).filter((choice) => choice.startsWith(typed))];
}

function isPath(value: string | undefined): boolean {
  return value !== undefined && /(?:^|-)(?:FILE|FOLDER)$/.test(value);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] as string;
}
