// What the garbage collector does about one object, decided from its newest state, the state of its owners and its dependents
// (requirements DEL). Pure.

import type { ApiObject, OwnerReference } from '../../../shared/object/api-object.ts';
import { blocks, foregroundFinalizer, type GraphObject, isBlocking, orphanFinalizer } from './owner-graph.ts';

/**
 * `unknown`: cannot be determined (its kind is not served, or it lies where the dependent cannot point): never a reason to
 * delete.
 */
export type OwnerState = 'exists' | 'absent' | 'waits-for-dependents' | 'unknown';

export type Verdict =
  | { readonly do: 'nothing' }
  /**
   * Deleted with its uid and version as precondition. `owners`: what its owner references are made before, because an owner
   * that waits for it may itself be what it would wait for.
   */
  | {
      readonly do: 'delete';
      readonly policy: 'Background' | 'Foreground' | 'Orphan';
      readonly owners?: readonly OwnerReference[];
    }
  /** These owner references are left. */
  | { readonly do: 'set-owners'; readonly owners: readonly OwnerReference[] }
  /** These dependents are to go first. Those that are going already are left alone: their end is what it waits for. */
  | { readonly do: 'collect-dependents'; readonly uids: readonly string[] }
  /** Its dependents are set free, then the finalizer goes. */
  | { readonly do: 'orphan-dependents' }
  | { readonly do: 'remove-finalizer'; readonly finalizer: string };

export function verdictOn(
  object: ApiObject,
  stateOf: (owner: OwnerReference) => OwnerState,
  dependents: readonly GraphObject[],
): Verdict {
  const { metadata } = object;
  const finalizers = metadata.finalizers ?? [];
  if (metadata.deletionTimestamp !== undefined) {
    if (finalizers.includes(orphanFinalizer)) return { do: 'orphan-dependents' };
    if (!finalizers.includes(foregroundFinalizer)) return { do: 'nothing' };
    const blocking = dependents.filter((dependent) => blocks(dependent, metadata.uid ?? ''));
    if (blocking.length === 0) return { do: 'remove-finalizer', finalizer: foregroundFinalizer };
    return { do: 'collect-dependents', uids: blocking.filter(({ deleting }) => !deleting).map(({ uid }) => uid) };
  }
  const owners = metadata.ownerReferences ?? [];
  if (owners.length === 0) return { do: 'nothing' };
  const judged = owners.map((owner) => ({ owner, state: stateOf(owner) }));
  const solid = judged.filter(({ state }) => state === 'exists' || state === 'unknown');
  if (solid.length > 0) {
    const left = solid.map(({ owner }) => owner);
    return left.length === owners.length ? { do: 'nothing' } : { do: 'set-owners', owners: left };
  }
  // An owner that waits for this object wants everything below gone first too.
  if (judged.some(({ state }) => state === 'waits-for-dependents') && dependents.length > 0) {
    const unblocked = owners.map((owner) =>
      owner.blockOwnerDeletion ? { ...owner, blockOwnerDeletion: false } : owner,
    );
    const circle = dependents.some(({ waits }) => waits === 'foreground') && owners.some(isBlocking);
    return { do: 'delete', policy: 'Foreground', ...(circle ? { owners: unblocked } : {}) };
  }
  if (finalizers.includes(orphanFinalizer)) return { do: 'delete', policy: 'Orphan' };
  return { do: 'delete', policy: finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background' };
}
