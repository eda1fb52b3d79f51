// Events of the events group, stored as core events: the same content under other names.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Converter } from './converter.ts';

/** Field of the core form, field of the events group. */
const names: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];

export function eventConverter(vendor: Vendor): Converter {
  return {
    stored: { group: '', version: 'v1' },
    fromStored: (object) => ({ ...renamed(object, new Map(names)), apiVersion: vendor.fill('events.{api}/v1') }),
    toStored: (object) => ({
      ...renamed(object, new Map(names.map(([core, other]) => [other, core]))),
      apiVersion: 'v1',
    }),
  };
}

function renamed(object: ApiObject, to: ReadonlyMap<string, string>): ApiObject {
  const entries = Object.entries(object).map(([name, value]) => [to.get(name) ?? name, value]);
  return Object.fromEntries(entries) as ApiObject;
}
