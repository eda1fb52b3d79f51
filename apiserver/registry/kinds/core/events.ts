// Events of both groups: made by PUT too, forgotten after an hour, and never owners of anything.

import { isDeepStrictEqual } from 'node:util';

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isZero } from '../../../../shared/schema/decode.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface Event extends ApiObject {
  involvedObject?: { namespace?: string };
  regarding?: { namespace?: string };
  eventTime?: string;
  /** The core group calls it `reportingComponent`. */
  reportingController?: string;
  reportingComponent?: string;
  note?: string;
  message?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  type?: string;
}

const ttlSeconds = 3600;

const longestName = 128;
const longestNote = 1024;

/** Events of the core group. */
export function eventStrategy(vendor: Vendor): Strategy {
  const validate = (event: ApiObject): readonly FieldError[] =>
    eventErrors(vendor, event, 'involvedObject', 'reportingComponent');
  return {
    createOnUpdate: true,
    nameRule: 'path-segment',
    ignoresPropagation: true,
    ttlSeconds,
    validateCreate: validate,
    validateUpdate: validate,
  };
}

/** Events of the events group name who reported them. */
export function eventsGroupStrategy(vendor: Vendor): Strategy {
  const validate = (event: ApiObject): readonly FieldError[] =>
    eventErrors(vendor, event, 'regarding', 'reportingController');
  return {
    createOnUpdate: true,
    ignoresPropagation: true,
    ttlSeconds,
    validateCreate(object) {
      const event = object as Event;
      const errors = [...validate(event)];
      if ((event.eventTime ?? '') === '') errors.push(required('eventTime'));
      if (event.type !== 'Normal' && event.type !== 'Warning')
        errors.push(invalidValue('type', '', `has invalid value: ${event.type ?? ''}`));
      for (const [field, told] of Object.entries(deprecatedFields))
        if (!isZero(Reflect.get(event, field))) errors.push(invalidValue(told, '', 'needs to be unset'));
      return errors;
    },
    validateUpdate: (object, old) => [...validate(object), ...changeErrors(object, old)],
  };
}

/** Fields of the older group, and what faults call them. */
const deprecatedFields = {
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
  deprecatedSource: 'source',
};

/** What happened does not change any more, only how often it did. */
function changeErrors(object: ApiObject, old: ApiObject): readonly FieldError[] {
  return Object.keys({ ...old, ...object })
    .filter((field) => !mutable.has(field))
    .filter((field) => !isDeepStrictEqual(Reflect.get(object, field), Reflect.get(old, field)))
    .map((field) => immutable(field, Reflect.get(object, field)));
}

/** Of the events group. */
const mutable: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'series']);

/**
 * An event lies in the namespace of what it is about; of what has none, in `default` (events with a time: or the system's).
 * Events with a time say who reported what.
 */
function eventErrors(
  vendor: Vendor,
  event: Event,
  about: 'involvedObject' | 'regarding',
  controllerField: string,
): readonly FieldError[] {
  const own = event.metadata.namespace ?? '';
  const namespace = event[about]?.namespace ?? '';
  const stray = invalidValue('involvedObject.namespace', namespace, 'does not match event.namespace');
  if ((event.eventTime ?? '') === '') {
    const fits = namespace === '' ? own === 'default' : namespace === own;
    return fits ? [] : [stray];
  }
  const errors: FieldError[] = [];
  if (namespace === '' && own !== 'default' && own !== vendor.fill('{short}-system')) errors.push(stray);
  const { reportingController, reportingComponent, reportingInstance = '', action = '', reason = '' } = event;
  const controller = reportingController ?? reportingComponent ?? '';
  if (controller === '') errors.push(required(controllerField));
  addAll(
    errors,
    checkQualifiedName(controller).map((fault) => invalidValue(controllerField, controller, fault)),
  );
  for (const [field, text] of Object.entries({ reportingInstance, action, reason })) {
    if (text === '') errors.push(required(field));
    if (text.length > longestName) errors.push(invalidValue(field, '', `can have at most ${longestName} characters`));
  }
  const note = event.note ?? event.message ?? '';
  if (note.length > longestNote) errors.push(invalidValue('message', '', `can have at most ${longestNote} characters`));
  return errors;
}
