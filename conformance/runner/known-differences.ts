// Known differences of targets: rows of a file, each with cases, target and reason. An expected failure is reported
// with that reason and does not fail a run; a row whose cases pass is reported as stale.

import { load } from 'js-yaml';
import { type CaseResult, verdictOf } from './result.ts';
import type { PlacedCase } from './select.ts';
import { refuseUnknown } from './select.ts';

/** The file is invalid; the message is one line. */
export class KnownDifferencesError extends Error {}

/** A row of the file. */
export interface KnownDifference {
  /** `area/id`, as in results. */
  readonly cases: readonly string[];
  /** The requirements that the target violates; absent: any requirement of the cases. */
  readonly requirements?: readonly string[];
  /** Vendor, and the version or a prefix of it up to a dot, such as `v1.34`. */
  readonly target: { readonly vendor: string; readonly version: string };
  readonly reason: string;
}

/** A row that is no longer true for a case: the case ran, and the expected failure did not occur. */
export interface StaleDifference {
  readonly case: string;
  readonly reason: string;
}

/**
 * Parses the rows of a text, YAML or JSON. `suite`: all existing cases. Throws KnownDifferencesError, or SelectionError
 * for an unknown case.
 */
export function readKnownDifferences(text: string, suite: readonly PlacedCase[]): readonly KnownDifference[] {
  const file = object(parsed(text), 'the file');
  if (file['kind'] !== 'KnownDifferences' || file['version'] !== 'v1')
    throw new KnownDifferencesError('not a file of known differences: its kind is not KnownDifferences, version v1');
  const rows = file['differences'];
  if (!Array.isArray(rows)) throw new KnownDifferencesError('differences is not a list');
  return rows.map((row, index) => rowOf(object(row, `differences[${index}]`), `differences[${index}]`, suite));
}

/** The rows for this target. */
export function differencesOf(
  rows: readonly KnownDifference[],
  { vendor, version }: { readonly vendor: string; readonly version: string },
): readonly KnownDifference[] {
  return rows.filter(
    ({ target }) =>
      target.vendor === vendor && (version === target.version || version.startsWith(`${target.version}.`)),
  );
}

/**
 * Returns the result, with the reason if the rows expect every failed requirement. Undecided results are never
 * expected.
 */
export function markKnown(result: CaseResult, rows: readonly KnownDifference[]): CaseResult {
  if (result.outcome !== 'failed') return result;
  const own = rowsAbout(result, rows);
  const failed = failedParts(result);
  const explaining = own.filter((row) => failed.some((id) => isAbout(row, id)));
  if (failed.length === 0 || !failed.every((id) => explaining.some((row) => isAbout(row, id)))) return result;
  return { ...result, known: [...new Set(explaining.map(({ reason }) => reason))].join('; ') };
}

/** Rows that expect a failure which did not occur. */
export function staleDifferences(
  results: readonly CaseResult[],
  rows: readonly KnownDifference[],
): readonly StaleDifference[] {
  return results
    .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
    .flatMap((result) =>
      rowsAbout(result, rows)
        .filter((row) => !failedParts(result).some((id) => isAbout(row, id)))
        .map(({ reason }) => ({ case: `${result.area}/${result.id}`, reason })),
    );
}

/** The requirements that failed; of a case that is about none, the empty text, which only a row about the whole case expects. */
function failedParts(result: CaseResult): readonly string[] {
  if (result.requirements.length === 0) return result.outcome === 'failed' ? [''] : [];
  return result.requirements.filter((id) => verdictOf(result, id) === 'failed');
}

function rowsAbout({ area, id }: CaseResult, rows: readonly KnownDifference[]): readonly KnownDifference[] {
  return rows.filter(({ cases }) => cases.includes(`${area}/${id}`));
}

function isAbout({ requirements }: KnownDifference, id: string): boolean {
  return requirements === undefined || requirements.includes(id);
}

function rowOf(row: Fields, at: string, suite: readonly PlacedCase[]): KnownDifference {
  const unknown = Object.keys(row).find((name) => !['cases', 'requirements', 'target', 'reason'].includes(name));
  if (unknown !== undefined) throw new KnownDifferencesError(`${at} has an unknown field ${JSON.stringify(unknown)}`);
  const cases = texts(row['cases'], `cases of ${at}`);
  const placed = new Map(suite.map((each) => [`${each.area}/${each.definition.id}`, each.definition]));
  refuseUnknown('case', cases, [...placed.keys()]);
  const requirements =
    row['requirements'] === undefined ? undefined : texts(row['requirements'], `requirements of ${at}`);
  for (const name of cases) {
    const foreign = requirements?.find((id) => placed.get(name)?.requirements.includes(id) === false);
    if (foreign !== undefined) throw new KnownDifferencesError(`${at}: ${name} is not about ${foreign}`);
  }
  const [vendor, version, ...rest] = word(row['target'], `target of ${at}`).split(' ');
  if (!vendor || !version || rest.length > 0)
    throw new KnownDifferencesError(`target of ${at} is not a vendor and a version, such as "orch v1.34"`);
  return {
    cases,
    target: { vendor, version },
    reason: word(row['reason'], `reason of ${at}`),
    ...(requirements === undefined ? {} : { requirements }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    throw new KnownDifferencesError(`neither YAML nor JSON: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

function object(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new KnownDifferencesError(`${at} is not an object`);
  return value as Fields;
}

function word(value: unknown, at: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new KnownDifferencesError(`${at} is not a text`);
  return value.trim();
}

function texts(value: unknown, at: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new KnownDifferencesError(`${at} is not a list of texts`);
  return value.map((each) => word(each, at));
}
