// Classes of devices: each selector is an expression, each configuration is for one driver.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import { age, name, printer } from '../printers/fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { type ResourceNames, resourceNames } from '../rule/resource-names.ts';
import {
  type Configuration,
  configurationErrors,
  mostConfigurations,
  type Selector,
  selectorsErrors,
} from './device/device-configuration.ts';
import { listErrors } from './device/device-names.ts';

interface DeviceClass extends ApiObject {
  readonly spec?: {
    readonly selectors?: readonly Selector[];
    readonly config?: readonly Configuration[];
    readonly extendedResourceName?: string;
  };
}

function deviceClassStrategy(names: ResourceNames): Strategy {
  return {
    deleteReturnsObject: true,
    validateCreate: (object) => classErrors(object, undefined, names),
    validateUpdate: (object, old) => classErrors(object, old, names),
  };
}

function classErrors(
  { spec = {} }: DeviceClass,
  old: DeviceClass | undefined,
  names: ResourceNames,
): readonly FieldError[] {
  const { extendedResourceName: name } = spec;
  const path = 'spec.extendedResourceName';
  const kept = old !== undefined && isDeepStrictEqual(spec.config, old.spec?.config);
  return [
    ...selectorsErrors(spec.selectors, 'spec.selectors'),
    ...listErrors(spec.config ?? [], 'spec.config', mostConfigurations, (config, place) =>
      configurationErrors(config, place, kept),
    ),
    ...(name === undefined || names.isExtended(name)
      ? []
      : [invalidValue(path, name, 'must be a valid extended resource name')]),
  ];
}

export default {
  group: 'resource.{api}',
  kind: 'DeviceClass',
  name: 'deviceclasses',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: (vendor) => deviceClassStrategy(resourceNames(vendor)),
  printer: printer(name, age),
  generation: contentGeneration,
} satisfies KindRecord;
