// Validation of writes of custom objects.

import type { CustomKind } from '../../../shared/definition/custom-kind.ts';
import type { ScalePaths } from '../../../shared/definition/definition.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../registry/contract/resource.ts';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { finalizerWarnings } from './finalizer-warnings.ts';
import { ownValue } from '../../../shared/schema/assign-key.ts';

export function customStrategy(
  { isTerminating, vendor }: { readonly isTerminating: () => boolean; readonly vendor: Vendor },
  kind: CustomKind,
  scale: ScalePaths | undefined,
): Strategy {
  const coreFinalizer = vendor.fill('{maker}');
  const replicas = (object: ApiObject): readonly FieldError[] => [
    ...countErrors(object, scale?.specReplicasPath),
    ...countErrors(object, scale?.statusReplicasPath),
    ...selectorErrors(object, scale?.labelSelectorPath),
  ];
  return {
    unconditionalUpdate: false,
    anyFinalizer: true,
    statusKeeps: ['labels', 'annotations', 'finalizers', 'ownerReferences', 'generateName'],
    applyDefaults: (object) => kind.applyDefaults(object),
    load: () => kind.load(),
    validateCreate: (object) => [...kind.validate(object, undefined, () => {}), ...replicas(object)],
    validateUpdate: (object, old, warn) => [...kind.validate(object, old, warn), ...replicas(object)],
    validateStatusUpdate: (object, old, warn) => [
      ...kind.validateStatus(object, old, warn),
      ...countErrors(object, scale?.statusReplicasPath),
      ...selectorErrors(object, scale?.labelSelectorPath),
    ],
    warnings: (object, old) => finalizerWarnings(coreFinalizer, object, old),
    refusesCreate: () =>
      isTerminating() ? 'create not allowed while custom resource definition is terminating' : undefined,
  };
}

const mostReplicas = 2 ** 31 - 1;

/** A count at a path is a number of replicas. */
function countErrors(object: ApiObject, path = ''): readonly FieldError[] {
  const { value, wanted } = valueAt(object, path);
  if (wanted !== undefined) return [unreadable(path, 0, value, wanted)];
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) return [unreadable(path, 0, value, 'int64')];
  if (value < 0) return [invalidValue(path, value, 'should be a non-negative integer')];
  return value > mostReplicas ? [invalidValue(path, value, `should be less than or equal to ${mostReplicas}`)] : [];
}

/** The selector at a path is a text. */
function selectorErrors(object: ApiObject, path = ''): readonly FieldError[] {
  const { value, wanted } = valueAt(object, path);
  if (wanted !== undefined) return [unreadable(path, '', value, wanted)];
  return value === undefined || typeof value === 'string' ? [] : [unreadable(path, '', value, 'string')];
}

/** What stands at a path such as `.status.replicas`; `wanted`: what should stand on the way to it instead. */
function valueAt(object: ApiObject, path: string): { readonly value: unknown; readonly wanted?: string } {
  if (path === '') return { value: undefined };
  let value: unknown = object;
  for (const name of path.replace(/^\./, '').split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { value, wanted: 'map[string]interface{}' };
    value = ownValue(value as Readonly<Record<string, unknown>>, name);
    if (value === undefined) break;
  }
  return { value };
}

function unreadable(path: string, read: 0 | '', value: unknown, wanted: string): FieldError {
  const detail = `${path} accessor error: ${shown(value)} is of the type ${goType(value)}, expected ${wanted}`;
  return invalidValue(path, read, detail);
}

function shown(value: unknown): string {
  if (value === null) return '<nil>';
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** As the reference server calls values of JSON. */
function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return value === null ? '<nil>' : 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'int64' : 'float64';
}
