// Names in the devices' API: of drivers, pools and attributes, and labels. Lists of such names are limited and have no
// duplicates.

import { addAll } from '../../../../../shared/object/add-all.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  duplicateValue,
  invalidValue,
  required,
  tooLong,
  tooMany,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';

/** Validates one item, and reports errors with their path. */
export type Check<T> = (value: T, path: string) => readonly FieldError[];

const longest = { driver: 63, pool: 253, identifier: 32 } as const;
const identifierForm = '[A-Za-z_][A-Za-z0-9_]*';
const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const identifierRule =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or " +
  `'_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '${identifierForm}')`;
const normalId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names of requests, devices and counters. */
export function labelNameErrors(name: string, path: string): readonly FieldError[] {
  return checkDns1123Label(name).map((fault) => invalidValue(path, name, fault));
}

export function classNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path)];
  return checkDns1123Subdomain(name).map((fault) => invalidValue(path, name, fault));
}

/** A driver is named as a CSI driver is: capital letters are taken. */
export function driverNameErrors(name: string, path: string): readonly FieldError[] {
  return [
    ...(name === '' ? [required(path)] : []),
    ...(name.length > longest.driver ? [tooLong(path, longest.driver)] : []),
    ...checkDns1123Subdomain(name.toLowerCase()).map((fault) => invalidValue(path, name, fault)),
  ];
}

/** Segments between slashes, each a subdomain. */
export function poolNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path)];
  const faults = name.split('/').flatMap((part) => checkDns1123Subdomain(part).map((fault) => [part, fault] as const));
  return [
    ...(name.length > longest.pool ? [tooLong(path, longest.pool)] : []),
    ...faults.map(([part, fault]) => invalidValue(path, part, fault)),
  ];
}

/** `[domain/]identifier`, for attributes and capacities. */
export function attributeNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path, 'name required')];
  const [domain = '', own, ...more] = name.split('/');
  if (own === undefined) return identifierErrors(domain, path);
  // What has more slashes is no name of anything, and is found nowhere.
  if (more.length > 0) return [];
  return [
    ...(domain === '' ? [required(path, 'the domain must not be empty')] : driverNameErrors(domain, path)),
    ...(own === '' ? [required(path, 'the name must not be empty')] : identifierErrors(own, path)),
  ];
}

/** The same with the domain, as claims refer to attributes. */
export function fullAttributeNameErrors(name: string, path: string): readonly FieldError[] {
  const errors = attributeNameErrors(name, path);
  return name === '' || name.includes('/') ? errors : [...errors, invalidValue(path, name, 'must include a domain')];
}

function identifierErrors(text: string, path: string): readonly FieldError[] {
  return [
    ...(text.length > longest.identifier ? [tooLong(path, longest.identifier)] : []),
    ...(identifier.test(text) ? [] : [invalidValue(path, text, identifierRule)]),
  ];
}

/** The one form in which equal ids are equal texts. */
export function shareIdErrors(id: string, path: string): readonly FieldError[] {
  if (normalId.test(id)) return [];
  const bare = id.replace(/^urn:uuid:/i, '').replace(/^\{(.*)\}$/, '$1');
  if (!/^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(bare)) {
    const fault = [36, 32, 38, 45].includes(id.length) ? 'invalid UUID format' : `invalid UUID length: ${id.length}`;
    return [invalidValue(path, id, `error validating uid: ${fault}`)];
  }
  const form = 'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`';
  return [invalidValue(path, id, `${form} with lowercase hexadecimal characters`)];
}

/** A list of at most so many things. */
export function listErrors<T>(items: readonly T[], path: string, most: number, check: Check<T>): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, item] of items.entries()) addAll(errors, check(item, `${path}[${index}]`));
  if (items.length > most) errors.push(tooMany(path, items.length, most));
  return errors;
}

/** The key of the items of a list, and the field that holds it; '' for the item itself. */
export interface ItemKey<T> {
  readonly field: string;
  of(item: T): string;
}

/** The same for items with a key. */
export function setErrors<T>(
  items: readonly T[],
  path: string,
  most: number,
  check: Check<T>,
  key: ItemKey<T>,
): FieldError[] {
  const errors = listErrors(items, path, most, check);
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const name = key.of(item);
    const place = `${path}[${index}]`;
    if (seen.has(name)) errors.push(duplicateValue(key.field === '' ? place : `${place}.${key.field}`, name));
    seen.add(name);
  }
  return errors;
}

/** Names in a list of names. */
export const itself: ItemKey<string> = { field: '', of: (item) => item };

/** Things that have a name. */
export const byName: ItemKey<{ readonly name?: string }> = { field: 'name', of: ({ name }) => name ?? '' };
