// Warnings about addresses that are taken in a form that others may read as another address, or that has a shorter one.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { isIP, isIPv4 } from 'node:net';

export interface AddressWarnings {
  /** Of an address; none of what is no address, which is refused elsewhere. */
  readonly ofIp: (text: string, path: string) => readonly string[];
  /** Of a range of addresses. */
  readonly ofCidr: (text: string, path: string) => readonly string[];
}

export function addressWarnings(vendor: Vendor): AddressWarnings {
  const later = (what: string, text: string, path: string, instead: string): string =>
    vendor.fill(
      `${path}: non-standard ${what} ${quoted(text)} will be considered invalid in a future {Maker} release: use ${quoted(instead)}`,
    );
  return {
    ofIp(text, path) {
      const address = canonicalAddress(text);
      if (address === undefined) return [];
      if (isIPv4(address) && address !== text) return [later('IP address', text, path, address)];
      if (address === text) return [];
      return [`${path}: IPv6 address ${quoted(text)} should be in RFC 5952 canonical format (${quoted(address)})`];
    },
    ofCidr(text, path) {
      const slash = text.lastIndexOf('/');
      const [written, bits] = [text.slice(0, Math.max(slash, 0)), Number(text.slice(slash + 1))];
      const address = canonicalAddress(written);
      if (address === undefined || !Number.isInteger(bits)) return [];
      // Of an IPv4 address that is written as IPv6 the last 32 bits count.
      const length = isIPv4(address) && written.includes(':') ? bits - 96 : bits;
      const range = `${firstOf(address, length)}/${length}`;
      const single = `${address}/${isIPv4(address) ? 32 : 128}`;
      const warnings: string[] = [];
      if (`${address}/${length}` !== range)
        warnings.push(
          `${path}: CIDR value ${quoted(text)} is ambiguous in this context (should be ${quoted(range)} or ${quoted(single)}?)`,
        );
      const padded = /\/0\d/.test(text) || (isIPv4(address) && written !== address);
      if (padded) warnings.push(later('CIDR value', text, path, range));
      if (warnings.length === 0 && text !== range)
        warnings.push(
          `${path}: IPv6 CIDR value ${quoted(text)} should be in RFC 5952 canonical format (${quoted(range)})`,
        );
      return warnings;
    },
  };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** In its one canonical form: without leading zeros, and as IPv4 where it is one that is written as IPv6. */
export function canonicalAddress(text: string): string | undefined {
  if (!text.includes(':')) {
    const plain = text.replace(/(^|\.)0+(?=\d)/g, '$1');
    return isIPv4(plain) ? plain : undefined;
  }
  if (isIP(text) !== 6 || text.includes('%')) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff]).join('.');
}

/** The address without the bits that do not count. */
function firstOf(address: string, length: number): string {
  const v4 = isIPv4(address);
  const bytes = v4 ? address.split('.').map(Number) : bytesOf(address);
  const kept = bytes.map((byte, index) => byte & (0xff00 >> Math.min(Math.max(length - index * 8, 0), 8)) & 0xff);
  if (v4) return kept.join('.');
  const groups = kept.flatMap((byte, index) =>
    index % 2 === 0 ? [((byte << 8) | (kept[index + 1] ?? 0)).toString(16)] : [],
  );
  return canonicalAddress(groups.join(':')) ?? address;
}

function bytesOf(canonical: string): number[] {
  const [head = '', tail] = canonical.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const middle = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...middle, ...after].flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 0xff];
  });
}
