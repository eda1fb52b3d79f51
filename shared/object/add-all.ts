// Adding a list to another one. Arguments of a call lie on the stack, so that `push(...more)` fails for a hundred thousand.

/** Adds all of `more` at the end of `list`. */
export function addAll<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}
