// What each rule means: a function of the rules and of a value where they are judged, that gives the faults. One whose rule is not
// among them finds none.

import type { FieldError } from '../object/field-error.ts';
import type { Member, ValueRules } from './rule.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../object/field-error-message.ts';
import { ownValue } from '../schema/assign-key.ts';
import { isZero } from '../schema/decode.ts';
import { formatChecks } from '../schema/format.ts';
import { fieldsOf, isGiven, isMatch, itemsOf, keysOf, type Place } from './place.ts';

export type Constraint = (rules: ValueRules, place: Place) => readonly FieldError[];

const none: readonly FieldError[] = [];

/**
 * Judged first, of a value that is not as it was: nothing else is where there are faults, nor where the value was not given
 * though it may be left out (`stop`).
 */
export function presence(rules: ValueRules, place: Place): readonly FieldError[] | 'go on' | 'stop' {
  const { presence: rule, immutable } = rules;
  if (immutable === true && place.update) return [forbiddenField(place.path, 'field is immutable')];
  if (rule === undefined) return 'go on';
  const given = isGiven(place);
  if (rule === 'required' && !given) return [required(place.path)];
  if (rule === 'forbidden' && given) return [forbiddenField(place.path, '')];
  return given ? 'go on' : 'stop';
}

function minimum({ minimum: least }: ValueRules, place: Place): readonly FieldError[] {
  if (least === undefined || (place.pointer && !isGiven(place))) return none;
  const value = place.value ?? 0;
  if ((typeof value !== 'number' && typeof value !== 'bigint') || value >= least) return none;
  return [{ ...invalidValue(place.path, value, `must be greater than or equal to ${least}`), origin: 'minimum' }];
}

function oneOfTexts({ enum: texts }: ValueRules, place: Place): readonly FieldError[] {
  if (texts === undefined || (place.pointer && !isGiven(place))) return none;
  const value = typeof place.value === 'string' ? place.value : '';
  return texts.includes(value) ? none : [notSupported(place.path, value, texts)];
}

function format({ format: form }: ValueRules, { path, value }: Place): readonly FieldError[] {
  if (form === undefined || typeof value !== 'string') return none;
  return formatChecks[form](value).map((fault) => ({ ...invalidValue(path, value, fault), origin: `format=${form}` }));
}

function maxLength({ maxLength: most }: ValueRules, { path, value }: Place): readonly FieldError[] {
  if (most === undefined || typeof value !== 'string' || Buffer.byteLength(value) <= most) return none;
  return [{ ...tooLong(path, most), origin: 'maxLength' }];
}

function maxItems({ maxItems: most }: ValueRules, { path, value }: Place): readonly FieldError[] {
  const count = itemsOf(value).length;
  return most === undefined || count <= most ? none : [{ ...tooMany(path, count, most), origin: 'maxItems' }];
}

function unique({ unique: rule, keys }: ValueRules, { path, value }: Place): readonly FieldError[] {
  if (rule === undefined) return none;
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const [index, item] of itemsOf(value).entries()) {
    const identity = JSON.stringify(keys === undefined ? item : keysOf(item, keys), bigintText);
    if (seen.has(identity)) faults.push(duplicateValue(`${path}[${index}]`, item));
    seen.add(identity);
  }
  return faults;
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function zeroOrOneOf({ zeroOrOneOf: members }: ValueRules, place: Place): readonly FieldError[] {
  const there = members === undefined ? undefined : membersThere(members, place);
  if (members === undefined || there === undefined || there.length < 2) return none;
  const detail = `must specify at most one of: ${namesOf(members, place)}`;
  return [{ ...invalidValue(place.path, shown(there, place), detail), origin: 'zeroOrOneOf' }];
}

function exactlyOneOf({ oneOf: members }: ValueRules, place: Place): readonly FieldError[] {
  const there = members === undefined ? undefined : membersThere(members, place);
  if (members === undefined || there === undefined || there.length === 1) return none;
  const [value, lead] =
    there.length === 0 ? ['', 'must specify one of: '] : [shown(there, place), 'must specify exactly one of: '];
  return [{ ...invalidValue(place.path, value, `${lead}${namesOf(members, place)}`), origin: 'union' }];
}

/** Undefined where an update left everything that was there, and nothing else. */
function membersThere(members: readonly Member[], { value, old, update }: Place): readonly Member[] | undefined {
  const there = members.filter((member) => isThere(member, value));
  if (!update) return there;
  return isDeepStrictEqual(
    there,
    members.filter((member) => isThere(member, old)),
  )
    ? undefined
    : there;
}

function isThere(member: Member, value: unknown): boolean {
  if ('field' in member) return !isZero(ownValue(fieldsOf(value), member.field));
  return itemsOf(value).some((item) => isMatch(item, member.item));
}

function shown(members: readonly Member[], place: Place): string {
  return `{${members.map((member) => memberName(member, place)).join(', ')}}`;
}

function namesOf(members: readonly Member[], place: Place): string {
  return members.map((member) => `\`${memberName(member, place)}\``).join(', ');
}

/** Items are named by the list as the type is defined: `Conditions[{"type": "Approved"}]`. */
function memberName(member: Member, { name }: Place): string {
  if ('field' in member) return member.field;
  const match = Object.entries(member.item).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}[{${match.join(', ')}}]`;
}

/** Of values that were given, or whose zero counts; in the order of the faults. */
export const constraints: readonly Constraint[] = [
  minimum,
  oneOfTexts,
  format,
  maxLength,
  maxItems,
  unique,
  zeroOrOneOf,
  exactlyOneOf,
];
