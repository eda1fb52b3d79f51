// IP addresses and networks in expressions. IPv4 in IPv6 notation and zones are refused, as by the API.

import { isIPv4, isIPv6 } from 'node:net';
import { declaring, type Library } from '../declare/function.ts';
import { type Type, typeType } from '../type/type.ts';
import { Failure, Opaque, type Value } from '../value/value.ts';
import { addressFault } from './address-fault.ts';
import type { LibraryTypes } from './named-types.ts';

const noSuchOverload = new Failure('no such overload');

/** 4 or 16 bytes. */
type Address = Uint8Array;

class AddressValue extends Opaque {
  readonly type: Type;
  readonly bytes: Address;

  constructor(type: Type, bytes: Address) {
    super();
    this.type = type;
    this.bytes = bytes;
  }

  override get size(): number {
    return this.bytes.length;
  }

  equals(other: Value): boolean {
    return other instanceof AddressValue && Buffer.compare(this.bytes, other.bytes) === 0;
  }

  override toString(): string {
    return addressText(this.bytes);
  }
}

class NetworkValue extends Opaque {
  readonly type: Type;
  readonly bytes: Address;
  readonly length: number;

  constructor(type: Type, bytes: Address, length: number) {
    super();
    this.type = type;
    this.bytes = bytes;
    this.length = length;
  }

  override get size(): number {
    return Math.ceil(this.length / 8);
  }

  equals(other: Value): boolean {
    return (
      other instanceof NetworkValue && other.length === this.length && Buffer.compare(this.bytes, other.bytes) === 0
    );
  }

  override toString(): string {
    return `${addressText(this.bytes)}/${this.length}`;
  }
}

/** The bytes of an address; undefined where the text is none. */
function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split('.').map(Number));
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = dotted === null ? [] : (dotted[2] ?? '').split('.').map(Number);
  const groups = dotted === null ? text : `${dotted[1]}${pair(tail, 0)}:${pair(tail, 2)}`;
  const [left = '', right] = groups.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
  return all.length === 8 ? Uint8Array.from(all.flatMap((group) => [group >> 8, group & 255])) : undefined;
}

function pair(bytes: readonly number[], at: number): string {
  return (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16);
}

function isMapped(bytes: Address): boolean {
  return (
    bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** The canonical text: the longest run of zeros is left out (RFC 5952). */
function addressText(bytes: Address): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0));
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (best.start < 0) return text(groups);
  return `${text(groups.slice(0, best.start))}::${text(groups.slice(best.start + best.length))}`;
}

/** The address of a text, or why it is none. */
function addressOf(text: string): Address | Failure {
  const quoted = JSON.stringify(text);
  if (isIPv6(text) && text.includes('%')) return new Failure(`IP address ${quoted} with zone value is not allowed`);
  const bytes = parseAddress(text);
  if (bytes === undefined) {
    return new Failure(`IP Address ${quoted} parse error during conversion from string: ${addressFault(text)}`);
  }
  return isMapped(bytes) ? new Failure(`IPv4-mapped IPv6 address ${quoted} is not allowed`) : bytes;
}

function networkOf(text: string): { readonly bytes: Address; readonly length: number } | Failure {
  const prefix = 'network address parse error during conversion from string: ';
  const quoted = JSON.stringify(text);
  const slash = text.lastIndexOf('/');
  if (slash < 0) return new Failure(`${prefix}netip.ParsePrefix(${quoted}): no '/'`);
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  const wrong = (reason: string): Failure => new Failure(`${prefix}netip.ParsePrefix(${quoted}): ${reason}`);
  if (isIPv6(address) && address.includes('%')) return wrong('IPv6 zones cannot be present in a prefix');
  const bytes = parseAddress(address);
  if (bytes === undefined) return wrong(addressFault(address));
  if (!/^(0|[1-9]\d*)$/.test(bits)) return wrong(`bad bits after slash: ${JSON.stringify(bits)}`);
  if (Number(bits) > bytes.length * 8) return wrong('prefix length out of range');
  if (isMapped(bytes)) return new Failure(`IPv4-mapped IPv6 address ${quoted} is not allowed`);
  return { bytes, length: Number(bits) };
}

function unconverted({ message }: Failure): Failure {
  return new Failure(`network address parse error during conversion from string: ${message}`);
}

function masked(bytes: Address, length: number): Address {
  return bytes.map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, length - 8 * at))) & 255);
}

function within(network: NetworkValue, bytes: Address): boolean {
  if (network.bytes.length !== bytes.length) return false;
  return Buffer.compare(masked(network.bytes, network.length), masked(bytes, network.length)) === 0;
}

const isLoopback = ({ bytes }: AddressValue): boolean =>
  bytes.length === 4 ? bytes[0] === 127 : bytes.subarray(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
const isUnspecified = ({ bytes }: AddressValue): boolean => bytes.every((byte) => byte === 0);
const isMulticast = ({ bytes }: AddressValue): boolean =>
  bytes.length === 4 ? ((bytes[0] ?? 0) & 0xf0) === 0xe0 : bytes[0] === 0xff;
const isLinkLocalMulticast = ({ bytes }: AddressValue): boolean =>
  bytes.length === 4
    ? bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0
    : bytes[0] === 0xff && ((bytes[1] ?? 0) & 0x0f) === 2;
const isLinkLocalUnicast = ({ bytes }: AddressValue): boolean =>
  bytes.length === 4 ? bytes[0] === 169 && bytes[1] === 254 : bytes[0] === 0xfe && ((bytes[1] ?? 0) & 0xc0) === 0x80;
const isGlobalUnicast = (address: AddressValue): boolean =>
  !isUnspecified(address) &&
  !isLoopback(address) &&
  !isMulticast(address) &&
  !isLinkLocalUnicast(address) &&
  !(address.bytes.length === 4 && address.bytes.every((byte) => byte === 255));

export function addressLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  const made = (bytes: Address | Failure): Value =>
    bytes instanceof Failure ? bytes : new AddressValue(named.IP, bytes);
  return {
    constants: new Map([['net.IP', { type: typeType(named.IP), value: named.IP }]]),
    functions: [
      declare('string_to_ip', 'ip(string): IP', (text: string) => made(addressOf(text))),
      declare('is_ip', 'isIP(string): bool', (text: string) => !(addressOf(text) instanceof Failure)),
      declare('ip_is_canonical', 'ip.isCanonical(string): bool', (text: string) => {
        const bytes = addressOf(text);
        return bytes instanceof Failure ? bytes : addressText(bytes) === text;
      }),
      declare('ip_family', 'IP.family(): int', ({ bytes }: AddressValue) => (bytes.length === 4 ? 4 : 6)),
      declare('ip_is_unspecified', 'IP.isUnspecified(): bool', isUnspecified),
      declare('ip_is_loopback', 'IP.isLoopback(): bool', isLoopback),
      declare('ip_is_link_local_multicast', 'IP.isLinkLocalMulticast(): bool', isLinkLocalMulticast),
      declare('ip_is_link_local_unicast', 'IP.isLinkLocalUnicast(): bool', isLinkLocalUnicast),
      declare('ip_is_global_unicast', 'IP.isGlobalUnicast(): bool', isGlobalUnicast),
      declare('ip_to_string', 'string(IP): string', String),
    ],
  };
}

export function networkLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  const holdsNetwork = (network: NetworkValue, bytes: Address, length: number): boolean =>
    network.length <= length && within(network, bytes);
  return {
    constants: new Map([['net.CIDR', { type: typeType(named.CIDR), value: named.CIDR }]]),
    functions: [
      declare('string_to_cidr', 'cidr(string): CIDR', (text: string) => {
        const network = networkOf(text);
        if (network instanceof Failure) return unconverted(network);
        return new NetworkValue(named.CIDR, network.bytes, network.length);
      }),
      declare('is_cidr', 'isCIDR(string): bool', (text: string) => !(networkOf(text) instanceof Failure)),
      declare('cidr_contains_ip_string', 'CIDR.containsIP(string): bool', (network: NetworkValue, text: string) => {
        const bytes = addressOf(text);
        return bytes instanceof Failure ? noSuchOverload : within(network, bytes);
      }),
      declare('cidr_contains_ip_ip', 'CIDR.containsIP(IP): bool', (network: NetworkValue, address: AddressValue) =>
        within(network, address.bytes),
      ),
      declare('cidr_contains_cidr_string', 'CIDR.containsCIDR(string): bool', (network: NetworkValue, text: string) => {
        const other = networkOf(text);
        return other instanceof Failure ? unconverted(other) : holdsNetwork(network, other.bytes, other.length);
      }),
      declare('cidr_contains_cidr', 'CIDR.containsCIDR(CIDR): bool', (network: NetworkValue, other: NetworkValue) =>
        holdsNetwork(network, other.bytes, other.length),
      ),
      declare('cidr_ip', 'CIDR.ip(): IP', ({ bytes }: NetworkValue) => new AddressValue(named.IP, bytes)),
      declare('cidr_prefix_length', 'CIDR.prefixLength(): int', ({ length }: NetworkValue) => length),
      declare(
        'cidr_masked',
        'CIDR.masked(): CIDR',
        ({ bytes, length }: NetworkValue) => new NetworkValue(named.CIDR, masked(bytes, length), length),
      ),
      declare('cidr_to_string', 'string(CIDR): string', String),
    ],
  };
}
