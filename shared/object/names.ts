// The rules for names, label keys and values (host names: RFC 1123, section 2.1). Each check returns a list of errors, empty for
// a valid value, so that the caller can add a field path. The regular expressions take linear time on any input; lengths are
// checked first nevertheless.

import { isIP, isIPv6 } from 'node:net';

const labelPart = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomainExpression = `${labelPart}(\\.${labelPart})*`;
const label1035Expression = '[a-z]([-a-z0-9]*[a-z0-9])?';
const qualifiedPartExpression = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const dns1123Label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const dns1123Subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const dns1035Label = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const qualifiedPart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const longest = { label: 63, portName: 15, subdomain: 253 } as const;

export function isDns1123Label(text: string): boolean {
  return text.length <= longest.label && dns1123Label.test(text);
}

export function isDns1123Subdomain(text: string): boolean {
  return text.length <= longest.subdomain && dns1123Subdomain.test(text);
}

const dns1123LabelRule = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character ${example(['my-name', '123-abc'], labelPart)}`;
const dns1123SubdomainRule = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character ${example(['example.com'], subdomainExpression)}`;
const wildcard = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const wildcardRule = `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character ${example(['*.example.com'], `\\*\\.${subdomainExpression}`)}`;
const dns1035LabelRule = `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character ${example(['my-name', 'abc-123'], label1035Expression)}`;

/** A lower-case RFC 1123 label (namespaces, containers). */
export function checkDns1123Label(text: string): readonly string[] {
  const dotted = text.length <= longest.subdomain && text.includes('.') && dns1123Subdomain.test(text);
  if (!dotted) return check(text, longest.label, dns1123Label, dns1123LabelRule);
  const tooLong = text.length > longest.label ? [`must be no more than ${longest.label} characters`] : [];
  return [...tooLong, 'must not contain dots'];
}

/** A lower-case RFC 1123 subdomain (most object names). */
export function checkDns1123Subdomain(text: string): readonly string[] {
  return check(text, longest.subdomain, dns1123Subdomain, dns1123SubdomainRule);
}

/** `*.` in front of a subdomain (hosts of ingresses). */
export function checkWildcardSubdomain(text: string): readonly string[] {
  return check(text, longest.subdomain, wildcard, wildcardRule);
}

/** An RFC 1035 label (services): starts with a letter. */
export function checkDns1035Label(text: string): readonly string[] {
  return check(text, longest.label, dns1035Label, dns1035LabelRule);
}

/** A port's name: at most 15 characters, lower-case letters, digits and single dashes, with a letter. */
export function checkPortName(text: string): readonly string[] {
  const faults: string[] = [];
  if (text.length > longest.portName) faults.push(`must be no more than ${longest.portName} characters`);
  if (!/^[-a-z0-9]+$/.test(text)) faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(text)) faults.push('must contain at least one letter (a-z)');
  if (text.includes('--')) faults.push('must not contain consecutive hyphens');
  if (text.startsWith('-') || text.endsWith('-')) faults.push('must not begin or end with a hyphen');
  return faults;
}

/** A name that is only one segment of a path (roles and bindings). */
export function checkPathSegment(text: string): readonly string[] {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%']
    .filter((character) => text.includes(character))
    .map((character) => `may not contain '${character}'`);
}

/** A qualified name: `[prefix/]name` (label and annotation keys, finalizers, condition types). */
export function checkQualifiedName(text: string): readonly string[] {
  const parts = text.split('/');
  if (parts.length > 2)
    return [
      `a qualified name ${qualifiedRule} ${qualifiedExample} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const name = parts[parts.length - 1] ?? '';
  const faults: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') faults.push('prefix part must be non-empty');
    else faults.push(...checkDns1123Subdomain(prefix).map((fault) => `prefix part ${fault}`));
  }
  if (name === '') faults.push('name part must be non-empty');
  else if (name.length > longest.label) faults.push(`name part must be no more than ${longest.label} characters`);
  if (!qualifiedPart.test(name)) {
    faults.push(`name part ${qualifiedRule} ${qualifiedExample}`);
  }
  return faults;
}

/** A label value: empty, or 63 characters at most of the qualified-name alphabet. */
export function checkLabelValue(text: string): readonly string[] {
  const faults: string[] = [];
  if (text.length > longest.label) faults.push(`must be no more than ${longest.label} characters`);
  if (text !== '' && !qualifiedPart.test(text)) {
    faults.push(
      `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ${example(['MyValue', 'my_value', '12345'], `(${qualifiedPartExpression})?`)}`,
    );
  }
  return faults;
}

const qualifiedExample = example(['MyName', 'my.name', '123-abc'], qualifiedPartExpression);
const qualifiedRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

function check(text: string, most: number, expression: RegExp, rule: string): readonly string[] {
  const faults: string[] = [];
  if (text.length > most) faults.push(`must be no more than ${most} characters`);
  if (text.length > most || !expression.test(text)) {
    if (!expression.test(text.slice(0, most + 1))) faults.push(rule);
  }
  return faults;
}

/** `(e.g. 'a',  or 'b', regex used for validation is 'x')`: clients' tests compare this spacing. */
function example(examples: readonly string[], expression: string): string {
  return `(e.g. ${examples.map((entry) => `'${entry}', `).join(' or ')}regex used for validation is '${expression}')`;
}

/** An address of either family as a name: in its one canonical form, as equal addresses are one object. */
export function checkAddressName(name: string): readonly string[] {
  const plain = name.includes(':') ? name : name.replace(/(^|\.)0+(?=\d)/g, '$1');
  if (isIP(plain) === 0 || name.includes('%')) {
    return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  }
  if (plain !== name) return ['must not have leading 0s'];
  if (!isIPv6(name)) return [];
  const canonical = new URL(`http://[${name}]`).hostname.slice(1, -1);
  if (canonical.startsWith('::ffff:') && canonical.split(':').length === 5) {
    return ['must not be an IPv4-mapped IPv6 address'];
  }
  return canonical === name ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}
