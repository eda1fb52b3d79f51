// Classes of devices: each selector is an expression, each configuration is for one driver.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
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
import { LateDeviceExpressions } from './device/late-device-expressions.ts';

interface DeviceClass extends ApiObject {
  readonly spec?: {
    readonly selectors?: readonly Selector[];
    readonly config?: readonly Configuration[];
    readonly extendedResourceName?: string;
  };
}

function deviceClassStrategy(vendor: Vendor): Strategy {
  const names = resourceNames(vendor);
  const late = new LateDeviceExpressions(vendor);
  return {
    validatesTwice: true,
    deleteReturnsObject: true,
    load: ({ spec }: DeviceClass) => late.load(spec?.selectors ?? []),
    validateCreate: (object) => classErrors(object, undefined, names, late),
    validateUpdate: (object, old) => classErrors(object, old, names, late),
  };
}

function classErrors(
  { spec = {} }: DeviceClass,
  old: DeviceClass | undefined,
  names: ResourceNames,
  late: LateDeviceExpressions,
): readonly FieldError[] {
  const { extendedResourceName: name } = spec;
  const path = 'spec.extendedResourceName';
  const known = old !== undefined && isDeepStrictEqual(spec.selectors, old.spec?.selectors);
  const kept = old !== undefined && isDeepStrictEqual(spec.config, old.spec?.config);
  return [
    ...selectorsErrors(spec.selectors, 'spec.selectors', late.check(known)),
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
  strategy: deviceClassStrategy,
  printer: printer(name, age),
  generation: contentGeneration,
} satisfies KindRecord;
