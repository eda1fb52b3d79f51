// Reads a member of an unknown JSON value by a path. Never throws: returns undefined for a missing member.

/** `metadata.name`, or the segments when a key holds a dot. Numbers address list items. */
export type JsonPath = string | readonly (string | number)[];

/** The value at the path, undefined when any step is missing. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  let current = value;
  for (const segment of typeof path === 'string' ? path.split('.') : path) {
    if (Array.isArray(current)) current = current[Number(segment)];
    else if (typeof current === 'object' && current !== null && Object.hasOwn(current, segment)) {
      current = (current as Record<string | number, unknown>)[segment];
    } else return undefined;
  }
  return current;
}

/** The path as text. */
export function pathText(path: JsonPath): string {
  return typeof path === 'string' ? path : path.join('.');
}

/** The string at the path; empty if absent. */
export function textAt(value: unknown, path: JsonPath): string {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

/** The list at the path; empty if absent. */
export function listAt(value: unknown, path: JsonPath): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}
