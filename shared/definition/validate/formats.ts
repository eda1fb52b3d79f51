// The string formats that are validated. Other formats in a schema are published to clients, but not checked.

import { isIP } from 'node:net';
import { RE2JS } from 're2js';
import { parseGoDuration } from '../../object/duration.ts';
import { parseTime } from '../../object/time.ts';
import { checkCidr, checkIp } from '../../schema/format.ts';

type FormatCheck = (text: string) => boolean;

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const uuidOf = (version: number, variant = '[0-9a-f]'): RegExp =>
  new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`, 'i');
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const creditCard =
  '^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11})$';
const unit =
  /^(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s|m|h|hr|d|w|nanos?|nanoseconds?|micros?|microseconds?|millis?|milliseconds?|seconds?|sec|minutes?|min|hours?|days?|weeks?)$/i;

const checks: Readonly<Record<string, FormatCheck>> = {
  bsonobjectid: (text) => /^[0-9a-f]{24}$/i.test(text),
  byte: (text) => text !== '' && text.length % 4 === 0 && base64.test(text),
  cidr: (text) => checkCidr(text).length === 0,
  creditcard: (text) => RE2JS.compile(creditCard).matcher(text.replace(/\D+/g, '')).find(),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(`${text}T00:00:00Z`) !== undefined,
  datetime: isDateTime,
  duration: (text) => parseGoDuration(text) !== undefined || unit.test(text.trim()),
  email: isMailAddress,
  hexcolor: (text) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  hostname: isHostname,
  ipv4: (text) => text.includes('.') && checkIp(text).length === 0,
  ipv6: (text) => text.includes(':') && checkIp(text).length === 0,
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  mac: isHardwareAddress,
  password: () => true,
  rgbcolor: isRgbColor,
  ssn: (text) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(text),
  uri: isRequestUri,
  uuid: (text) => uuid.test(text),
  uuid3: (text) => uuidOf(3).test(text),
  uuid4: (text) => uuidOf(4, '[89ab]').test(text),
  uuid5: (text) => uuidOf(5, '[89ab]').test(text),
};

/** Dashes in the name of a format do not count. Undefined: a format that means nothing here. */
export function formatCheckOf(format: string): FormatCheck | undefined {
  const name = format.replaceAll('-', '');
  return Object.hasOwn(checks, name) ? checks[name] : undefined;
}

function isDateTime(text: string): boolean {
  const upper = text.toUpperCase();
  // There are no leap seconds, and no times without a zone.
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(upper)
    ? parseTime(`${upper.slice(0, 19)}Z`) !== undefined
    : false;
}

/** A name alone may end with a dash; behind a dot there are at least two letters. */
const hostName = RE2JS.compile(
  '[a-zA-Z0-9\\p{S}\\p{L}](-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?' +
    '|([a-zA-Z0-9\\p{S}\\p{L}]([a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?\\.)+[a-zA-Z\\p{L}]{2,63}',
);

function isHostname(text: string): boolean {
  const isShort = (part: string, most: number): boolean => Buffer.byteLength(part) <= most;
  return isShort(text, 255) && text.split('.').every((label) => isShort(label, 63)) && hostName.matches(text);
}

const atom = '[^\\s()<>\\[\\]:;@\\\\,."\\x00-\\x20\\x7f]+';
const quoted = '"([^"\\\\\\r\\n]|\\\\.)*"';
const mailbox = `(${atom}(\\.${atom})*|${quoted})@(${atom}(\\.${atom})*|\\[[0-9a-fA-F.:]+\\])`;
/** RFC 5322, 3.4: alone, or in angle brackets behind words. */
const mailAddress = RE2JS.compile(`\\s*(${mailbox}|((${atom}|${quoted}|\\.)\\s*)*<${mailbox}>)\\s*`);

function isMailAddress(text: string): boolean {
  if (!mailAddress.matches(text)) return false;
  // Without a regular expression that begins anywhere: a quoted name may be long, and hold the beginning again and again.
  const domain = text.slice(text.lastIndexOf('@') + 1).trim();
  return !domain.startsWith('[') || isIP(domain.slice(1, domain.lastIndexOf(']'))) !== 0;
}

function isHardwareAddress(text: string): boolean {
  const bytes = [6, 8, 20];
  const [colon, dash] = [text.split(':'), text.split('-')];
  const parts = colon.length > 1 ? colon : dash;
  if (bytes.includes(parts.length)) return parts.every((part) => /^[0-9a-f]{2}$/i.test(part));
  const words = text.split('.');
  return bytes.includes(words.length * 2) && words.every((word) => /^[0-9a-f]{4}$/i.test(word));
}

function isRgbColor(text: string): boolean {
  const [, ...parts] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text) ?? [];
  return parts.length === 3 && parts.every((part) => Number(part) <= 255);
}

/** An absolute address, or an absolute path. */
function isRequestUri(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- these are what an address may not hold
  if (/[\u0000-\u0020\u007f]/.test(text) || text === '') return false;
  if (/%(?![0-9a-f]{2})/i.test(text)) return false;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  const port = /:([^:\]@]*)$/.exec(authority)?.[1] ?? '';
  return /^\d*$/.test(port) && (text.startsWith('/') || /^[a-z][a-z0-9+.-]*:./i.test(text));
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = Array.from(digits).reduce((all, digit, at) => all + (at + 1) * (digit === 'X' ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  return Array.from(digits).reduce((all, digit, at) => all + (at % 2 === 0 ? 1 : 3) * Number(digit), 0) % 10 === 0;
}
