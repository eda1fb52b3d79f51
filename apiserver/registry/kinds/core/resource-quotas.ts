// Resource quotas: amounts of what can be counted, in scopes that go with it.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable } from '../../../../shared/object/field-error-message.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, valueAt } from '../printers/fields.ts';
import { type ResourceNames, resourceNames } from '../rule/resource-names.ts';
import { type ScopedSpec, scopeErrors } from './quota/quota-scopes.ts';

type Amounts = Readonly<Record<string, string>>;

type ResourceQuota = ApiObject & {
  spec?: ScopedSpec & { hard?: Amounts };
  status?: { hard?: Amounts; used?: Amounts };
};

function resourceQuotaStrategy(names: ResourceNames): Strategy {
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

const quotaPrinter = printer(
  name,
  made(column('Request', 'string', 'What is used of what may be asked for.'), (object) => quota(object, false)),
  made(column('Limit', 'string', 'What is used of the limits.'), (object) => quota(object, true)),
  age,
);

function quota(object: ApiObject, limits: boolean): string {
  const hard = (valueAt(object, 'status.hard') ?? {}) as Readonly<Record<string, string>>;
  const used = (valueAt(object, 'status.used') ?? {}) as Readonly<Record<string, string>>;
  return Object.keys(hard)
    .sort()
    .filter((resource) => resource.startsWith('limits.') === limits)
    .map((resource) => `${resource}: ${used[resource] ?? '0'}/${hard[resource] ?? ''}`)
    .join(', ');
}

export default {
  group: '',
  kind: 'ResourceQuota',
  name: 'resourcequotas',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['quota'],
  subresources: ['status'],
  strategy: (vendor) => resourceQuotaStrategy(resourceNames(vendor)),
  printer: quotaPrinter,
} satisfies KindRecord;
