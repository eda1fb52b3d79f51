// The result of validating a value by a schema: its faults, and how many checks were made. Of several alternatives that fail, the
// one with the most checks is the nearest, and its faults are reported.

import type { FieldError } from '../../object/field-error.ts';

export interface Verdict {
  readonly errors: FieldError[];
  /** Checks that were made; of two alternatives that both fail, the faults of the one with more checks are reported. */
  checks: number;
}

export function noFaults(): Verdict {
  return { errors: [], checks: 0 };
}

export function take(into: Verdict, from: Verdict): void {
  for (const error of from.errors) into.errors.push(error);
  into.checks += from.checks;
}

/** Where a value stands: as a fault names its field, and as its text does. */
export interface Place {
  /** '' for the object itself. */
  readonly field: string;
  /** Within what is validated: the status alone has none of its own. */
  readonly text: string;
}

export function below(place: Place, name: string): Place {
  return { field: join(place.field, name), text: join(place.text, name) };
}

/** A value of a map: where the map is validated by itself, its text begins with a dot. */
export function keyed(place: Place, key: string): Place {
  return { field: join(place.field, key), text: `${place.text}.${key}` };
}

/** An item of a list that is validated by itself, as defaults are, has a name below the list's. */
export function item(place: Place, index: number): Place {
  const alone = place.text === '' && place.field !== '';
  return { field: `${place.field}${alone ? '.' : ''}[${index}]`, text: `${place.text}[${index}]` };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Of a fault that names no field. */
export function fieldOf(place: Place): string {
  return place.field === '' ? '<nil>' : place.field;
}

/** Checks a value; a function of what the schema says. */
export type Check = (value: unknown, old: unknown, place: Place) => Verdict;
