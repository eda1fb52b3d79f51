// What a write of an object of a kind of the user's has to keep to.

import type { CustomKind } from '../../../shared/definition/custom-kind.ts';
import type { ScalePaths } from '../../../shared/definition/definition.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Strategy } from '../../registry/contract/resource.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { ownValue } from '../../../shared/schema/assign-key.ts';

export function customStrategy(
  { isTerminating }: { readonly isTerminating: () => boolean },
  kind: CustomKind,
  scale: ScalePaths | undefined,
): Strategy {
  const replicas = (object: ApiObject): readonly FieldError[] => [
    ...countErrors(object, scale?.specReplicasPath),
    ...countErrors(object, scale?.statusReplicasPath),
  ];
  return {
    unconditionalUpdate: false,
    anyFinalizer: true,
    applyDefaults: (object) => kind.applyDefaults(object),
    load: () => kind.load(),
    validateCreate: (object) => [...kind.validate(object, undefined, () => {}), ...replicas(object)],
    validateUpdate: (object, old, warn) => [...kind.validate(object, old, warn), ...replicas(object)],
    validateStatusUpdate: (object, old, warn) => [
      ...kind.validateStatus(object, old, warn),
      ...countErrors(object, scale?.statusReplicasPath),
    ],
    refusesCreate: () =>
      isTerminating() ? 'create not allowed while custom resource definition is terminating' : undefined,
  };
}

const mostReplicas = 2 ** 31 - 1;

/** A count at a path is a number of replicas. */
function countErrors(object: ApiObject, path = ''): readonly FieldError[] {
  if (path === '') return [];
  let value: unknown = object;
  for (const name of path.replace(/^\./, '').split('.')) {
    if (typeof value !== 'object' || value === null) return [];
    value = ownValue(value as Readonly<Record<string, unknown>>, name);
  }
  if (value === undefined || value === null) return [];
  const field = path.replace(/^\./, '');
  if (typeof value !== 'number' || !Number.isInteger(value))
    return [
      invalidValue(
        field,
        value,
        `${path} accessor error: ${JSON.stringify(value)} is of the type ${typeof value}, expected int64`,
      ),
    ];
  if (value < 0) return [invalidValue(field, value, 'should be a non-negative integer')];
  return value > mostReplicas ? [invalidValue(field, value, `should be less than or equal to ${mostReplicas}`)] : [];
}
