// References `$(NAME)` in commands, arguments and values of variables. Pure.

const reference = /\$(?:\$|\(([^)]*)\))/g;

/** The first variable that a text refers to and that is not there. */
export function missingVariable(text: string, variables: ReadonlyMap<string, string>): string | undefined {
  const names = [...text.matchAll(reference)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return names.find((name) => !variables.has(name));
}

/** `$$` stands for `$`; a reference to what is not there stays as it is. */
export function expanded(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(reference, (whole, name: string | undefined) => {
    if (name === undefined) return '$';
    return variables.get(name) ?? whole;
  });
}
