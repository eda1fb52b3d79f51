// Config maps: keys, size, and immutability once asked for.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { invalidValue, tooLong } from '../../../../shared/object/field-error-message.ts';
import { age, count, name, printer } from '../printers/fields.ts';
import { immutableErrors, keyErrors, mostDataBytes } from './config/config-keys.ts';

interface ConfigMap extends ApiObject {
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
  immutable?: boolean;
}

const configMapStrategy: Strategy = {
  validateCreate: (object) => validate(object),
  validateUpdate(object, old) {
    const errors = [...validate(object)];
    for (const fault of immutableErrors(object, old, ['data', 'binaryData'])) errors.push(fault);
    return errors;
  },
};

function validate(map: ConfigMap): readonly FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(map.data ?? {})) {
    bytes += Buffer.byteLength(value);
    addAll(errors, keyErrors(key, 'data'));
    if (Object.hasOwn(map.binaryData ?? {}, key)) {
      errors.push(invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData'));
    }
  }
  for (const [key, value] of Object.entries(map.binaryData ?? {})) {
    bytes += Buffer.byteLength(value, 'base64');
    addAll(errors, keyErrors(key, 'binaryData'));
  }
  // The fault is that of the whole object, whose path clients see so.
  if (bytes > mostDataBytes) errors.push(tooLong('[]', mostDataBytes));
  return errors;
}

export default {
  group: '',
  kind: 'ConfigMap',
  name: 'configmaps',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['cm'],
  strategy: configMapStrategy,
  printer: printer(name, count('Data', 'string', 'data', 'binaryData'), age),
} satisfies KindRecord;
