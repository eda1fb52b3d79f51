// Events of the events group: the same content as events of the core group, as which they are stored, under other names. They
// name who reported them, and what happened does not change.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Converter, KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { isZero } from '../../../../shared/schema/decode.ts';
import { type Event, eventErrors, eventTtlSeconds, referenceFields } from '../core/event/event-rules.ts';
import { eventPrinter } from '../core/event/event-table.ts';
import { atPath, firstOf } from '../fields/selectable-fields.ts';

function eventStrategy(vendor: Vendor): Strategy {
  const validate = (event: ApiObject): readonly FieldError[] =>
    eventErrors(vendor, event, 'regarding', 'reportingController');
  return {
    createOnUpdate: true,
    propagation: 'none',
    ttlSeconds: eventTtlSeconds,
    validateCreate(object) {
      const event = object as Event;
      const errors = [...validate(event), ...seriesErrors(event)];
      if ((event.eventTime ?? '') === '') errors.push(required('eventTime'));
      if (event.type !== 'Normal' && event.type !== 'Warning')
        errors.push(invalidValue('type', '', `has invalid value: ${event.type ?? ''}`));
      for (const [field, told] of Object.entries(deprecatedFields))
        if (!isZero(Reflect.get(event, field))) errors.push(invalidValue(told, '', 'needs to be unset'));
      return errors;
    },
    validateUpdate(object, old) {
      const repeated = isDeepStrictEqual((object as Event).series, (old as Event).series) ? [] : seriesErrors(object);
      return [...validate(object), ...repeated, ...changeErrors(object, old)];
    },
  };
}

/** A series has at least two events and the time when the last one was seen. */
function seriesErrors({ series }: Event): readonly FieldError[] {
  if (series === undefined) return [];
  const errors: FieldError[] = [];
  if ((series.count ?? 0) < 2) errors.push(invalidValue('series.count', '', 'should be at least 2'));
  if ((series.lastObservedTime ?? '') === '') errors.push(required('series.lastObservedTime'));
  return errors;
}

/** Fields of the older group, and what faults call them. */
const deprecatedFields = {
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
  deprecatedSource: 'source',
};

/**
 * What happened does not change any more, only how often it did. A field that the one form writes empty and the other leaves
 * out, as the core group does with the name of the reporter, did not change.
 */
function changeErrors(object: ApiObject, old: ApiObject): readonly FieldError[] {
  return Object.keys({ ...old, ...object })
    .filter((field) => !mutable.has(field))
    .filter((field) => !isSame(Reflect.get(object, field), Reflect.get(old, field)))
    .map((field) => immutable(coreNames.get(field) ?? field, Reflect.get(object, field)));
}

function isSame(one: unknown, other: unknown): boolean {
  return (isZero(one) && isZero(other)) || isDeepStrictEqual(one, other);
}

/** Of the events group. */
const mutable: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'series']);

/** Field of the core form, field of the events group. */
const fieldNames: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];

/** Faults name fields as the stored form does, but for the reporter. */
const coreNames: ReadonlyMap<string, string> = new Map(
  fieldNames.filter(([core]) => core !== 'reportingComponent').map(([core, other]) => [other, core]),
);

function eventConverter(vendor: Vendor): Converter {
  return {
    stored: { group: '', version: 'v1' },
    fromStored: (object) => ({ ...renamed(object, new Map(fieldNames)), apiVersion: vendor.fill('events.{api}/v1') }),
    toStored: (object) => ({
      ...renamed(object, new Map(fieldNames.map(([core, other]) => [other, core]))),
      apiVersion: 'v1',
    }),
  };
}

function renamed(object: ApiObject, to: ReadonlyMap<string, string>): ApiObject {
  const entries = Object.entries(object).map(([name, value]) => [to.get(name) ?? name, value]);
  return Object.fromEntries(entries) as ApiObject;
}

export default {
  group: 'events.{api}',
  kind: 'Event',
  name: 'events',
  namespaced: true,
  versions: [{ version: 'v1', converter: eventConverter }],
  shortNames: ['ev'],
  strategy: eventStrategy,
  printer: eventPrinter,
  selectableFields: [
    ...referenceFields.map((name) => firstOf(`regarding.${name}`, `regarding.${name}`, `involvedObject.${name}`)),
    ...atPath('reason', 'type'),
    firstOf('reportingController', 'reportingController', 'reportingComponent'),
  ],
} satisfies KindRecord;
