// `metadata.managedFields`: the owners of an object as it carries them.

import type { FieldSet } from '../field/field-set.ts';
import { readFieldsV1 } from '../field/fields-v1.ts';
import type { Owner, OwnerName, Owners } from './owner.ts';
import { ownerId } from './owner.ts';
import { compareTexts } from '../field/path-element.ts';
import { isObject } from '../typed/typed-value.ts';

/** One entry, with its fields in the order in which they are written. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly time?: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldSet;
  readonly subresource?: string;
}

/**
 * Returns the owners in the entries. `canonical`: `writeManagedFields` wrote them, so that their sets need no parsing. Throws
 * TypeError, with the reason, for invalid entries.
 */
export function readManagedFields(entries: unknown, canonical = false): Map<string, Owner> {
  const owners = new Map<string, Owner>();
  if (!Array.isArray(entries)) return owners;
  entries.forEach((entry: unknown, place) => {
    const owner = readEntry(isObject(entry) ? entry : {}, place, canonical);
    owners.set(ownerId(owner), owner);
  });
  return owners;
}

function readEntry(entry: Readonly<Record<string, unknown>>, place: number, canonical: boolean): Owner {
  const text = (name: string): string => (typeof entry[name] === 'string' ? entry[name] : '');
  const operation = text('operation');
  if (operation !== 'Apply' && operation !== 'Update') throw new TypeError('operation must be `Apply` or `Update`');
  const apiVersion = text('apiVersion');
  if (apiVersion === '') throw new TypeError('apiVersion must not be empty');
  const fieldsType = text('fieldsType');
  if (fieldsType === '') throw new TypeError(`missing fieldsType in managed fields entry ${place}`);
  if (fieldsType !== 'FieldsV1') {
    throw new TypeError(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${place}`);
  }
  const name: OwnerName = { manager: text('manager'), operation, apiVersion, subresource: text('subresource') };
  const time = text('time');
  const written = entry['fieldsV1'];
  const known = canonical && isObject(written);
  const fields = known ? (written as FieldSet) : readFieldsV1(written);
  return { ...name, fields, time: time === '' ? undefined : time, ...(known ? { entry } : {}) };
}

/** The entries in their order: appliers first, then by time, manager, version. Undefined: no owners. */
export function writeManagedFields(owners: Owners): ManagedFieldsEntry[] | undefined {
  if (owners.size === 0) return undefined;
  return [...owners.values()]
    .sort(compareOwners)
    .map((owner) => (owner.entry as ManagedFieldsEntry | undefined) ?? entryOf(owner));
}

function entryOf({ manager, operation, apiVersion, subresource, fields, time }: Owner): ManagedFieldsEntry {
  return {
    ...(manager === '' ? {} : { manager }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(subresource === '' ? {} : { subresource }),
  };
}

function compareOwners(a: Owner, b: Owner): number {
  return (
    compareTexts(a.operation, b.operation) ||
    compareTimes(a, b) ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource, b.subresource)
  );
}

/** By whole seconds; owners without a time stand before all others. */
export function compareTimes({ time: a = '' }: Owner, { time: b = '' }: Owner): number {
  if (a === b) return 0;
  // As the service writes them, times stand in the order of their texts.
  if (plainTime.test(a) && plainTime.test(b)) return a < b ? -1 : 1;
  return secondsOf(a) - secondsOf(b);
}

const plainTime = /^(?:|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/;

function secondsOf(time: string): number {
  return time === '' ? 0 : Math.floor(Date.parse(time) / 1000);
}

/** Whether the list, as a client wrote it, asks for all owners to be forgotten: one entry that says nothing. */
export function isReset(entries: unknown): boolean {
  return Array.isArray(entries) && entries.length === 1 && isObject(entries[0]) && Object.keys(entries[0]).length === 0;
}
