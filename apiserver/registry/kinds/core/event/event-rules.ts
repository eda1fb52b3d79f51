// What events of both groups have in common: they are forgotten after an hour, and lie beside what they are about.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../../shared/object/names.ts';

/** Fields of either group. */
export interface Event extends ApiObject {
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
  series?: { count?: number; lastObservedTime?: string | null };
}

export const eventTtlSeconds = 3600;

/** The fields of a reference to an object, by which events can be selected. */
export const referenceFields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

const longestName = 128;
const longestNote = 1024;

/**
 * An event lies in the namespace of what it is about; of what has none, in `default` (events with a time: or the system's).
 * Events with a time say who reported what.
 */
export function eventErrors(
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
