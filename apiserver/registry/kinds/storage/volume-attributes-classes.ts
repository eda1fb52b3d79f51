// Classes of attributes that a volume of a driver can be given later.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { age, name, printer, text } from '../printers/fields.ts';
import { fixedErrors, parametersErrors } from './class/fixed-fields.ts';

interface AttributesClass extends ApiObject {
  readonly driverName?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

const volumeAttributesClassStrategy: Strategy = {
  deleteReturnsObject: true,
  validateCreate: (object) => attributesErrors(object),
  validateUpdate: (object, old) => [
    ...fixedErrors(object, old, ['driverName', 'parameters']),
    ...attributesErrors(object),
  ],
};

function attributesErrors({ driverName = '', parameters = {} }: AttributesClass): readonly FieldError[] {
  const name = driverName.toLowerCase();
  const faults = name === '' ? [] : checkQualifiedName(name);
  const errors = faults.map((fault) => invalidValue('driverName', name, fault));
  errors.push(...parametersErrors(parameters));
  if (Object.keys(parameters).length === 0)
    errors.push(required('parameters', 'must contain at least one key/value pair'));
  return errors;
}

export default {
  group: 'storage.{api}',
  kind: 'VolumeAttributesClass',
  name: 'volumeattributesclasses',
  namespaced: false,
  versions: [
    { version: 'v1' },
    {
      version: 'v1beta1',
      lifecycle: {
        deprecated: '1.34',
        removed: '1.37',
        replacement: { group: 'storage.{api}', version: 'v1', kind: 'VolumeAttributesClass' },
      },
    },
    {
      version: 'v1alpha1',
      lifecycle: {
        deprecated: '1.32',
        removed: '1.35',
        replacement: { group: 'storage.{api}', version: 'v1', kind: 'VolumeAttributesClass' },
      },
    },
  ],
  shortNames: ['vac'],
  strategy: volumeAttributesClassStrategy,
  printer: printer(name, text('DriverName', 'driverName'), age),
} satisfies KindRecord;
