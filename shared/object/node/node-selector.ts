// Which nodes a pod is meant for: by labels that it names, and by terms of its node affinity. Pure.

/** Of which all of `matchExpressions` and `matchFields` must hold. */
export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeRequirement[];
  readonly matchFields?: readonly NodeRequirement[];
}

export interface NodeRequirement {
  readonly key: string;
  /** `In`, `NotIn`, `Exists`, `DoesNotExist`, `Gt`, `Lt`; any other one holds for no node. */
  readonly operator?: string;
  readonly values?: readonly string[];
}

/** A node as selectors see it. */
export interface SelectedNode {
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** What a pod says about its nodes. */
export interface NodeSelection {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: {
    readonly nodeAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: {
        readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
      };
    };
  };
}

/** Whether a pod with this selection may come to the node. Without a selection it may come to any. */
export function selectsNode({ nodeSelector = {}, affinity }: NodeSelection, node: SelectedNode): boolean {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (
    Object.entries(nodeSelector).every(([key, value]) => labelOf(node, key) === value) &&
    (required === undefined || (required.nodeSelectorTerms ?? []).some((term) => matchesTerm(term, node)))
  );
}

/** A term without requirements matches nothing. */
export function matchesTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  node: SelectedNode,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((one) => matches(one, labelOf(node, one.key))) &&
    matchFields.every((one) => matches(one, one.key === 'metadata.name' ? node.name : undefined))
  );
}

function labelOf({ labels = {} }: SelectedNode, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function matches({ operator, values = [] }: NodeRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return isInteger(value) && isInteger(values[0]) && BigInt(value) > BigInt(values[0]);
    case 'Lt':
      return isInteger(value) && isInteger(values[0]) && BigInt(value) < BigInt(values[0]);
    case undefined:
    default:
      return false;
  }
}

function isInteger(text: string | undefined): text is string {
  return text !== undefined && /^-?\d{1,19}$/.test(text);
}
