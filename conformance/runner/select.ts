// Selects cases by profile, area, name, requirement, or a pattern on id and title. Values of one flag are alternatives,
// different flags narrow each other. A selection without a match is an error, not an empty run.

import { nearestWithin } from '../../shared/process/command-line/nearest.ts';
import type { Case } from '../contract/case.ts';
import { type ProfileName, profileOf } from './profile.ts';

/** The largest edit distance of a suggested name, and the number of suggestions. */
const [furthest, shown] = [3, 3];

const whereListed = {
  area: 'orch-conformance run --help lists the areas',
  case: 'orch-conformance list cases prints all',
  requirement: 'orch-conformance list requirements prints all',
} as const;

/** A case with its area. */
export interface PlacedCase {
  readonly area: string;
  readonly definition: Case;
}

/** The selection of the user; absent or empty: everything. */
export interface CaseSelection {
  /** `all`, also beside others, selects every case. */
  readonly profiles?: readonly ProfileName[];
  readonly areas?: readonly string[];
  /** `id`, or `area/id` as in results. */
  readonly cases?: readonly string[];
  readonly requirements?: readonly string[];
  /** A regular expression on `area/id` and title. */
  readonly pattern?: string;
  /** Cases to exclude, named in the same way. */
  readonly except?: readonly string[];
}

/** An invalid selection; the message is one line. */
export class SelectionError extends Error {}

/** Returns the selected cases in order. Throws SelectionError. */
export function selectCases(cases: readonly PlacedCase[], selection: CaseSelection): readonly PlacedCase[] {
  const { profiles = [], areas = [], cases: named = [], requirements = [], pattern, except = [] } = selection;
  refuseUnknown(
    'area',
    areas,
    cases.map(({ area }) => area),
  );
  refuseUnknown('case', [...named, ...except], cases.flatMap(namesOf));
  const expression = pattern === undefined ? undefined : compiled(pattern);
  const chosen = cases.filter(
    ({ area, definition }) =>
      (profiles.length === 0 || profiles.includes('all') || profiles.includes(profileOf(area, definition))) &&
      (areas.length === 0 || areas.includes(area)) &&
      (named.length === 0 || namesOf({ area, definition }).some((name) => named.includes(name))) &&
      (requirements.length === 0 || definition.requirements.some((id) => requirements.includes(id))) &&
      (expression === undefined || expression.test(`${area}/${definition.id} ${definition.title}`)) &&
      !namesOf({ area, definition }).some((name) => except.includes(name)),
  );
  if (chosen.length === 0)
    throw new SelectionError(`no case matches the selection, whose parts narrow each other; ${whereListed.case}`);
  return chosen;
}

function namesOf({ area, definition }: PlacedCase): readonly string[] {
  return [definition.id, `${area}/${definition.id}`];
}

/** Throws SelectionError for the first unknown name, with suggestions. `fault`: the start of the message. */
export function refuseUnknown(
  what: 'area' | 'case' | 'requirement',
  asked: readonly string[],
  known: readonly string[],
  fault = `unknown ${what}`,
): void {
  const name = asked.find((one) => !known.includes(one));
  if (name === undefined) return;
  const all = [...new Set(known)];
  const close = nearestWithin(name, all, furthest);
  const near = (close.length > 0 ? close : alike(name, all)).slice(0, shown);
  const meant = near.length === 0 ? '' : ` (is it ${near.join(', ')}?)`;
  throw new SelectionError(`${fault} "${name}"${meant}; ${whereListed[what]}`);
}

/** Names that contain the word, otherwise names with the same first letters. */
function alike(word: string, known: readonly string[]): readonly string[] {
  if (word === '') return [];
  const held = known.filter((one) => one.toLowerCase().includes(word.toLowerCase()));
  return held.length > 0 ? held : known.filter((one) => one.startsWith(word.slice(0, 4)));
}

function compiled(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch {
    throw new SelectionError(`"${pattern}" is not a regular expression; quote what it means literally with \\`);
  }
}
