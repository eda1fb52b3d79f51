// The completion scripts for bash, zsh and fish. They contain only the program's name, and call its hidden command
// `__complete -- WORD...`. The last word is the one being typed; it may be empty. The program prints one candidate a line, with
// a tab and a description after it, or the line `:paths`.

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Line on which the script completes paths itself. */
export const pathsLine = ':paths';

/** The script that a user's shell reads; it asks the program found on the PATH under `name`. */
export function completionScript(name: string, shell: (typeof shells)[number]): string {
  const identifier = name.replaceAll(/[^A-Za-z0-9]/g, '_');
  return templates[shell].replaceAll('%n', name).replaceAll('%i', identifier);
}

/** How to load the script into a shell session, in one sentence. */
export function howToUse(name: string): string {
  return `For bash or zsh: source <(${name} completion bash), or zsh; for fish: ${name} completion fish | source`;
}

const templates: Readonly<Record<(typeof shells)[number], string>> = {
  // Bash splits words at `=`. So the line is split again at blanks, and the part before `=` is removed from the candidates.
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
  // As a file in fpath the script is the function itself, so it must answer each time it is called.
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
if (( \${+compstate} )); then
  _%i
else
  compdef _%i %n
fi
`,
  // Fish compares a candidate with the whole word, so the part before a path is added again.
  fish: `function __%i_complete
    set -l words (commandline -opc) (commandline -ct)
    for answer in (%n __complete -- $words[2..-1] 2>/dev/null)
        if test "$answer" = ":paths"
            set -l before (string match -r -- '^--[^=]*=' $words[-1])
            for found in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' $words[-1]))
                echo "$before$found"
            end
        else
            echo $answer
        end
    end
end
complete -c %n -f -a '(__%i_complete)'
`,
};
