// How far the deletion of what is in a namespace is, and what its conditions say about it. Pure.

import type { GroupVersionResource } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** What one pass over a namespace found. */
export interface DeletionPass {
  /** Group-versions that discovery could not ask, with why. */
  readonly discoveryFailures: ReadonlyMap<string, string>;
  /** What went wrong while deleting, one text each. */
  readonly deletionFailures: readonly string[];
  /** Resources that still have objects. */
  readonly remaining: readonly { readonly resource: GroupVersionResource; readonly count: number }[];
  /** How many remaining objects carry each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

export interface NamespaceCondition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** Whether nothing is left and nothing is unknown, so that the namespace itself may go. */
export function isEmptied(pass: DeletionPass): boolean {
  return pass.discoveryFailures.size === 0 && pass.deletionFailures.length === 0 && pass.remaining.length === 0;
}

/** Milliseconds after which another pass is worth while: soon at first, later at half of the longest grace that runs. */
export function nextPassAfter(passes: number, longestGraceSeconds: number): number {
  const patience = (longestGraceSeconds / 2 + 1) * 1000;
  return Math.min(50 * 2 ** Math.min(passes, 12), patience);
}

/**
 * The conditions after a pass; those of other types stay. The same array when nothing changed, so that nothing needs to
 * be written. `now` in milliseconds since the epoch.
 */
export function deletionConditions(
  before: readonly NamespaceCondition[],
  pass: DeletionPass,
  now: number,
  vendor: Vendor,
): readonly NamespaceCondition[] {
  const next = [...before];
  let changed = false;
  for (const state of statesOf(pass, vendor)) {
    const at = next.findIndex((condition) => condition.type === state.type);
    const known = next[at];
    if (known?.status === state.status && known.reason === state.reason && known.message === state.message) continue;
    changed = true;
    const lastTransitionTime = known?.status === state.status ? known.lastTransitionTime : formatTime(now);
    if (known === undefined) next.push({ ...state, lastTransitionTime });
    else next[at] = { ...state, lastTransitionTime };
  }
  return changed ? next : before;
}

type State = Omit<NamespaceCondition, 'lastTransitionTime'>;

interface Verdict {
  readonly type: string;
  readonly good: readonly [reason: string, message: string];
  readonly badReason: string;
  /** undefined: good. */
  readonly problem: string | undefined;
}

function statesOf(pass: DeletionPass, vendor: Vendor): readonly State[] {
  const list = (texts: readonly string[]): string | undefined => (texts.length === 0 ? undefined : texts.join(', '));
  const failures = list([...pass.discoveryFailures].map(([group, text]) => `${group}: ${text}`).sort());
  const remaining = list(
    pass.remaining
      .map(({ resource, count }) => `${resource.resource}.${resource.group} has ${count} resource instances`)
      .sort(),
  );
  const finalizers = list([...pass.finalizers].map(([name, count]) => `${name} in ${count} resource instances`).sort());
  const verdicts: readonly Verdict[] = [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      good: ['ResourcesDiscovered', 'All resources successfully discovered'],
      badReason: 'DiscoveryFailed',
      problem:
        failures === undefined
          ? undefined
          : `Discovery failed for some groups, ${pass.discoveryFailures.size} failing: ${failures}`,
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      good: ['ParsedGroupVersions', vendor.fill('All legacy {short} types successfully parsed')],
      badReason: 'GroupVersionParsingFailed',
      problem: undefined,
    },
    {
      type: 'NamespaceDeletionContentFailure',
      good: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
      badReason: 'ContentDeletionFailed',
      problem:
        pass.deletionFailures.length === 0
          ? undefined
          : `Failed to delete all resource types, ${pass.deletionFailures.length} remaining: ${list([...pass.deletionFailures].sort()) ?? ''}`,
    },
    {
      type: 'NamespaceContentRemaining',
      good: ['ContentRemoved', 'All content successfully removed'],
      badReason: 'SomeResourcesRemain',
      problem: remaining === undefined ? undefined : `Some resources are remaining: ${remaining}`,
    },
    {
      type: 'NamespaceFinalizersRemaining',
      good: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
      badReason: 'SomeFinalizersRemain',
      problem:
        finalizers === undefined ? undefined : `Some content in the namespace has finalizers remaining: ${finalizers}`,
    },
  ];
  return verdicts.map(({ type, good, badReason, problem }) =>
    problem === undefined
      ? { type, status: 'False', reason: good[0], message: good[1] }
      : { type, status: 'True', reason: badReason, message: problem },
  );
}
