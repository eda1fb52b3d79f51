// What calls may cost, and how large their results may be, before anything runs. The same functions as in `call-cost.ts`, with
// ranges instead of sizes. What is estimated decides which rules may be written, so every change is one of behaviour.

import type { Expression } from '../syntax/tree.ts';
import { type Type, sameType } from '../type/type.ts';
import { checkCost, patternFactor, traversalFactor } from './call-cost.ts';
import { exactly, product, type Range, scaled, sum, unbounded, unknown } from './range.ts';

/** An operand: what is known of its size. */
export interface Operand {
  readonly node: Expression;
  readonly type: Type;
  /** What was worked out for it; undefined where nothing was. */
  readonly size: Range | undefined;
  /** Of a list: the size that its items may have. */
  readonly items: { readonly type: Type; readonly size: Range | undefined } | undefined;
}

/** An estimate of a call, without its operands. */
export interface CallEstimate {
  readonly cost: Range;
  /** Undefined where the result's size says nothing. */
  readonly result?: Range;
}

type Estimate = (target: Operand | undefined, args: readonly Operand[]) => CallEstimate | undefined;

const one: Estimate = () => ({ cost: exactly(1) });
const listCost = exactly(10);
const longestFormatPattern = 128;

function size(operand: Operand | undefined): Range {
  return operand?.size ?? unknown;
}

function letters(range: Range): Range {
  return scaled(range, traversalFactor);
}

/** Literal integers bound what a function makes. */
function literalInt(operand: Operand | undefined, otherwise: number): number {
  const value = operand?.node.kind === 'literal' ? operand.node.value : undefined;
  if (value === null || typeof value !== 'object' || !('int' in value)) return otherwise;
  return Math.max(0, Number(value.int));
}

const traversal: Estimate = (target) => {
  if (target === undefined) return undefined;
  const { items } = target;
  if (items === undefined) return { cost: letters(size(target)) };
  const text = items.type.kind === 'string' || items.type.kind === 'bytes';
  const each = text ? sum(exactly(1), letters(items.size ?? unknown)) : exactly(1);
  return { cost: product(size(target), each) };
};

const sameSize: Estimate = (target, [first]) => {
  const own = size(target ?? first);
  return { cost: letters(own), result: own };
};

const ofArgument: Estimate = (_, [first]) => (first === undefined ? undefined : { cost: letters(size(first)) });

const find: Estimate = (target, [pattern]) => {
  const text = size(target);
  const cost = product(letters(sum(text, exactly(1))), scaled(size(pattern), patternFactor));
  return { cost, result: { least: 0, most: text.most } };
};

/** The longest and the shortest result of replacing one text by another. */
const replace: Estimate = (target, [part, by]) => {
  const [text, old, next] = [size(target), size(part), size(by)];
  let [least, most, keptLeast, keptMost] = [0, 0, 0, 0];
  if (old.least === 0) [most, keptMost] = [Math.min(text.most + 1, unbounded), text.most];
  else if (next.most <= old.least) keptMost = text.most;
  else most = Math.ceil(text.most / old.least);
  if (old.most === 0) [least, keptLeast] = [Math.min(text.least + 1, unbounded), text.least];
  else if (old.most <= next.least) keptLeast = text.least;
  else least = Math.ceil(text.least / old.most);
  const result = sum(product({ least, most }, next), { least: keptLeast, most: keptMost });
  return { cost: scaled(text, 2 * traversalFactor), result };
};

const split: Estimate = (target, [, limit]) => {
  const text = size(target);
  const value = limit?.node.kind === 'literal' ? limit.node.value : undefined;
  const bounded = value !== null && typeof value === 'object' && 'int' in value;
  // A negative limit is none: it stands for the largest unsigned number.
  const most = bounded ? (value.int < 0n ? unbounded : Number(value.int)) : text.most;
  return { cost: scaled(text, 2 * traversalFactor), result: { least: 0, most } };
};

const join: Estimate = (target, [separator]) => {
  const list = size(target);
  let result = target?.items === undefined ? exactly(0) : product(list, target.items.size ?? unknown);
  if (separator !== undefined) {
    const gaps = { least: Math.max(0, list.least - 1), most: Math.max(0, list.most - 1) };
    result = sum(result, product(size(separator), gaps));
  }
  return { cost: letters(result), result };
};

/** Selectors are parsed into requirements: a list and a struct for every two letters. */
const selector: Estimate = (_, [text]) => ({
  cost: sum(listCost, letters(size(text)), scaled(scaled(size(text), 0.5), 50)),
});

const address = { least: 4, most: 16 };

function within(text: Operand | undefined): Range {
  const both = letters(sum(address, address));
  return text?.type.kind === 'string' ? sum(both, letters(size(text))) : both;
}

const equalValues: Estimate = (_, [left, right]) => {
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) return undefined;
  const name = left.type.name.split('.').at(-1) ?? '';
  if (left.type.kind === 'opaque')
    return ['net.IP', 'net.CIDR'].includes(left.type.name) ? { cost: exactly(1) } : undefined;
  if (left.type.kind !== 'struct') return undefined;
  if (name === 'NamedFormat') return { cost: letters({ least: 1, most: 64 }) };
  if (name === 'URL') return { cost: letters({ least: 1, most: right.size?.most ?? 1 }) };
  return constantTypes.has(name) ? { cost: exactly(1) } : undefined;
};

const constantTypes = new Set([
  'Quantity',
  'Authorizer',
  'PathCheck',
  'GroupCheck',
  'ResourceCheck',
  'Decision',
  'Semver',
]);

function of(names: readonly string[], estimate: Estimate): (readonly [string, Estimate])[] {
  return names.map((name) => [name, estimate] as const);
}

/** By function. */
const byFunction = new Map<string, Estimate>([
  ...of(['check'], () => ({ cost: exactly(checkCost) })),
  ...of(['serviceAccount', 'path', 'group', 'resource', 'subresource', 'namespace', 'name', 'allowed', 'reason'], one),
  ...of(['error', 'errored', 'masked', 'prefixLength', 'family', 'isUnspecified', 'isLoopback', 'format.named'], one),
  ...of(['isLinkLocalMulticast', 'isLinkLocalUnicast', 'isGlobalUnicast', 'sign', 'asInteger', 'isInteger'], one),
  ...of(
    ['asApproximateFloat', 'isGreaterThan', 'isLessThan', 'compareTo', 'add', 'sub', 'major', 'minor', 'patch'],
    one,
  ),
  ...of(['getScheme', 'getHostname', 'getHost', 'getPort', 'getEscapedPath', 'getQuery'], one),
  ...of(['fieldSelector', 'labelSelector'], selector),
  ...of(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'], traversal),
  ...of(['url', 'lowerAscii', 'upperAscii', 'substring', 'trim', 'jsonpatch.escapeKey'], sameSize),
  ...of(['replace'], replace),
  ...of(['split'], split),
  ...of(['join'], join),
  ...of(['find', 'findAll'], find),
  ...of(['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'], ofArgument),
  ...of(['ip'], (target, args) => (target === undefined ? ofArgument(target, args) : one(target, args))),
  ...of(['ip.isCanonical'], (_, [text]) => ({ cost: scaled(size(text), 2 * traversalFactor) })),
  ...of(['containsIP'], (_, [other]) => ({ cost: within(other) })),
  ...of(['containsCIDR'], (_, [other]) => {
    const text = other?.type.kind === 'string' ? letters(size(other)) : exactly(0);
    return { cost: sum(letters(sum(address, address)), letters(address), exactly(1), text) };
  }),
  ...of(['validate'], (_, [text]) => ({ cost: scaled(letters(size(text)), longestFormatPattern * patternFactor) })),
  ...of(['_==_'], equalValues),
]);

function madeList(items: Range, factor: number): CallEstimate {
  return { cost: sum(scaled(items, factor), exactly(1), listCost), result: items };
}

function sorting(
  type: string,
  by: (target: Operand | undefined, args: readonly Operand[]) => Operand | undefined,
): Estimate {
  const factor = type === 'string' || type === 'bytes' ? 2 + traversalFactor : 2;
  return (target, args) => {
    const own = size(by(target, args));
    return madeList(product(own, own), factor);
  };
}

function sets(factor: number): Estimate {
  return (_, [left, right]) => ({ cost: sum(scaled(product(size(left), size(right)), factor), exactly(1)) });
}

/** By overload: before what holds for the function. */
const byOverload = new Map<string, Estimate>([
  ['list_sets_contains_list', sets(1)],
  ['list_sets_intersects_list', sets(1)],
  ['list_sets_equivalent_list', sets(2)],
  [
    'list_slice',
    (target, [start, end]) => {
      const length = literalInt(end, size(target).most) - literalInt(start, 0);
      return madeList(exactly(length < 0 ? unbounded : length), 1);
    },
  ],
  ['lists_range', (_, [length]) => madeList(exactly(literalInt(length, unbounded)), 1)],
  ['list_reverse', (target) => madeList(size(target), 1)],
  ['list_flatten', (target) => madeList(size(target), 1)],
  ['list_flatten_int', (target, [depth]) => madeList(size(target), literalInt(depth, unbounded))],
  ['list_distinct', (target) => madeList(product(size(target), size(target)), 2)],
  ...['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'].flatMap(
    (type) =>
      [
        [`list_${type}_sort`, sorting(type, (target) => target)],
        [`list_${type}_sortByAssociatedKeys`, sorting(type, (_, [keys]) => keys)],
      ] as const,
  ),
]);

/** What the libraries say of a call; undefined where the language's own rules hold. */
export function libraryEstimate(
  name: string,
  overload: string,
  target: Operand | undefined,
  args: readonly Operand[],
): CallEstimate | undefined {
  return byOverload.get(overload)?.(target, args) ?? byFunction.get(name)?.(target, args);
}
