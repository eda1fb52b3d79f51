// Which cases of the suite run: by area, by name, by requirement, by a pattern on id and title. Choices of one kind are
// alternatives, kinds narrow each other. A choice that names nothing is an error, not an empty run.

import type { Case } from '../cases/case.ts';

/** A case with the area it lies in. */
export interface PlacedCase {
  readonly area: string;
  readonly definition: Case;
}

/** What the user asks for; absent or empty: everything. */
export interface Selection {
  readonly areas?: readonly string[];
  /** By `id`, or `area/id` as results name them. */
  readonly cases?: readonly string[];
  readonly requirements?: readonly string[];
  /** A regular expression on `area/id` and title. */
  readonly pattern?: string;
  /** Cases to leave out, named likewise. */
  readonly except?: readonly string[];
}

/** A selection that cannot be meant; the message is one line. */
export class SelectionError extends Error {}

/** The chosen cases in their order. Throws SelectionError. */
export function selectCases(cases: readonly PlacedCase[], selection: Selection): readonly PlacedCase[] {
  const { areas = [], cases: named = [], requirements = [], pattern, except = [] } = selection;
  refuseUnknown('area', areas, new Set(cases.map(({ area }) => area)));
  refuseUnknown('case', [...named, ...except], new Set(cases.flatMap(namesOf)));
  const expression = pattern === undefined ? undefined : compiled(pattern);
  const chosen = cases.filter(
    ({ area, definition }) =>
      (areas.length === 0 || areas.includes(area)) &&
      (named.length === 0 || namesOf({ area, definition }).some((name) => named.includes(name))) &&
      (requirements.length === 0 || definition.requirements.some((id) => requirements.includes(id))) &&
      (expression === undefined || expression.test(`${area}/${definition.id} ${definition.title}`)) &&
      !namesOf({ area, definition }).some((name) => except.includes(name)),
  );
  if (chosen.length === 0) throw new SelectionError('no case matches the selection');
  return chosen;
}

function namesOf({ area, definition }: PlacedCase): readonly string[] {
  return [definition.id, `${area}/${definition.id}`];
}

function refuseUnknown(what: string, asked: readonly string[], known: ReadonlySet<string>): void {
  for (const name of asked) {
    if (known.has(name)) continue;
    const near =
      [...known].find((one) => one.includes(name)) ?? [...known].find((one) => one.startsWith(name.slice(0, 4)));
    throw new SelectionError(`unknown ${what} "${name}"${near === undefined ? '' : ` (is it ${near}?)`}`);
  }
}

function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch {
    throw new SelectionError(`"${pattern}" is not a regular expression`);
  }
}
