// The origin of each setting of the configuration: a file and its line, a flag, or the default. Origins are merged layer by
// layer, like the settings.

import type { YamlPlaces } from '../../shared/codec/yaml/yaml-builder.ts';

export type Path = readonly string[];

/** A field in readable form: `evictionHard["memory.available"]`. */
export function pathText(path: Path): string {
  return path.reduce((text, key) => {
    if (!/^[A-Za-z_][\w-]*$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** Every setting of a content: all values except maps with entries. */
export function* leavesOf(
  content: unknown,
  path: Path = [],
): Generator<{ readonly path: Path; readonly value: unknown }> {
  const entries = isMap(content) ? Object.entries(content) : [];
  if (entries.length === 0) {
    if (path.length > 0) yield { path, value: content };
    return;
  }
  for (const [key, value] of entries) yield* leavesOf(value, [...path, key]);
}

export class Origins {
  readonly #known = new Map<string, { readonly path: Path; readonly source: string }>();

  /** One more layer over those before. `sourceOf`: where a setting of it stands. */
  lay(content: unknown, sourceOf: (path: Path) => string): void {
    for (const { path, value } of leavesOf(content)) {
      // What replaces a map or a list replaces all below it; a null removes it.
      for (const [key, known] of this.#known) if (isBelow(known.path, path)) this.#known.delete(key);
      if (value !== null && !isEmptyMap(value)) this.#known.set(JSON.stringify(path), { path, source: sourceOf(path) });
    }
  }

  /** `default` where no layer says anything. */
  sourceOf(path: Path): string {
    return this.#known.get(JSON.stringify(path))?.source ?? 'default';
  }
}

/** The line of the deepest key of a path that stands in the text; undefined: none does. */
export function lineOf(content: unknown, path: Path, { lines }: YamlPlaces): number | undefined {
  let line: number | undefined;
  let at = content;
  for (const key of path) {
    if (!isMap(at) || !Object.hasOwn(at, key)) break;
    line = lines.get(at)?.get(key) ?? line;
    at = at[key];
  }
  return line;
}

/** The path with which a message about this content begins; keys may themselves hold dots. */
export function pathInMessage(content: unknown, message: string): Path {
  if (!isMap(content)) return [];
  const fits = Object.keys(content).filter(
    (key) => message.startsWith(key) && /^[.:[]/.test(message.slice(key.length)),
  );
  const [key] = fits.sort((one, other) => other.length - one.length);
  if (key === undefined) return [];
  return [key, ...pathInMessage(content[key], message.slice(key.length).replace(/^\./, ''))];
}

function isBelow(path: Path, above: Path): boolean {
  return above.length <= path.length && above.every((key, index) => path[index] === key);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmptyMap(value: unknown): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}
