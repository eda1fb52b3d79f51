// Runs a program that is declared as data: its commands, operands and flags. Gives it complete help, `--version`,
// completion for three shells, and one clear line on standard error with exit code 2 for invalid arguments.

import { Command as CommanderCommand, CommanderError, Option } from 'commander';

import { complete } from './completion.ts';
import { completionScript, howToUse, shells } from './completion-script.ts';
import type { Command, CommandOutput, Program } from './command.ts';
import type { Flag } from './flag.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';
import { print } from '../host/printed.ts';

export const processOutput: CommandOutput = {
  out: (text) => print(process.stdout, text),
  error: (text) => print(process.stderr, text),
};

/**
 * Runs the command that `words` (the arguments after the program's name) ask for. Resolves with the exit code: that of
 * the command, 2 for a wrong command line, 1 when the command threw (its message is printed as one line; of an error that
 * stands for several each on a line).
 */
export async function runProgram(
  declaration: Program,
  words: readonly string[],
  output: CommandOutput = processOutput,
): Promise<number> {
  const whole: Program = {
    ...declaration,
    commands: [...(declaration.commands ?? []), completionCommand(declaration)],
  };
  if (words[0] === '__complete') {
    output.out(complete(whole, words.slice(words[1] === '--' ? 2 : 1)));
    return 0;
  }
  const fail = (message: string, code: number): number => {
    output.error(`${declaration.name}: ${oneLine(message)}\n`);
    return code;
  };
  let exitCode = 0;
  const root = build(whole, { output, path: declaration.name, ended: (code) => (exitCode = code) });
  root.version(`${declaration.name} ${declaration.version}`, '--version', 'print the version and exit');
  try {
    await root.parseAsync(normalize(whole, words), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof UsageError) return fail(error.message, 2);
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : fail(usageMessage(error), 2);
    for (const message of messagesOf(error)) fail(message, 1);
    return 1;
  }
}

function messagesOf(error: unknown): readonly string[] {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.flatMap(messagesOf);
  return [error instanceof Error ? error.message : String(error)];
}

interface BuildContext {
  readonly output: CommandOutput;
  /** The names down to this command, as the user types them. */
  readonly path: string;
  readonly ended: (exitCode: number) => void;
}

/** `inherited`: flag values given to parent commands, the nearest last; they apply to flags of the same name here. */
function build(
  declaration: Command,
  context: BuildContext,
  inherited: readonly ReadonlyMap<string, unknown>[] = [],
): CommanderCommand {
  const built = new CommanderCommand(declaration.name)
    .summary(declaration.summary)
    .description(declaration.description ?? declaration.summary)
    .helpOption('-h, --help', 'print this text and exit')
    .allowExcessArguments(true)
    .exitOverride()
    .configureOutput({ writeOut: (text) => context.output.out(text), writeErr: () => {}, outputError: () => {} })
    .configureHelp({ optionTerm: (option) => option.flags.replace(/ \[BOOL\]$/, ''), sortSubcommands: false });
  const values = new Map<string, unknown>();
  for (const [name, flag] of Object.entries(declaration.flags ?? {})) {
    built.addOption(optionFor(name, flag, values, context.output));
  }
  for (const operand of declaration.operands ?? []) {
    const dots = operand.repeatable === true ? '...' : '';
    const term = operand.required === false ? `[${operand.name}${dots}]` : `<${operand.name}${dots}>`;
    built.argument(term, operand.meaning);
  }
  for (const sub of declaration.commands ?? []) {
    built.addCommand(build(sub, { ...context, path: `${context.path} ${sub.name}` }, [...inherited, values]));
  }
  if (declaration.notes !== undefined) built.addHelpText('after', () => `\n${declaration.notes?.()}`);
  built.action(async () => {
    const operands = built.args;
    refuseExcess(declaration, operands, context.path);
    const flags = declaration.flags ?? {};
    const given = [...inherited, values].flatMap((one) => [...one]);
    const own = new Map(given.filter(([name]) => Object.hasOwn(flags, name)));
    const all = Object.fromEntries(
      Object.entries(flags).map(([name, flag]) => [name, own.has(name) ? own.get(name) : flag.initial]),
    );
    const invocation = { flags: all, given: new Set(own.keys()), operands, output: context.output };
    context.ended((await declaration.run?.(invocation)) ?? 0);
  });
  return built;
}

function optionFor(name: string, flag: Flag, values: Map<string, unknown>, output: CommandOutput): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  // A switch is an option with an optional value: `normalize` has written every bare one as `--name=true`.
  const value = flag.value === undefined ? '[BOOL]' : `<${flag.value}>`;
  const option = new Option(`${short}--${name} ${value}`, describe(flag)).hideHelp(flag.hidden === true);
  if (flag.group !== undefined) option.helpGroup(`${flag.group}:`);
  return option.argParser((text: string) => {
    // The last occurrence of a flag wins: scripts append flags to override defaults.
    try {
      values.set(name, flag.read(text, values.get(name)));
    } catch (error) {
      throw new UsageError(`--${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (flag.deprecated !== undefined) output.error(`--${name} is deprecated: ${oneLine(flag.deprecated)}\n`);
    return text;
  });
}

function describe(flag: Flag): string {
  const remarks = [
    ...(flag.choices === undefined ? [] : [`one of ${flag.choices.join(', ')}`]),
    ...(flag.repeatable === true ? ['repeatable'] : []),
    ...(flag.deprecated === undefined ? [] : [`deprecated: ${flag.deprecated}`]),
    ...(flag.initialText === undefined ? [] : [`default ${flag.initialText}`]),
  ];
  return remarks.length === 0 ? flag.meaning : `${flag.meaning} (${remarks.join('; ')})`;
}

function refuseExcess(declaration: Command, operands: readonly string[], path: string): void {
  const declared = declaration.operands ?? [];
  const names = (declaration.commands ?? []).map((sub) => sub.name);
  const excess = declared.at(-1)?.repeatable === true ? undefined : operands[declared.length];
  if (excess !== undefined) {
    const expected =
      names.length > 0 && declared.length === 0
        ? `unknown command ${quote(excess)}`
        : `unexpected argument ${quote(excess)}`;
    const near = nearest(excess, names);
    throw new UsageError(`${expected}${near === undefined ? '' : ` (did you mean ${near}?)`}; see ${path} --help`);
  }
  operands.forEach((operand, index) => {
    const { choices, name } = declared[index] ?? declared.at(-1) ?? {};
    if (choices !== undefined && !choices.includes(operand)) {
      throw new UsageError(`${name}: ${quote(operand)} is not one of ${choices.join(', ')}`);
    }
  });
  if (declaration.run === undefined)
    throw new UsageError(`a command is needed: ${names.join(', ')}; see ${path} --help`);
}

/** Rewrites switches and short flags to `--name=value`, the one form that the parser below distinguishes from operands. */
function normalize(root: Command, words: readonly string[]): string[] {
  const flags = new Map<string, { readonly name: string; readonly flag: Flag }>();
  const collect = (declaration: Command): void => {
    for (const [name, flag] of Object.entries(declaration.flags ?? {})) {
      const other = flags.get(`--${name}`);
      if (other !== undefined && (other.flag.value === undefined) !== (flag.value === undefined)) {
        throw new TypeError(`--${name} is a switch in one command and takes a value in another`);
      }
      flags.set(`--${name}`, { name, flag });
      if (flag.short !== undefined) flags.set(`-${flag.short}`, { name, flag });
    }
    declaration.commands?.forEach(collect);
  };
  collect(root);
  const result: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (word === '--') return [...result, ...words.slice(index)];
    const at = word.startsWith('-') ? word.indexOf('=') : -1;
    const known = flags.get(at === -1 ? word : word.slice(0, at));
    if (known === undefined) result.push(word);
    else if (at !== -1) result.push(`--${known.name}${word.slice(at)}`);
    else if (known.flag.value === undefined) result.push(`--${known.name}=true`);
    else {
      const value = words[++index];
      result.push(value === undefined ? `--${known.name}` : `--${known.name}=${value}`);
    }
  }
  return result;
}

function completionCommand(declaration: Program): Command {
  return {
    name: 'completion',
    summary: 'print a completion script for a shell',
    description: `Prints a completion script. ${howToUse(declaration.name)}`,
    operands: [{ name: 'SHELL', meaning: `one of ${shells.join(', ')}`, choices: shells }],
    run: async ({ operands, output }) =>
      output.out(completionScript(declaration.name, operands[0] as (typeof shells)[number])),
  };
}

function usageMessage(error: CommanderError): string {
  return (
    error.message
      .replace(/^error: /, '')
      .replace('unknown option', 'unknown flag')
      // The value may be one that `normalize` has written.
      .replace(/^unknown flag '(--[^='\n]+)=[^]*?'(?=\n\(|$)/, "unknown flag '$1'")
      .replace(/^option '(?:-\w, )?(--[^ ']+)[^']*' argument missing$/, '$1: a value is needed')
      .replace(/\n\(Did you mean (.*)\?\)$/, ' (did you mean $1?)')
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text);
}

function oneLine(message: string): string {
  return message.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
