// Events of both groups: made by PUT too, forgotten after an hour, and never owners of anything.

import { isDeepStrictEqual } from 'node:util';

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Strategy } from '../resource.ts';
import { immutable, invalidValue, required } from '../../../shared/object/field-error-message.ts';

interface Event extends ApiObject {
  involvedObject?: { namespace?: string };
  regarding?: { namespace?: string };
  eventTime?: string;
  reportingController?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  type?: string;
}

const ttlSeconds = 3600;

/** Events of the core group. */
export const eventStrategy: Strategy = {
  createOnUpdate: true,
  nameRule: 'path-segment',
  ignoresPropagation: true,
  ttlSeconds,
  validateCreate: (object) => namespaceErrors(object, (object as Event).involvedObject, 'involvedObject'),
};

/** Events of the events group name who reported them. */
export const eventsGroupStrategy: Strategy = {
  createOnUpdate: true,
  nameRule: 'path-segment',
  ignoresPropagation: true,
  ttlSeconds,
  validateCreate(object) {
    const event = object as Event;
    const errors = [...namespaceErrors(event, event.regarding, 'regarding')];
    if ((event.eventTime ?? '') === '') errors.push(required('eventTime'));
    for (const field of ['reportingController', 'reportingInstance', 'action', 'reason'] as const) {
      if ((event[field] ?? '') === '') errors.push(required(field));
    }
    if (event.type !== 'Normal' && event.type !== 'Warning')
      errors.push(invalidValue('type', event.type ?? '', 'has invalid value'));
    return errors;
  },
  /** What happened does not change any more, only how often it did. */
  validateUpdate(object, old) {
    const changed = Object.keys({ ...old, ...object })
      .filter((field) => !mutable.has(field))
      .filter((field) => !isDeepStrictEqual(Reflect.get(object, field), Reflect.get(old, field)));
    return changed.map((field) => immutable(field, Reflect.get(object, field)));
  },
};

/** Of the events group. */
const mutable: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'series']);

/** An event lies in the namespace of what it is about; of what has none, in `default` (or the system's own). */
function namespaceErrors(
  event: Event,
  about: { readonly namespace?: string } | undefined,
  field: string,
): readonly FieldError[] {
  const namespace = about?.namespace ?? '';
  if (namespace === '' || namespace === event.metadata.namespace) return [];
  return [invalidValue(`${field}.namespace`, namespace, 'does not match event.namespace')];
}
