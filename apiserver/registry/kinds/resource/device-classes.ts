// Classes of devices: each selector is an expression, each configuration is for one driver.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import type { ResourceNames } from '../rule/resource-names.ts';
import type { Strategy } from '../../contract/resource.ts';
import {
  type Configuration,
  configurationErrors,
  mostConfigurations,
  type Selector,
  selectorsErrors,
} from './device-configuration.ts';
import { listErrors } from './device-names.ts';

interface DeviceClass extends ApiObject {
  readonly spec?: {
    readonly selectors?: readonly Selector[];
    readonly config?: readonly Configuration[];
    readonly extendedResourceName?: string;
  };
}

export function deviceClassStrategy(names: ResourceNames): Strategy {
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
