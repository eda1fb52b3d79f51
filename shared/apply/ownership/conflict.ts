// The error of an apply that would change fields of other owners.

import type { FieldSet } from '../field/field-set.ts';
import { countPaths, pathsOf } from '../field/field-set.ts';
import { quoted } from '../../object/quoted.ts';
import { compareTexts, describePath } from '../field/path-element.ts';
import type { Owner } from './owner.ts';
import { ownerId } from './owner.ts';

/** Fields that another owner holds with other values; at least one. */
export interface Conflict {
  readonly owner: Owner;
  readonly fields: FieldSet;
}

/** One field of a conflict, as responses list it. */
export interface ToldConflict {
  readonly owner: Owner;
  /** `.spec.replicas` */
  readonly field: string;
}

/** Most fields in one response, and most characters: paths share prefixes, so their texts may be far longer than the body. */
const mostFields = 1000;
const mostCharacters = 128 * 1024;

/** Thrown by an apply that is not forced. The message counts all fields and lists those in `told`. */
export class ApplyConflicts extends Error {
  override readonly name = 'ApplyConflicts';
  readonly conflicts: readonly Conflict[];
  /** All fields by the managers' names, up to a thousand or 128 Ki characters. */
  readonly told: readonly ToldConflict[];
  constructor(conflicts: readonly Conflict[]) {
    const told = tell(conflicts);
    super(messageOf(conflicts, told));
    this.conflicts = conflicts;
    this.told = told;
  }
}

function tell(conflicts: readonly Conflict[]): ToldConflict[] {
  const told: ToldConflict[] = [];
  let characters = 0;
  for (const { owner, fields } of [...conflicts].sort((a, b) => compareTexts(a.owner.manager, b.owner.manager))) {
    for (const path of pathsOf(fields, mostFields - told.length)) {
      if (characters > mostCharacters) return told;
      const field = describePath(path);
      characters += field.length;
      told.push({ owner, field });
    }
  }
  return told;
}

/** `"kubectl" with subresource "status" using apps/v1`; for appliers, the version is left out. */
export function describeOwner({ manager, subresource, operation, apiVersion }: Owner): string {
  const name = subresource === '' ? quoted(manager) : `${quoted(manager)} with subresource ${quoted(subresource)}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

function messageOf(conflicts: readonly Conflict[], told: readonly ToldConflict[]): string {
  const count = conflicts.reduce((sum, { fields }) => sum + countPaths(fields), 0);
  const [only] = told;
  if (count === 1 && only !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${describeOwner(only.owner)}: ${only.field}`;
  }
  const byOwner = new Map<string, ToldConflict[]>();
  for (const conflict of told) {
    const id = ownerId(conflict.owner);
    const known = byOwner.get(id);
    if (known === undefined) byOwner.set(id, [conflict]);
    else known.push(conflict);
  }
  const lines = [...byOwner.entries()]
    .sort(([a], [b]) => compareTexts(a, b))
    .flatMap(([, [first, ...more]]) =>
      first === undefined
        ? []
        : [`conflicts with ${describeOwner(first.owner)}:`, ...[first, ...more].map(({ field }) => `- ${field}`)],
    );
  return `Apply failed with ${count} conflicts: ${lines.join('\n')}`;
}
