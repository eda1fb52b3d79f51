// What a column of the table of objects may say.

import type { DefinitionColumn } from '../../../../../shared/definition/definition.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { simplePathErrors } from './simple-path.ts';

const types = ['boolean', 'date', 'integer', 'number', 'string'];
const formats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export function columnErrors(column: DefinitionColumn, path: string): readonly FieldError[] {
  const { name = '', type = '', format = '', jsonPath = '' } = column;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(`${path}.name`));
  const known = `must be one of ${types.join(',')}`;
  if (type === '') errors.push(required(`${path}.type`, known));
  else if (!types.includes(type)) errors.push(invalidValue(`${path}.type`, type, known));
  if (format !== '' && !formats.includes(format))
    errors.push(invalidValue(`${path}.format`, format, `must be one of ${formats.join(',')}`));
  if (jsonPath === '') errors.push(required(`${path}.JSONPath`));
  else addAll(errors, simplePathErrors(jsonPath, `${path}.JSONPath`));
  return errors;
}
