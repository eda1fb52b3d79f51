// References `$(NAME)` in commands, arguments and values of variables. Pure.

/** `$$` stands for `$`; a reference to what is not there stays as it is. */
export function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (whole, name: string | undefined) => {
    if (name === undefined) return '$';
    return variables.get(name) ?? whole;
  });
}
