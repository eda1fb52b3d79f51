// Addresses of services as objects: the name is the address, and the parent reference is immutable.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkPathSegment } from '../../../../shared/object/names.ts';
import type { TablePrinter } from '../../contract/resource.ts';
import { ageOf, column } from '../printers/columns.ts';
import { made, name, printer, textAt, valueAt } from '../printers/fields.ts';

interface Address extends ApiObject {
  spec?: {
    readonly parentRef?: {
      readonly group?: string;
      readonly resource?: string;
      readonly name?: string;
      readonly namespace?: string;
    };
  };
}

const path = 'spec.parentRef';

const ipAddressStrategy: Strategy = {
  nameRule: 'address',
  validateCreate: (object) => parentErrors(object),
  validateUpdate({ spec }: Address, { spec: before }: Address) {
    const errors = parentErrors({ spec } as Address);
    return isDeepStrictEqual(spec?.parentRef, before?.parentRef)
      ? errors
      : [...errors, immutable(path, spec?.parentRef)];
  },
};

function parentErrors({ spec }: Address): readonly FieldError[] {
  const parent = spec?.parentRef;
  if (parent === undefined) return [required(path)];
  const errors: FieldError[] = [];
  const { group = '' } = parent;
  // Services are of the group without a name.
  if (group !== '')
    for (const fault of checkDns1123Subdomain(group)) errors.push(invalidValue(`${path}.group`, group, fault));
  for (const field of ['resource', 'name', 'namespace'] as const) {
    const value = parent[field] ?? '';
    if (value !== '')
      for (const fault of checkPathSegment(value)) errors.push(invalidValue(`${path}.${field}`, value, fault));
    else if (field !== 'namespace') errors.push(required(`${path}.${field}`));
  }
  return errors;
}

const parent = made(column('ParentRef', 'string', 'Whom the address belongs to.'), (object) => {
  if (valueAt(object, 'spec.parentRef') === undefined) return '<none>';
  const [resource, group, namespace, parentName] = ['resource', 'group', 'namespace', 'name'].map((field) =>
    textAt(object, `spec.parentRef.${field}`),
  );
  const kind = `${resource}${group === '' ? '' : `.${group}`}`.toLowerCase();
  return `${kind}${namespace === '' ? '' : `/${namespace}`}/${parentName}`;
});

/** Rows have the age in a cell for which no column is declared, as clients of this table know it. */
function addressPrinter(): TablePrinter {
  const declared = printer(name, parent);
  return { columns: declared.columns, cells: (object) => [...declared.cells(object), ageOf(object)] };
}

export default {
  group: 'networking.{api}',
  kind: 'IPAddress',
  name: 'ipaddresses',
  namespaced: false,
  versions: [
    { version: 'v1' },
    {
      version: 'v1beta1',
      lifecycle: {
        deprecated: '1.34',
        removed: '1.37',
        replacement: { group: 'networking.{api}', version: 'v1', kind: 'IPAddress' },
      },
    },
  ],
  shortNames: ['ip'],
  strategy: ipAddressStrategy,
  printer: addressPrinter(),
} satisfies KindRecord;
