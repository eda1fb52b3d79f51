// Expressions that choose devices, when they are written: of a device they know its driver, its attributes and its capacity.

import { costLimits } from '../../../../../shared/expression/cost/limits.ts';
import type { Range } from '../../../../../shared/expression/cost/range.ts';
import type { Path } from '../../../../../shared/expression/cost/sizes.ts';
import { Environment } from '../../../../../shared/expression/environment.ts';
import { bindingLibrary } from '../../../../../shared/expression/library/bindings.ts';
import { libraryTypes } from '../../../../../shared/expression/library/named-types.ts';
import { ExpressionError } from '../../../../../shared/expression/syntax/issue.ts';
import { mapType, structType, type Type, types } from '../../../../../shared/expression/type/type.ts';
import {
  type MinorVersion,
  optionsOfVersion,
  servedVersion,
  writtenVersion,
} from '../../../../../shared/expression/versions.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { ExpressionFault } from './device-configuration.ts';

const mostNames = 32;
const longest = { driver: 63, domain: 63, name: 32, value: 64 } as const;

export class DeviceExpressions {
  readonly #written: Environment;
  readonly #stored: Environment;

  constructor(vendor: Vendor) {
    this.#written = environmentOf(vendor, writtenVersion);
    this.#stored = environmentOf(vendor, servedVersion);
  }

  /** Why it cannot be used. `stored`: it was taken before, and may use all that this server knows. Undefined: it can. */
  faultOf(source: string, stored: boolean): ExpressionFault | undefined {
    const environment = stored ? this.#stored : this.#written;
    try {
      const checked = environment.check(source);
      const { type } = checked;
      if (type.kind !== 'bool' && type !== types.any)
        return { detail: `must evaluate to bool or the unknown type, not ${String(type)}`, forbidden: false };
      environment.program(source, checked.checked);
      const { most } = environment.estimate(checked, sizeAt);
      return most > costLimits.run ? { detail: 'too complex, exceeds cost limit', forbidden: true } : undefined;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return { detail: `compilation failed: ${error.message}`, forbidden: false };
    }
  }
}

function environmentOf(vendor: Vendor, version: MinorVersion): Environment {
  const maker = vendor.fill('{maker}');
  const named = libraryTypes(maker);
  const options = optionsOfVersion(version, named);
  return new Environment({
    ...options,
    libraries: [...options.libraries, bindingLibrary],
    variables: new Map([['device', deviceType(maker, named.Quantity)]]),
    listLiteralCost: vendor.behaviour.listLiteralCost,
  });
}

/** Names of attributes and capacities stand below their domain. The values of attributes are of several types. */
function deviceType(maker: string, quantity: Type): Type {
  const byDomain = (value: Type): Type => mapType(types.string, mapType(types.string, value));
  const fields = new Map([
    ['driver', types.string],
    ['attributes', byDomain(types.any)],
    ['capacity', byDomain(quantity)],
  ]);
  return structType(`${maker}.DRADevice`, (name) => fields.get(name));
}

const upTo = (most: number): Range => ({ least: 0, most });

/** Sizes of what a device can hold. */
function sizeAt([variable, field, domain, name, ...deeper]: Path): Range | undefined {
  if (variable !== 'device' || deeper.length > 0) return undefined;
  if (field === 'driver') return domain === undefined ? upTo(longest.driver) : undefined;
  if (field !== 'attributes' && field !== 'capacity') return undefined;
  if (domain === undefined) return upTo(mostNames);
  if (domain === '@keys') return name === undefined ? upTo(longest.domain) : undefined;
  if (name === undefined) return upTo(mostNames);
  if (name === '@keys') return upTo(longest.name);
  return field === 'attributes' ? upTo(longest.value) : undefined;
}
