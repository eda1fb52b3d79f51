// The limit on owners: an object that many programs update keeps the latest of them, the oldest ones become one.

import { union } from '../field/field-set.ts';
import { compareTimes } from './managed-fields.ts';
import type { Owner } from './owner.ts';
import { ownerId } from './owner.ts';
import { compareTexts } from '../field/path-element.ts';

/** Owners by update that an object has at most, when their versions are few. */
export const mostUpdaters = 10;

/** Merges the oldest updaters of each version into one, in place, until no more than `most` are left. */
export function capUpdaters(owners: Map<string, Owner>, most = mostUpdaters): void {
  const updaters = [...owners].filter(([, owner]) => owner.operation === 'Update');
  if (updaters.length <= most) return;
  updaters.sort(([idA, a], [idB, b]) => compareTimes(a, b) || compareTexts(idA, idB));
  let left = updaters.length;
  const first = new Map<string, string>();
  for (const [id, owner] of updaters) {
    if (left <= most) return;
    const eldest = first.get(owner.apiVersion);
    if (eldest === undefined) {
      first.set(owner.apiVersion, id);
      continue;
    }
    absorb(owners, eldest, id, owner);
    left -= 1;
  }
}

function absorb(owners: Map<string, Owner>, eldest: string, id: string, owner: Owner): void {
  const { apiVersion } = owner;
  const bucket = { manager: 'ancient-changes', operation: 'Update', apiVersion, subresource: '' } as const;
  const bucketId = ownerId(bucket);
  const before = owners.get(bucketId) ?? owners.get(eldest);
  if (!owners.has(bucketId)) owners.delete(eldest);
  owners.delete(id);
  const fields = before === undefined ? owner.fields : union(owner.fields, before.fields);
  // The time of what came last.
  owners.set(bucketId, { ...bucket, fields, time: owner.time });
}
