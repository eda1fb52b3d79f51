// Operators on values. Each works on all of its types, so that values whose type is known only when they are there go the
// same way. `undefined` as an overload's failure is "no such overload".

import { declaring, type Library, type Overload } from '../declare/function.ts';
import { operators } from '../syntax/tree.ts';
import { compare, contains, equal } from '../value/compare.ts';
import {
  addInts,
  checkedUint,
  divideInts,
  multiplyInts,
  negateInt,
  remainderOfInts,
  subtractInts,
  unsignedOverflow,
} from '../value/integer.ts';
import { durationOf, later, nanosOf } from '../value/time.ts';
import {
  ArrayList,
  Double,
  Duration,
  Failure,
  itemsOf,
  keyOf,
  List,
  Mapping,
  Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../value/value.ts';

const noSuchOverload = new Failure('no such overload');

/** Types whose values are asked themselves about operators that they do not have. */
const receivers = 'duration string timestamp';

/** The failure of an operator: the message has its name when no overload takes the type of its first operand. */
function unfit(name: string, left: Value, known: string): Failure {
  return `${known} ${receivers}`.split(' ').includes(typeOf(left).kind)
    ? noSuchOverload
    : new Failure(`no such overload: ${name}`);
}

function isInt(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The arithmetic of one operator on two doubles or two unsigned integers; undefined for anything else. */
function arithmetic(
  left: Value,
  right: Value,
  doubles: (left: number, right: number) => number,
  uints: (left: bigint, right: bigint) => bigint,
): Value | undefined {
  if (left instanceof Double && right instanceof Double) return new Double(doubles(left.value, right.value));
  if (left instanceof Uint && right instanceof Uint) {
    const exact = checkedUint(uints(left.value, right.value));
    return exact === undefined ? unsignedOverflow : new Uint(exact);
  }
  return undefined;
}

export function add(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return addInts(left, right);
  if (typeof left === 'string') return typeof right === 'string' ? left + right : noSuchOverload;
  if (left instanceof List) return right instanceof List ? concatenated(left, right) : noSuchOverload;
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.concat([left, right]);
  if (left instanceof Duration) {
    if (right instanceof Duration) return durationOf(left.nanos + right.nanos);
    if (right instanceof Timestamp) return later(right, left.nanos);
  }
  if (left instanceof Timestamp && right instanceof Duration) return later(left, right.nanos);
  return (
    arithmetic(
      left,
      right,
      (a, b) => a + b,
      (a, b) => a + b,
    ) ?? unfit(operators.add, left, 'bytes double duration int list string timestamp uint')
  );
}

function concatenated(left: List, right: List): List {
  if (left.size === 0 && left.joined === undefined) return right;
  return left.joined?.(right) ?? new ArrayList([...itemsOf(left), ...itemsOf(right)]);
}

export function subtract(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return subtractInts(left, right);
  if (left instanceof Duration && right instanceof Duration) return durationOf(left.nanos - right.nanos);
  if (left instanceof Timestamp) {
    if (right instanceof Duration) return later(left, -right.nanos);
    if (right instanceof Timestamp) return durationOf(nanosOf(left) - nanosOf(right));
  }
  return (
    arithmetic(
      left,
      right,
      (a, b) => a - b,
      (a, b) => a - b,
    ) ?? unfit(operators.subtract, left, 'double duration int timestamp uint')
  );
}

export function multiply(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return multiplyInts(left, right);
  return (
    arithmetic(
      left,
      right,
      (a, b) => a * b,
      (a, b) => a * b,
    ) ?? unfit(operators.multiply, left, 'double int uint')
  );
}

export function divide(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return divideInts(left, right);
  if (right instanceof Uint && right.value === 0n && left instanceof Uint) return new Failure('division by zero');
  return (
    arithmetic(
      left,
      right,
      (a, b) => a / b,
      (a, b) => a / b,
    ) ?? unfit(operators.divide, left, 'double int uint')
  );
}

export function remainder(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return remainderOfInts(left, right);
  if (left instanceof Uint && right instanceof Uint) {
    return right.value === 0n ? new Failure('modulus by zero') : new Uint(left.value % right.value);
  }
  return unfit(operators.modulo, left, 'int uint');
}

export function negate(value: Value): Value {
  if (isInt(value)) return negateInt(value);
  if (value instanceof Duration) return durationOf(-value.nanos);
  return value instanceof Double ? new Double(-value.value) : unfit(operators.negate, value, 'bool');
}

export function not(value: Value): Value {
  return typeof value === 'boolean' ? !value : noSuchOverload;
}

/** `item in container`. */
export function isIn(item: Value, container: Value): Value {
  if (container instanceof List) return contains(container, item);
  if (!(container instanceof Mapping)) return noSuchOverload;
  const key = keyOf(item);
  const found = key === undefined ? undefined : container.find(key);
  return found instanceof Failure ? found : found !== undefined;
}

function ordered(name: string, holds: (order: number) => boolean) {
  return (left: Value, right: Value): Value => {
    const order = compare(left, right);
    if (order === undefined) return unfit(name, left, 'bool bytes double duration int string timestamp uint');
    return Number.isNaN(order) ? new Failure('NaN values cannot be ordered') : holds(order);
  };
}

export const less = ordered(operators.less, (order) => order < 0);
export const lessOrEqual = ordered(operators.lessEquals, (order) => order <= 0);
export const greater = ordered(operators.greater, (order) => order > 0);
export const greaterOrEqual = ordered(operators.greaterEquals, (order) => order >= 0);

const declare = declaring();
const lenient = (...parts: Parameters<typeof declare>): Overload => ({ ...declare(...parts), anyTypes: true });
const words = {
  bool: 'bool',
  bytes: 'bytes',
  double: 'double',
  duration: 'duration',
  int: 'int64',
  string: 'string',
  timestamp: 'timestamp',
  uint: 'uint64',
} as const;
type Ordered = keyof typeof words;

/** Overloads of one operator on pairs of types: `[left, right, result]`, with the id that the definition gives them. */
function rows(
  name: string,
  call: (left: Value, right: Value) => Value,
  table: Readonly<Record<string, readonly [string, string, string]>>,
): Overload[] {
  return Object.entries(table).map(([id, [left, right, result]]) =>
    lenient(id, `${name}(${left}, ${right}): ${result}`, call),
  );
}

function comparisons(name: string, id: string, call: (left: Value, right: Value) => Value): Overload[] {
  return (Object.keys(words) as Ordered[]).map((type) =>
    lenient(`${id}_${words[type]}`, `${name}(${type}, ${type}): bool`, call),
  );
}

/** Comparisons of numbers of different types: their own library, because older environments lack them. */
export const crossTypeComparisons: Library = {
  functions: (
    [
      [operators.less, 'less', less],
      [operators.lessEquals, 'less_equals', lessOrEqual],
      [operators.greater, 'greater', greater],
      [operators.greaterEquals, 'greater_equals', greaterOrEqual],
    ] as const
  ).flatMap(([name, id, call]) =>
    (['double', 'int', 'uint'] as const).flatMap((left) =>
      (['double', 'int', 'uint'] as const)
        .filter((right) => right !== left)
        .map((right) => lenient(`${id}_${words[left]}_${words[right]}`, `${name}(${left}, ${right}): bool`, call)),
    ),
  ),
};

export const operatorLibrary: Library = {
  functions: [
    declare('conditional', `${operators.conditional}(bool, T, T): T`, () => noSuchOverload),
    declare('logical_and', `${operators.and}(bool, bool): bool`, () => noSuchOverload),
    declare('logical_or', `${operators.or}(bool, bool): bool`, () => noSuchOverload),
    declare('not_strictly_false', `${operators.notStrictlyFalse}(bool): bool`, () => noSuchOverload),
    lenient('logical_not', `${operators.not}(bool): bool`, not),
    lenient('equals', `${operators.equals}(T, T): bool`, (left: Value, right: Value) => equal(left, right)),
    lenient('not_equals', `${operators.notEquals}(T, T): bool`, (left: Value, right: Value) => !equal(left, right)),
    ...rows(operators.add, add, {
      add_bytes: ['bytes', 'bytes', 'bytes'],
      add_double: ['double', 'double', 'double'],
      add_duration_duration: ['duration', 'duration', 'duration'],
      add_duration_timestamp: ['duration', 'timestamp', 'timestamp'],
      add_timestamp_duration: ['timestamp', 'duration', 'timestamp'],
      add_int64: ['int', 'int', 'int'],
      add_list: ['list(T)', 'list(T)', 'list(T)'],
      add_string: ['string', 'string', 'string'],
      add_uint64: ['uint', 'uint', 'uint'],
    }),
    ...rows(operators.subtract, subtract, {
      subtract_double: ['double', 'double', 'double'],
      subtract_duration_duration: ['duration', 'duration', 'duration'],
      subtract_int64: ['int', 'int', 'int'],
      subtract_timestamp_duration: ['timestamp', 'duration', 'timestamp'],
      subtract_timestamp_timestamp: ['timestamp', 'timestamp', 'duration'],
      subtract_uint64: ['uint', 'uint', 'uint'],
    }),
    ...rows(operators.multiply, multiply, {
      multiply_double: ['double', 'double', 'double'],
      multiply_int64: ['int', 'int', 'int'],
      multiply_uint64: ['uint', 'uint', 'uint'],
    }),
    ...rows(operators.divide, divide, {
      divide_double: ['double', 'double', 'double'],
      divide_int64: ['int', 'int', 'int'],
      divide_uint64: ['uint', 'uint', 'uint'],
    }),
    ...rows(operators.modulo, remainder, {
      modulo_int64: ['int', 'int', 'int'],
      modulo_uint64: ['uint', 'uint', 'uint'],
    }),
    lenient('negate_double', `${operators.negate}(double): double`, negate),
    lenient('negate_int64', `${operators.negate}(int): int`, negate),
    ...comparisons(operators.less, 'less', less),
    ...comparisons(operators.lessEquals, 'less_equals', lessOrEqual),
    ...comparisons(operators.greater, 'greater', greater),
    ...comparisons(operators.greaterEquals, 'greater_equals', greaterOrEqual),
    lenient('in_list', `${operators.in}(T, list(T)): bool`, isIn),
    lenient('in_map', `${operators.in}(K, map(K, V)): bool`, isIn),
    declare('index_list', `${operators.index}(list(T), int): T`, () => noSuchOverload),
    declare('index_map', `${operators.index}(map(K, V), K): V`, () => noSuchOverload),
  ],
};
