// Shell completion for orch-conformance: the scripts ask the program itself, so they never go out of date.

import type { Command } from 'commander';

/** Shells with a completion script. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The script for a shell. */
export function completionScript(shell: Shell, program: string): string {
  const name = `_${program.replaceAll('-', '_')}`;
  switch (shell) {
    case 'bash':
      return [
        `${name}() { COMPREPLY=($(compgen -W "$(${program} __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}")" -- "\${COMP_WORDS[COMP_CWORD]}")); }`,
        `complete -o default -F ${name} ${program}`,
        '',
      ].join('\n');
    case 'zsh':
      return [
        `#compdef ${program}`,
        `${name}() { compadd -- $(${program} __complete \${words[2,CURRENT-1]}) }`,
        `compdef ${name} ${program}`,
        '',
      ].join('\n');
    case 'fish':
      return `complete -c ${program} -a '(${program} __complete (commandline -opc)[2..])'\n`;
  }
}

/** What may follow the words typed so far: sub-commands, flags, values of a flag with a closed set. */
export function completions(program: Command, words: readonly string[]): string[] {
  let command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  const last = command.options.find((option) => option.long === words.at(-1));
  if (last?.argChoices !== undefined) return [...last.argChoices];
  const names = command.commands.map((each) => each.name()).filter((name) => !name.startsWith('__'));
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  return [...names, ...choices, ...command.options.map((option) => option.long ?? '').filter((flag) => flag !== '')];
}
