// Ranges of addresses: what lies in them, and whether they are written as their first address.

import { isIPv4 } from 'node:net';
import { checkCidr } from '../../../../shared/schema/format.ts';

interface AddressRange {
  readonly address: bigint;
  /** 32 or 128. */
  readonly size: number;
  /** How many bits of the address count. */
  readonly length: number;
}

/** Undefined: no range. */
function rangeOf(text: string): AddressRange | undefined {
  if (checkCidr(text).length > 0) return undefined;
  const slash = text.lastIndexOf('/');
  const address = text.slice(0, slash);
  const plain = address.includes(':') ? address : address.replace(/(^|\.)0+(?=\d)/g, '$1');
  const length = Number(text.slice(slash + 1));
  return isIPv4(plain)
    ? { address: joined(plain.split('.').map(Number), 8n), size: 32, length }
    : { address: joined(groupsOf(plain), 16n), size: 128, length };
}

function joined(parts: readonly number[], bits: bigint): bigint {
  return parts.reduce((sum, part) => (sum << bits) | BigInt(part), 0n);
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const [front = '', back = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [left, right] = [numbers(front), numbers(back)];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}

function prefixOf({ address, size }: AddressRange, length: number): bigint {
  return address >> BigInt(size - length);
}

/** Whether the range is a part of the other, and not all of it. False where one of them is no range. */
export function isPartOf(part: string, whole: string): boolean {
  const [inner, outer] = [rangeOf(part), rangeOf(whole)];
  if (inner === undefined || outer === undefined || inner.size !== outer.size) return false;
  return inner.length > outer.length && prefixOf(inner, outer.length) === prefixOf(outer, outer.length);
}

/** Whether the address of the range has bits that do not count. */
export function hasSpareBits(text: string): boolean {
  const range = rangeOf(text);
  if (range === undefined) return false;
  return prefixOf(range, range.length) << BigInt(range.size - range.length) !== range.address;
}

/** Whether a number of the address, of IPv4, or the length of the range is written with zeros before it. */
export function hasLeadingZeros(text: string): boolean {
  if (rangeOf(text) === undefined) return false;
  return text.includes(':') ? /\/0\d/.test(text) : /(^|[./])0\d/.test(text);
}
