// Which cases of the suite run: by profile, by area, by name, by requirement, by a pattern on id and title. Choices of one kind are
// alternatives, kinds narrow each other. A choice that names nothing is an error, not an empty run.

import { nearestWithin } from '../../shared/process/command-line/nearest.ts';
import type { Case } from '../contract/case.ts';
import { type ProfileName, profileOf } from './profile.ts';

/** Edits between a name and what it may be, and how many such are shown. */
const [furthest, shown] = [3, 3];

const whereListed = {
  area: 'orch-conformance run --help lists the areas',
  case: 'orch-conformance list cases prints all',
  requirement: 'orch-conformance list requirements prints all',
} as const;

/** A case with the area it lies in. */
export interface PlacedCase {
  readonly area: string;
  readonly definition: Case;
}

/** What the user asks for; absent or empty: everything. */
export interface CaseSelection {
  /** `all`, also among others: every case. */
  readonly profiles?: readonly ProfileName[];
  readonly areas?: readonly string[];
  /** By `id`, or `area/id` as results name them. */
  readonly cases?: readonly string[];
  readonly requirements?: readonly string[];
  /** A regular expression on `area/id` and title. */
  readonly pattern?: string;
  /** Cases to leave out, named likewise. */
  readonly except?: readonly string[];
}

/** An invalid selection; the message is one line. */
export class SelectionError extends Error {}

/** The chosen cases in their order. Throws SelectionError. */
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

/** Throws SelectionError for the first name that is not known, with those that may have been meant. `fault`: its first words. */
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

/** Names that hold the word, or begin like it. */
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
