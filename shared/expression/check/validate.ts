// What is refused beside wrong types: constants that are no pattern, duration or timestamp, and literals whose items differ
// in type. The environments of the first versions lack these checks.

import type { Issue } from '../syntax/issue.ts';
import type { CallNode, Constant, Expression, ListNode, MapNode } from '../syntax/tree.ts';
import { isOptional, sameType, type Type, types } from '../type/type.ts';
import type { Checked } from './checked.ts';
import { formatIssue } from './format-call.ts';

/** Looks at a constant argument; true when the function takes it. */
export type ConstantCheck = (constant: Constant) => boolean;

/** Which checks an environment has. */
export interface Validation {
  /** By function: which argument, without the target of a member call, and whether it is right. */
  readonly constants: ReadonlyMap<string, { readonly argument: number; readonly accepts: ConstantCheck }>;
  /** Whether calls of `format` are looked at. */
  readonly formats: boolean;
  /** Whether items of a literal must be of one type. */
  readonly homogeneous: boolean;
}

/** Functions whose list argument holds values of any types. */
const exempt = new Set(['format']);

/** The issues of a tree whose types fit. */
export function validate(checked: Checked, validation: Validation): Issue[] {
  const issues: Issue[] = [];
  const formats: Issue[] = [];
  visit(checked.root, false, (node, exempted) => {
    if (node.kind === 'call') {
      constants(node, validation, issues);
      const issue = validation.formats ? formatIssue(node, checked) : undefined;
      if (issue !== undefined) formats.push(issue);
    }
    if (!validation.homogeneous || exempted) return;
    if (node.kind === 'list') listItems(node, checked, issues);
    if (node.kind === 'map') mapItems(node, checked, issues);
  });
  return [...issues, ...formats];
}

/** Children of a node, in the order in which they are written. */
function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'identifier':
      return [];
    case 'select':
      return [node.operand];
    case 'call':
      return node.target === undefined ? node.args : [node.target, ...node.args];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return node.fields.map(({ value }) => value);
    case 'comprehension':
      return [node.range, node.init, node.condition, node.step, node.result];
  }
}

function visit(node: Expression, exempted: boolean, look: (node: Expression, exempted: boolean) => void): void {
  look(node, exempted);
  const below = exempted || (node.kind === 'call' && exempt.has(node.name));
  for (const child of childrenOf(node)) visit(child, below, look);
}

function constants(node: CallNode, validation: Validation, issues: Issue[]): void {
  const rule = validation.constants.get(node.name);
  const argument = rule === undefined ? undefined : node.args[rule.argument];
  if (rule === undefined || argument?.kind !== 'literal') return;
  if (!rule.accepts(argument.value)) issues.push({ offset: argument.offset, message: `invalid ${node.name} argument` });
}

function typeIn(checked: Checked, node: Expression, optional: boolean): Type {
  const type = checked.types.get(node) ?? types.dyn;
  return optional && isOptional(type) ? (type.parameters[0] ?? types.dyn) : type;
}

function mismatch(issues: Issue[], node: Expression, wanted: Type, actual: Type): void {
  issues.push({ offset: node.offset, message: `expected type '${String(wanted)}' but found '${String(actual)}'` });
}

function listItems(node: ListNode, checked: Checked, issues: Issue[]): void {
  let wanted: Type | undefined;
  for (const [at, item] of node.items.entries()) {
    const type = typeIn(checked, item, node.optional.has(at));
    wanted ??= type;
    if (sameType(wanted, type)) continue;
    mismatch(issues, item, wanted, type);
    return;
  }
}

function mapItems(node: MapNode, checked: Checked, issues: Issue[]): void {
  const [first] = node.entries;
  if (first === undefined) return;
  const keys = typeIn(checked, first.key, false);
  const values = typeIn(checked, first.value, first.optional);
  for (const { key, value, optional } of node.entries) {
    const [keyType, valueType] = [typeIn(checked, key, false), typeIn(checked, value, optional)];
    if (!sameType(keys, keyType)) mismatch(issues, key, keys, keyType);
    if (!sameType(values, valueType)) mismatch(issues, value, values, valueType);
  }
}
