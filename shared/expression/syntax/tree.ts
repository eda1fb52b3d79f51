// The tree of an expression after its macros are expanded: what checker, cost estimate and compiler walk.

/** A node. `offset` is where it begins in the text, or where its operator stands, as messages point to it. */
export type Expression =
  | LiteralNode
  | IdentifierNode
  | SelectNode
  | CallNode
  | ListNode
  | MapNode
  | StructNode
  | ComprehensionNode;

/** Constants as values: null, bool, string, bytes; numbers with their kind. */
export type Constant =
  | null
  | boolean
  | string
  | Uint8Array
  | { readonly int: bigint }
  | { readonly uint: bigint }
  | { readonly double: number };

export interface LiteralNode {
  readonly kind: 'literal';
  readonly offset: number;
  readonly value: Constant;
}

export interface IdentifierNode {
  readonly kind: 'identifier';
  readonly offset: number;
  /** With a leading dot when it is looked up from the root. */
  readonly name: string;
}

export interface SelectNode {
  readonly kind: 'select';
  readonly offset: number;
  readonly operand: Expression;
  readonly field: string;
  /** `has(operand.field)`. */
  readonly test: boolean;
}

export interface CallNode {
  readonly kind: 'call';
  readonly offset: number;
  readonly name: string;
  readonly target: Expression | undefined;
  readonly args: readonly Expression[];
}

export interface ListNode {
  readonly kind: 'list';
  readonly offset: number;
  readonly items: readonly Expression[];
  /** Places of items that were written `?item`. */
  readonly optional: ReadonlySet<number>;
}

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
  readonly optional: boolean;
}

export interface MapNode {
  readonly kind: 'map';
  readonly offset: number;
  readonly entries: readonly MapEntry[];
}

export interface StructField {
  readonly name: string;
  readonly offset: number;
  readonly value: Expression;
  readonly optional: boolean;
}

export interface StructNode {
  readonly kind: 'struct';
  readonly offset: number;
  readonly type: string;
  readonly fields: readonly StructField[];
}

/** A fold: `accumulator` starts as `init`, becomes `step` for each item while `condition` holds; the value is `result`. */
export interface ComprehensionNode {
  readonly kind: 'comprehension';
  readonly offset: number;
  readonly range: Expression;
  readonly variable: string;
  /** With two variables, the first is the key or index. */
  readonly second: string | undefined;
  readonly accumulator: string;
  readonly init: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

/** Names of operators, as messages and cost tables spell them. */
export const operators = {
  add: '_+_',
  and: '_&&_',
  conditional: '_?_:_',
  divide: '_/_',
  equals: '_==_',
  greater: '_>_',
  greaterEquals: '_>=_',
  in: '@in',
  index: '_[_]',
  less: '_<_',
  lessEquals: '_<=_',
  modulo: '_%_',
  multiply: '_*_',
  negate: '-_',
  not: '!_',
  notEquals: '_!=_',
  notStrictlyFalse: '@not_strictly_false',
  optionalIndex: '_[?_]',
  optionalSelect: '_?._',
  or: '_||_',
  subtract: '_-_',
} as const;

/** The accumulator of macros: no name that an expression can spell. */
export const accumulator = '@result';

/** `a.b.c` of plain selects; undefined for anything else. */
export function qualifiedName(node: Expression): string | undefined {
  if (node.kind === 'identifier') return node.name;
  if (node.kind !== 'select' || node.test) return undefined;
  const before = qualifiedName(node.operand);
  return before === undefined ? undefined : `${before}.${node.field}`;
}
