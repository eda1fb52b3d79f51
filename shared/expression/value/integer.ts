// Arithmetic of 64-bit integers, exact: what leaves the range is a failure. Numbers are added as numbers as long as the
// result is a safe integer; `+ 0` makes a zero of a negative zero.

import { Failure, type Int, integer } from './value.ts';

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;
const mostUnsigned = 2n ** 64n - 1n;

export const overflow = new Failure('integer overflow');
export const unsignedOverflow = new Failure('unsigned integer overflow');

/** The integer of an exact result; a failure outside of 64 bits. */
export function checkedInt(exact: bigint): Int | Failure {
  return exact < least || exact > most ? overflow : integer(exact);
}

/** Undefined: outside of 64 bits without sign. */
export function checkedUint(exact: bigint): bigint | undefined {
  return exact < 0n || exact > mostUnsigned ? undefined : exact;
}

export function addInts(left: Int, right: Int): Int | Failure {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checkedInt(BigInt(left) + BigInt(right));
}

export function subtractInts(left: Int, right: Int): Int | Failure {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checkedInt(BigInt(left) - BigInt(right));
}

export function multiplyInts(left: Int, right: Int): Int | Failure {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return checkedInt(BigInt(left) * BigInt(right));
}

/** Towards zero. */
export function divideInts(left: Int, right: Int): Int | Failure {
  if (right === 0) return new Failure('division by zero');
  if (typeof left === 'number' && typeof right === 'number') return Math.trunc(left / right) + 0;
  return checkedInt(BigInt(left) / BigInt(right));
}

/** With the sign of the left. */
export function remainderOfInts(left: Int, right: Int): Int | Failure {
  if (right === 0) return new Failure('modulus by zero');
  if (typeof left === 'number' && typeof right === 'number') return (left % right) + 0;
  if (BigInt(left) === least && right === -1) return overflow;
  return checkedInt(BigInt(left) % BigInt(right));
}

export function negateInt(value: Int): Int | Failure {
  return typeof value === 'number' ? -value + 0 : checkedInt(-value);
}

/** -1, 0 or 1. */
export function compareInts(left: Int, right: Int): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
