// The subject of a certificate: its distinguished name and its alternative names (hosts, addresses, mailboxes, URIs).
// Of the distinguished name, only the common name (user) and the organizations (groups) are read.

import { isIPv4, isIPv6 } from 'node:net';

import type { DerElement } from './der-reader.ts';
import { childrenOf, DerError, expect, readObjectIdentifier, readText } from './der-reader.ts';
import { context, objectIdentifier, sequence, setOf, tags, utf8String } from './der-writer.ts';

export interface SubjectName {
  /** Empty when there is none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
}

export interface AlternativeNames {
  readonly dnsNames: readonly string[];
  /** IPv4 dotted, IPv6 in its short form (RFC 5952). */
  readonly ipAddresses: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
}

const commonNameIdentifier = '2.5.4.3';
const organizationIdentifier = '2.5.4.10';

/** Tag numbers of the kinds of GeneralName that are read (RFC 5280, 4.2.1.6). */
const generalName = { email: 1, dns: 2, uri: 6, ip: 7 } as const;

/** Each attribute in a set of its own: readers differ in what they make of sets with several. */
export function encodeName({ commonName, organizations }: SubjectName): Buffer {
  const attribute = (identifier: string, text: string): Buffer =>
    setOf(sequence(objectIdentifier(identifier), utf8String(text)));
  return sequence(
    ...organizations.map((organization) => attribute(organizationIdentifier, organization)),
    ...(commonName === '' ? [] : [attribute(commonNameIdentifier, commonName)]),
  );
}

/** Attributes other than the two are passed over. Of several common names the last counts, as real readers do. */
export function decodeName(name: DerElement): SubjectName {
  let commonName = '';
  const organizations: string[] = [];
  for (const set of childrenOf(expect(name, tags.sequence, 'the name'))) {
    for (const attribute of childrenOf(expect(set, tags.set, 'a part of the name'))) {
      const [identifier, value] = childrenOf(expect(attribute, tags.sequence, 'an attribute of the name'));
      if (value === undefined) throw new DerError('an attribute of the name has no value');
      const type = readObjectIdentifier(identifier, 'the type of an attribute of the name');
      if (type === commonNameIdentifier) commonName = readText(value, 'the common name');
      else if (type === organizationIdentifier) organizations.push(readText(value, 'an organization'));
    }
  }
  return { commonName, organizations };
}

/** The content of the extension; undefined when there is no name to put in it. */
export function encodeAlternativeNames(names: Partial<AlternativeNames>): Buffer | undefined {
  const text = (kind: number) => (name: string) => context(kind, false, Buffer.from(name, 'latin1'));
  const encoded = [
    ...(names.dnsNames ?? []).map(text(generalName.dns)),
    ...(names.ipAddresses ?? []).map((address) => context(generalName.ip, false, addressBytes(address))),
    ...(names.emails ?? []).map(text(generalName.email)),
    ...(names.uris ?? []).map(text(generalName.uri)),
  ];
  return encoded.length === 0 ? undefined : sequence(...encoded);
}

/** `others` counts names of kinds that are not read, so that a signer can refuse what it does not see. */
export function decodeAlternativeNames(extension: DerElement): AlternativeNames & { readonly others: number } {
  const names = { dnsNames: [] as string[], ipAddresses: [] as string[], emails: [] as string[], uris: [] as string[] };
  let others = 0;
  for (const { tag, content, whole } of childrenOf(expect(extension, tags.sequence, 'the alternative names'))) {
    const text = (): string => readText({ tag: tags.ia5String, content, whole }, 'an alternative name');
    if (tag === (0x80 | generalName.dns)) names.dnsNames.push(text());
    else if (tag === (0x80 | generalName.email)) names.emails.push(text());
    else if (tag === (0x80 | generalName.uri)) names.uris.push(text());
    else if (tag === (0x80 | generalName.ip)) names.ipAddresses.push(addressText(content));
    else others++;
  }
  return { ...names, others };
}

/** 4 or 16 bytes. Throws TypeError for text that is no address. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  if (!isIPv6(address) || address.includes('%')) throw new TypeError(`${JSON.stringify(address)} is not an IP address`);
  // The URL parser knows every way of writing one, dotted tails included, and gives hexadecimal groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]));
}

function addressText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) throw new DerError(`an IP address of ${bytes.length} bytes`);
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
