// An apply that would change what others own.

import type { FieldPath } from '../field/path-element.ts';
import { compareTexts, describePath, quoted } from '../field/path-element.ts';
import type { Owner } from './owner.ts';
import { ownerId } from './owner.ts';

/** One field that another owner holds with another value. */
export interface Conflict {
  readonly owner: Owner;
  readonly path: FieldPath;
}

/** Thrown by an apply that is not forced. */
export class ApplyConflicts extends Error {
  override readonly name = 'ApplyConflicts';
  readonly conflicts: readonly Conflict[];
  constructor(conflicts: readonly Conflict[]) {
    super(messageOf(conflicts));
    this.conflicts = conflicts;
  }
}

/** `"kubectl" with subresource "status" using apps/v1`; appliers are told without their version. */
export function describeOwner({ manager, subresource, operation, apiVersion }: Owner): string {
  const name = subresource === '' ? quoted(manager) : `${quoted(manager)} with subresource ${quoted(subresource)}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [only] = conflicts;
  if (conflicts.length === 1 && only !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${describeOwner(only.owner)}: ${describePath(only.path)}`;
  }
  const byOwner = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
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
        : [
            `conflicts with ${describeOwner(first.owner)}:`,
            ...[first, ...more].map(({ path }) => `- ${describePath(path)}`),
          ],
    );
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}
