// Resource quotas: amounts of what can be counted, and scopes that exist.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Strategy } from '../resource.ts';
import type { ResourceNames } from './resource-names.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, invalidValue } from '../../../shared/object/field-error-message.ts';

type ResourceQuota = ApiObject & { spec?: { hard?: Readonly<Record<string, string>>; scopes?: readonly string[] } };

const known: ReadonlySet<string> = new Set([
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
]);

export function resourceQuotaStrategy(names: ResourceNames): Strategy {
  function errorsOf({ spec }: ResourceQuota): readonly FieldError[] {
    const errors: FieldError[] = [];
    for (const [name, text] of Object.entries(spec?.hard ?? {})) {
      const path = `spec.hard[${name}]`;
      errors.push(...names.ofQuota(name, path), ...names.amount(name, text, path));
    }
    const scopes = spec?.scopes ?? [];
    if (scopes.some((scope) => !known.has(scope)))
      errors.push(invalidValue('spec.scopes', scopes, 'unsupported scope'));
    return errors;
  }
  return {
    deleteReturnsObject: true,
    validateCreate: (object) => errorsOf(object),
    validateUpdate(object, old) {
      const [scopes, before] = [(object as ResourceQuota).spec?.scopes, (old as ResourceQuota).spec?.scopes];
      const same = isDeepStrictEqual(new Set(scopes), new Set(before));
      return [...errorsOf(object), ...(same ? [] : [immutable('spec.scopes', scopes)])];
    },
  };
}
