// What may be changed of the nodes that a volume can be reached from: the names of labels that nodes carry under a newer name.

import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { NodeSelector, NodeSelectorTerm } from '../../rule/node-selector-validation.ts';
import { isDeepStrictEqual } from 'node:util';

export interface NodeAffinity {
  readonly required?: NodeSelector;
}

/** Old names and new ones. Templates. */
const renamedLabels: readonly (readonly [string, string])[] = [
  ['failure-domain.beta.{label}/zone', 'topology.{label}/zone'],
  ['failure-domain.beta.{label}/region', 'topology.{label}/region'],
  ['beta.{label}/os', '{label}/os'],
  ['beta.{label}/arch', '{label}/arch'],
  ['beta.{label}/instance-type', 'node.{label}/instance-type'],
];

type Requirements = NodeSelectorTerm['matchExpressions'];

/** Whether the nodes are the same but for renamed labels. A label without a name is refused for itself: it is no change. */
export function affinityComparison(vendor: Vendor): (next: NodeAffinity | undefined, before: NodeAffinity) => boolean {
  const renamed = new Map(renamedLabels.map(([old, name]) => [vendor.fill(old), vendor.fill(name)]));
  const renameLike = (before: Requirements, next: Requirements): Requirements =>
    before?.map((requirement, index) => {
      const { key: old = '' } = requirement;
      const { key = '', ...rest } = next?.[index] ?? requirement;
      if (key === old || key !== (renamed.get(old) ?? '')) return requirement;
      const { key: _old, ...kept } = requirement;
      return isDeepStrictEqual(rest, kept) ? (next?.[index] ?? requirement) : requirement;
    });
  return (next, before) => {
    const terms = next?.required?.nodeSelectorTerms;
    const aligned = before.required?.nodeSelectorTerms?.map((term, index) => {
      const { matchExpressions, matchFields } = term;
      return {
        ...term,
        ...(matchExpressions && { matchExpressions: renameLike(matchExpressions, terms?.[index]?.matchExpressions) }),
        ...(matchFields && { matchFields: renameLike(matchFields, terms?.[index]?.matchFields) }),
      };
    });
    const known =
      aligned === undefined ? before : { ...before, required: { ...before.required, nodeSelectorTerms: aligned } };
    return isDeepStrictEqual(next, known);
  };
}
