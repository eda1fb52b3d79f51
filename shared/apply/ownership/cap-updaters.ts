// The limit of owners: an object that many programs update keeps the most recent updaters; the oldest ones are merged into one.

import { unionAll } from '../field/field-set.ts';
import { compareTexts } from '../field/path-element.ts';
import { compareTimes } from './managed-fields.ts';
import type { Owner } from './owner.ts';
import { ownerId } from './owner.ts';

/** Owners by update that an object has at most, when their versions are few. */
export const mostUpdaters = 10;

/** The oldest updaters of one version, oldest first. */
type Oldest = [eldest: [id: string, owner: Owner], ...others: [id: string, owner: Owner][]];

/** Merges the oldest updaters of each version into one, in place, until no more than `most` are left. */
export function capUpdaters(owners: Map<string, Owner>, most = mostUpdaters): void {
  const updaters = [...owners].filter(([, owner]) => owner.operation === 'Update');
  if (updaters.length <= most) return;
  updaters.sort(([idA, a], [idB, b]) => compareTimes(a, b) || compareTexts(idA, idB));
  let left = updaters.length;
  const versions = new Map<string, Oldest>();
  for (const updater of updaters) {
    if (left <= most) break;
    const { apiVersion } = updater[1];
    const oldest = versions.get(apiVersion);
    if (oldest === undefined) {
      versions.set(apiVersion, [updater]);
      continue;
    }
    oldest.push(updater);
    left -= 1;
  }
  for (const oldest of versions.values()) if (oldest.length > 1) merge(owners, oldest);
}

/** All at once: to merge them one by one would cost the square of their number, and a client may send thousands. */
function merge(owners: Map<string, Owner>, [[eldestId, eldest], ...others]: Oldest): void {
  const bucket = {
    manager: 'ancient-changes',
    operation: 'Update',
    apiVersion: eldest.apiVersion,
    subresource: '',
  } as const;
  const id = ownerId(bucket);
  const merged = owners.get(id);
  if (merged === undefined) owners.delete(eldestId);
  for (const [other] of others) owners.delete(other);
  const fields = unionAll([(merged ?? eldest).fields, ...others.map(([, owner]) => owner.fields)]);
  // The time of what came last.
  owners.set(id, { ...bucket, fields, time: others.at(-1)?.[1].time });
}
