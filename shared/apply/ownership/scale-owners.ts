// Owners of a Scale. A Scale is a view of one field of another object; its owners are those of that field.

import { difference, fieldSet, has, isEmpty } from '../field/field-set.ts';
import type { Owner, Owners } from './owner.ts';
import { changedOwner, ownerId, withFields } from './owner.ts';
import type { FieldPath } from '../field/path-element.ts';
import { fieldElement } from '../field/path-element.ts';

const scaleVersion = 'autoscaling/v1';
const replicasInScale: FieldPath = [fieldElement('spec'), fieldElement('replicas')];

/** Path of the number of replicas by version of the object; undefined for a version without a scale. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

/** Owners of the object's replicas, as owners of the Scale. */
export function ownersOfScale(owners: Owners, paths: ReplicasPaths): Map<string, Owner> {
  const found = new Map<string, Owner>();
  for (const owner of owners.values()) {
    const path = paths.get(owner.apiVersion);
    if (path === undefined || !has(owner.fields, path)) continue;
    const seen = changedOwner(owner, { apiVersion: scaleVersion, fields: fieldSet(replicasInScale) });
    found.set(ownerId(seen), seen);
  }
  return found;
}

/**
 * Owners of the object after a write of its Scale, in the version of the object. Those that no longer own the replicas of the
 * Scale do not own them in the object. Those by a version that `paths` does not have are dropped. Updaters of the Scale own the
 * replicas by an entry of their own, which has no time, as with the reference server.
 */
export function ownersFromScale(
  owners: Owners,
  scaleOwners: Owners,
  paths: ReplicasPaths,
  apiVersion: string,
): Map<string, Owner> {
  const result = new Map<string, Owner>();
  const left = new Map(scaleOwners);
  for (const [id, owner] of owners) {
    if (!paths.has(owner.apiVersion)) continue;
    const path = paths.get(owner.apiVersion);
    if (path === undefined || !has(owner.fields, path) || left.delete(id)) {
      result.set(id, owner);
      continue;
    }
    const fields = difference(owner.fields, fieldSet(path));
    if (!isEmpty(fields)) result.set(id, withFields(owner, fields));
  }
  const path = paths.get(apiVersion);
  for (const [id, owner] of left) {
    if (path === undefined || !has(owner.fields, replicasInScale)) continue;
    result.set(id, changedOwner(owner, { apiVersion, fields: fieldSet(path), time: owners.get(id)?.time }));
  }
  return result;
}
