// Events of the core group: made by PUT too, forgotten after an hour, and never owners of anything.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { atPath, firstOf } from '../fields/selectable-fields.ts';
import { eventErrors, eventTtlSeconds, referenceFields } from './event/event-rules.ts';
import { eventPrinter } from './event/event-table.ts';

function eventStrategy(vendor: Vendor): Strategy {
  const validate = (event: ApiObject): readonly FieldError[] =>
    eventErrors(vendor, event, 'involvedObject', 'reportingComponent');
  return {
    createOnUpdate: true,
    anyFinalizer: true,
    nameRule: 'path-segment',
    propagation: 'none',
    ttlSeconds: eventTtlSeconds,
    validateCreate: validate,
    validateUpdate: validate,
  };
}

export default {
  group: '',
  kind: 'Event',
  name: 'events',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['ev'],
  strategy: eventStrategy,
  printer: eventPrinter,
  selectableFields: [
    ...referenceFields.map((name) => firstOf(`involvedObject.${name}`, `involvedObject.${name}`, `regarding.${name}`)),
    ...atPath('reason', 'type'),
    firstOf('reportingComponent', 'reportingComponent', 'reportingController'),
    firstOf('source', 'source.component', 'deprecatedSource.component', 'reportingComponent', 'reportingController'),
  ],
} satisfies KindRecord;
