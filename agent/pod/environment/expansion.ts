// References `$(NAME)` in commands, arguments and values of variables. Pure.

const reference = /\$(?:\$|\(([^)]*)\))/g;

/** The first undefined variable in a text. */
export function missingVariable(text: string, variables: ReadonlyMap<string, string>): string | undefined {
  const names = [...text.matchAll(reference)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return names.find((name) => !variables.has(name));
}

/** `$$` stands for `$`; a reference to an undefined variable is not changed. */
export function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(reference, (whole, name: string | undefined) => {
    if (name === undefined) return '$';
    return variables.get(name) ?? whole;
  });
}
