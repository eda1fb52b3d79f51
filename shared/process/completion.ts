// Shell completion: what may follow the words typed so far, and the scripts by which bash, zsh and fish ask for it. The
// scripts know nothing but the program's name; they call its hidden `__complete` verb.

import type { Command, Operand } from './command.ts';
import type { Flag } from './flag.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Line that tells the script to complete paths itself. */
const pathsLine = ':paths';

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
  return [...own, ['--help', 'print help'] as const]
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
  return value === 'FILE' || value === 'FOLDER';
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] as string;
}

/** The script that a user's shell reads; it asks the program found on the PATH under `name`. */
export function completionScript(name: string, shell: (typeof shells)[number]): string {
  const identifier = name.replaceAll(/[^A-Za-z0-9]/g, '_');
  return templates[shell].replaceAll('%n', name).replaceAll('%i', identifier);
}

const templates: Readonly<Record<(typeof shells)[number], string>> = {
  // Bash cuts words at `=`, so the line is cut at blanks anew, and what stands before the cut is taken off the answers.
  bash: `_%i() {
  local line="\${COMP_LINE:0:COMP_POINT}" answer candidate typed
  local -a words
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  typed="\${words[\${#words[@]}-1]}"
  COMPREPLY=()
  while IFS= read -r answer; do
    if [[ "$answer" == ":paths" ]]; then
      compopt -o filenames
      mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "\${typed#*=}")
      continue
    fi
    candidate="\${answer%%$'\\t'*}"
    [[ "$typed" == --*=* ]] && candidate="\${candidate#*=}"
    COMPREPLY+=("$candidate")
  done < <(%n __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _%i %n
`,
  zsh: `#compdef %n
_%i() {
  local answer
  local -a candidates
  for answer in "\${(@f)$(%n __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ "$answer" == ":paths" ]]; then
      [[ "$PREFIX" == --*=* ]] && compset -P '*='
      _files
    elif [[ -n "$answer" ]]; then
      candidates+=("\${\${answer//:/\\\\:}/$'\\t'/:}")
    fi
  done
  (( \${#candidates} )) && _describe '%n' candidates
}
compdef _%i %n
`,
  fish: `function __%i_complete
    set -l words (commandline -opc) (commandline -ct)
    for answer in (%n __complete -- $words[2..-1] 2>/dev/null)
        if test "$answer" = ":paths"
            __fish_complete_path (commandline -ct | string replace -r '^--[^=]*=' '')
        else
            echo $answer
        end
    end
end
complete -c %n -f -a '(__%i_complete)'
`,
};
