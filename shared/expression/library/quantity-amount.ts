// Quantities as 64-bit integers with a power of ten, which is what the reference tells whether they are integers by: not their value
// counts, but how they were written. `2000m` and `1Pi` are no integers, `1.5k` is one.

import { addInts, multiplyInts } from '../value/integer.ts';
import { Failure, type Int } from '../value/value.ts';

/** `value * 10^scale`. */
export interface Amount {
  readonly value: Int;
  readonly scale: number;
}

/** Digits of a number that always fit into 64 bits. */
const mostDigits = 18;
const leastScale = -9;
const decimalScales = new Map(Array.from('num', (suffix, at) => [suffix, 3 * at - 9] as const));
for (const [at, suffix] of Array.from('kMGTPE').entries()) decimalScales.set(suffix, 3 * at + 3);

/** The amount of a quantity's text; undefined for those that need more than 64 bits, or may need them. */
export function amountOf(text: string): Amount | undefined {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+)|([KMGTPE]i)|([numkMGTPE]?))$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent, binary, decimal = ''] = match;
  const digits = `${whole || '0'}${fraction}`;
  let factor: Int = 1;
  let scale = exponent === undefined ? (decimalScales.get(decimal) ?? 0) : Number(exponent);
  if (binary !== undefined) {
    const bits = 10 * ('KMGTPE'.indexOf(binary.charAt(0)) + 1);
    if (fraction !== '' || 14 - (whole || '0').length - Math.trunc((bits * 3) / 10) < 0) return undefined;
    factor = 2 ** bits;
    scale = 0;
  } else if (digits.length > mostDigits) return undefined;
  scale -= fraction.length;
  if (scale < leastScale) return undefined;
  const value = multiplyInts(Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits), factor);
  if (value instanceof Failure) return undefined;
  return { value: sign === '-' ? negated(value) : value, scale };
}

export function negated(value: Int): Int {
  return typeof value === 'number' ? -value + 0 : -value;
}

/** The sum as the reference makes it: in the smaller of the two scales. */
export function sumOfAmounts(left: Amount | undefined, right: Amount | undefined): Amount | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (right.value === 0) return left;
  if (left.value === 0) return right;
  const scale = Math.min(left.scale, right.scale);
  const [one, other] = [raised(left.value, left.scale - scale), raised(right.value, right.scale - scale)];
  const value = one === undefined || other === undefined ? undefined : addInts(one, other);
  return value === undefined || value instanceof Failure ? undefined : { value, scale };
}

/** The number that an amount is; undefined for those that have, or may have, a fraction. */
export function integerOf(amount: Amount | undefined): Int | undefined {
  return amount === undefined || amount.scale < 0 ? undefined : raised(amount.value, amount.scale);
}

function raised(value: Int, power: number): Int | undefined {
  if (power > mostDigits) return value === 0 ? 0 : undefined;
  const product = multiplyInts(value, power < 16 ? 10 ** power : 10n ** BigInt(power));
  return product instanceof Failure ? undefined : product;
}
