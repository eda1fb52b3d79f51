// Resource quotas: amounts of what can be counted, in scopes that go with it.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import type { ResourceNames } from '../rule/resource-names.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable } from '../../../../shared/object/field-error-message.ts';
import { type ScopedSpec, scopeErrors } from './quota-scopes.ts';

type Amounts = Readonly<Record<string, string>>;

type ResourceQuota = ApiObject & {
  spec?: ScopedSpec & { hard?: Amounts };
  status?: { hard?: Amounts; used?: Amounts };
};

export function resourceQuotaStrategy(names: ResourceNames): Strategy {
  function amountErrors(amounts: Amounts | undefined, path: string): readonly FieldError[] {
    return Object.entries(amounts ?? {}).flatMap(([name, text]) => {
      const place = `${path}[${name}]`;
      return [...names.ofQuota(name, place), ...names.amount(name, text, place)];
    });
  }
  function errorsOf({ spec = {} }: ResourceQuota): readonly FieldError[] {
    const resources = Object.keys(spec.hard ?? {}).filter((name) => names.isOfQuota(name));
    return [...amountErrors(spec.hard, 'spec.hard'), ...scopeErrors(spec, resources)];
  }
  return {
    deleteReturnsObject: true,
    validateCreate: (object) => errorsOf(object),
    validateUpdate(object, old) {
      const [scopes, before] = [(object as ResourceQuota).spec?.scopes, (old as ResourceQuota).spec?.scopes];
      const same = isDeepStrictEqual(new Set(scopes), new Set(before));
      return [...errorsOf(object), ...(same ? [] : [immutable('spec.scopes', scopes)])];
    },
    validateStatusUpdate: ({ status }: ResourceQuota) => [
      ...amountErrors(status?.hard, 'status.hard'),
      ...amountErrors(status?.used, 'status.used'),
    ],
  };
}
