// Versions as semver.org orders them.

import { declaring, type Library } from '../declare/function.ts';
import type { Type } from '../type/type.ts';
import { Failure, integer, Opaque, type Value } from '../value/value.ts';
import type { LibraryTypes } from './named-types.ts';

const longestText = 256;
const pattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

class SemverValue extends Opaque {
  readonly type: Type;
  readonly numbers: readonly bigint[];
  readonly pre: readonly string[];
  private readonly text: string;

  constructor(type: Type, text: string, numbers: readonly bigint[], pre: readonly string[]) {
    super();
    this.type = type;
    this.text = text;
    this.numbers = numbers;
    this.pre = pre;
  }

  equals(other: Value): boolean {
    return other instanceof SemverValue && order(this, other) === 0;
  }

  override toString(): string {
    return this.text;
  }
}

/** The version of a text, or why it is none. */
function parse(type: Type, text: string): SemverValue | Failure {
  const match = text.length > longestText ? null : pattern.exec(text);
  const numbers = match?.slice(1, 4).map(BigInt) ?? [];
  const pre = match?.[4]?.split('.') ?? [];
  const large = numbers.find((number) => number >= 2n ** 64n);
  if (match === null || pre.some((part) => /^0\d+$/.test(part))) return new Failure(faultOf(text));
  if (large !== undefined) return new Failure(`strconv.ParseUint: parsing "${large}": value out of range`);
  return new SemverValue(type, text, numbers, pre);
}

/** Why a text that does not match is none, in the order in which its parts are read. */
function faultOf(text: string): string {
  if (text === '') return 'Version string empty';
  const [major = '', minor, ...others] = text.split('.');
  if (minor === undefined || others.length === 0) return 'No Major.Minor.Patch elements found';
  const [plain = '', ...builds] = others.join('.').split('+');
  const [patch = '', ...pres] = plain.split('-');
  for (const [name, number] of Object.entries({ Major: major, Minor: minor, Patch: patch })) {
    if (number === '') return 'strconv.ParseUint: parsing "": invalid syntax';
    if (!/^\d+$/.test(number))
      return `Invalid character(s) found in ${name.toLowerCase()} number ${JSON.stringify(number)}`;
    if (/^0\d/.test(number)) return `${name} number must not contain leading zeroes ${JSON.stringify(number)}`;
  }
  for (const part of pres.length === 0 ? [] : pres.join('-').split('.')) {
    if (part === '') return 'Prerelease is empty';
    if (/^0\d+$/.test(part))
      return `Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(part)}`;
    if (!/^[0-9A-Za-z-]+$/.test(part)) return `Invalid character(s) found in prerelease ${JSON.stringify(part)}`;
  }
  for (const part of builds.length === 0 ? [] : builds.join('+').split('.')) {
    if (part === '') return 'Build meta data is empty';
    if (!/^[0-9A-Za-z-]+$/.test(part)) return `Invalid character(s) found in build meta data ${JSON.stringify(part)}`;
  }
  return `Invalid character(s) found in version ${JSON.stringify(text)}`;
}

/** Takes a leading `v` off, leading zeros, and adds what is missing of `major.minor.patch`. */
function normalized(text: string): string | Failure {
  const parts = text.replace(/^v/, '').split('.');
  const three = [...parts.slice(0, 2), parts.slice(2).join('.')].slice(0, Math.min(3, parts.length));
  const short = three.map((part) => {
    if (part.length <= 1) return part;
    const stripped = part.replace(/^0+/, '');
    return /^\d/.test(stripped) ? stripped : `0${stripped}`;
  });
  if (short.length < 3 && /[+-]/.test(short.at(-1) ?? ''))
    return new Failure('short version cannot contain PreRelease/Build meta data');
  while (short.length < 3) short.push('0');
  return short.join('.');
}

function orderOfParts(left: string, right: string): number {
  const [one, other] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (one && other) return Number(BigInt(left) > BigInt(right)) - Number(BigInt(left) < BigInt(right));
  if (one !== other) return one ? -1 : 1;
  return Number(left > right) - Number(left < right);
}

/** -1, 0 or 1. What follows a plus sign does not count. */
function order(left: SemverValue, right: SemverValue): number {
  for (const [at, number] of left.numbers.entries()) {
    const other = right.numbers[at] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (left.pre.length === 0 || right.pre.length === 0) return Math.sign(right.pre.length - left.pre.length);
  for (const [at, part] of left.pre.entries()) {
    const other = right.pre[at];
    if (other === undefined) return 1;
    const found = orderOfParts(part, other);
    if (found !== 0) return found;
  }
  return left.pre.length < right.pre.length ? -1 : 0;
}

export function semverLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  const made = (text: string, normalize: boolean): SemverValue | Failure => {
    const plain = normalize ? normalized(text) : text;
    return plain instanceof Failure ? plain : parse(named.Semver, plain);
  };
  const isVersion = (text: string, normalize: boolean): boolean => made(text, normalize) instanceof SemverValue;
  const number =
    (at: number) =>
    (value: SemverValue): Value =>
      integer(value.numbers[at] ?? 0n);
  return {
    functions: [
      declare('string_to_semver', 'semver(string): Semver', (text: string) => made(text, false)),
      declare('string_bool_to_semver', 'semver(string, bool): Semver', made),
      declare('is_semver_string', 'isSemver(string): bool', (text: string) => isVersion(text, false)),
      declare('is_semver_string_bool', 'isSemver(string, bool): bool', isVersion),
      declare(
        'semver_is_greater_than',
        'Semver.isGreaterThan(Semver): bool',
        (left: SemverValue, right: SemverValue) => order(left, right) > 0,
      ),
      declare(
        'semver_is_less_than',
        'Semver.isLessThan(Semver): bool',
        (left: SemverValue, right: SemverValue) => order(left, right) < 0,
      ),
      declare('semver_compare_to', 'Semver.compareTo(Semver): int', order),
      declare('semver_major', 'Semver.major(): int', number(0)),
      declare('semver_minor', 'Semver.minor(): int', number(1)),
      declare('semver_patch', 'Semver.patch(): int', number(2)),
    ],
  };
}
