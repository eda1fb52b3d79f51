// What may change in where a pod may go, while it waits for its scheduling gates: its choice of nodes can still be narrowed down.

import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../../shared/object/field-error-message.ts';
import type { PodSpec } from './spec/pod-spec.ts';

interface Term {
  readonly matchExpressions?: readonly unknown[];
  readonly matchFields?: readonly unknown[];
}

interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: { readonly nodeSelectorTerms?: readonly Term[] | null };
}

/** Nothing for a pod that does not wait. */
export function gatedChangeErrors(spec: PodSpec, before: PodSpec): readonly FieldError[] {
  if (!isGated(before)) return [];
  const errors: FieldError[] = [];
  const { nodeSelector = null } = spec;
  const isKept = Object.entries(before.nodeSelector ?? {}).every(([key, value]) => nodeSelector?.[key] === value);
  const additions = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  if (!isKept) errors.push(invalidValue('spec.nodeSelector', nodeSelector, additions));
  const path = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';
  const [now, old] = [termsOf(spec), termsOf(before) ?? []];
  if (old.length === 0) return errors;
  if (now?.length !== old.length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [...errors, invalidValue(path, now, detail)];
  }
  for (const [index, term] of old.entries()) {
    const next = now[index] ?? {};
    const detail = 'only additions are allowed (no mutations or deletions)';
    if (!onlyAdds(next, term)) errors.push(invalidValue(`${path}[${index}]`, next, detail));
  }
  return errors;
}

/** The specification with what `gatedChangeErrors` judges put back to what it was; itself for a pod that does not wait. */
export function withoutGatedChanges(spec: PodSpec, before: PodSpec): PodSpec {
  if (!isGated(before)) return spec;
  const { nodeSelector: _selector, affinity, ...result } = spec;
  const kept = withoutChangedNodes(affinity, before.affinity);
  return {
    ...result,
    ...(before.nodeSelector && { nodeSelector: before.nodeSelector }),
    ...(kept && { affinity: kept }),
  };
}

/** With the choice of nodes as it was. An affinity that came for nothing but a choice of nodes is left out. */
function withoutChangedNodes(now: PodSpec['affinity'], before: PodSpec['affinity']): PodSpec['affinity'] {
  const nodes = before?.nodeAffinity;
  const { nodeAffinity: chosen, ...others } = now ?? {};
  if (isDeepStrictEqual(chosen, nodes)) return now;
  if (before === undefined && Object.keys(others).length === 0) return undefined;
  return { ...others, ...(nodes && { nodeAffinity: nodes }) };
}

function isGated({ schedulingGates }: PodSpec): boolean {
  return (schedulingGates ?? []).length > 0;
}

/** Null where there are none. */
function termsOf({ affinity }: PodSpec): readonly Term[] | null {
  const nodes = affinity?.nodeAffinity as NodeAffinity | undefined;
  return nodes?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? null;
}

/** A term that selects nothing stays so; expressions of another are kept, and others may follow them. */
function onlyAdds(now: Term, old: Term): boolean {
  const [expressions, fields] = [old.matchExpressions ?? [], old.matchFields ?? []];
  if (expressions.length === 0 && fields.length === 0)
    return (now.matchExpressions ?? []).length === 0 && (now.matchFields ?? []).length === 0;
  return begins(now.matchExpressions ?? [], expressions) && begins(now.matchFields ?? [], fields);
}

function begins(now: readonly unknown[], old: readonly unknown[]): boolean {
  return isDeepStrictEqual(now.slice(0, old.length), old);
}
