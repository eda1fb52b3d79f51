// Checks the fields of a rule in a definition: which are required, and what their texts may be. Its expressions are compiled
// elsewhere, and only if everything else is valid.

import type { FieldError } from '../../object/field-error.ts';
import { invalidValue, notSupported, required } from '../../object/field-error-message.ts';
import type { JsonSchema, Markers } from '../structural/json-schema.ts';
import { readFieldPath } from './field-path.ts';
import { rulesAt } from './rule.ts';

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const brokenLine = /[\n\r]/;

/** Of the rules of this schema, at `path`. */
export function ruleTextErrors(markers: Markers, schema: JsonSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, rule] of rulesAt(markers, schema).entries()) {
    const place = `${path}.${markers.validations}[${index}]`;
    const [text, message] = [rule.rule.trim(), rule.message.trim()];
    if (text === '') errors.push(required(`${place}.rule`, 'rule is not specified'));
    else if (rule.message !== '' && message === '')
      errors.push(invalidValue(`${place}.message`, rule.message, 'must be non-empty if specified'));
    else if (brokenLine.test(message))
      errors.push(invalidValue(`${place}.message`, rule.message, 'must not contain line breaks'));
    else if (brokenLine.test(text) && message === '')
      errors.push(required(`${place}.message`, 'message must be specified if rule contains line breaks'));
    const { messageExpression, reason, fieldPath } = rule;
    if (messageExpression !== '' && messageExpression.trim() === '')
      errors.push(required(`${place}.messageExpression`, 'messageExpression must be non-empty if specified'));
    if (reason !== undefined && !reasons.includes(reason))
      errors.push(notSupported(`${place}.reason`, reason, reasons));
    if (fieldPath === '') continue;
    const wrongPath = (detail: string): void => void errors.push(invalidValue(`${place}.fieldPath`, fieldPath, detail));
    if (fieldPath.trim() === '') wrongPath('must be non-empty if specified');
    if (brokenLine.test(fieldPath)) wrongPath('must not contain line breaks');
    if ('fault' in readFieldPath(fieldPath, schema)) wrongPath('must be a valid path');
  }
  return errors;
}
