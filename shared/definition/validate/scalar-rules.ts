// Validates strings and numbers by a schema. Patterns run on an engine that takes linear time.

import type { FieldError } from '../../object/field-error.ts';
import { RE2JS } from 're2js';
import { invalidValue } from '../../object/field-error-message.ts';
import { type JsonSchema, numberAt, textAt } from '../structural/json-schema.ts';
import { formatCheckOf } from './formats.ts';
import { goFloat } from '../../object/quoted.ts';
import type { Place } from './verdict.ts';

/** Pushes a fault, or none. */
export type Rule<T> = (value: T, place: Place, errors: FieldError[]) => void;

/** Undefined: it says nothing. The first fault is the only one. */
export function textRule(schema: JsonSchema): Rule<string> | undefined {
  const [most, least, pattern] = [
    numberAt(schema, 'maxLength'),
    numberAt(schema, 'minLength'),
    textAt(schema, 'pattern'),
  ];
  if (most === undefined && least === undefined && pattern === '') return undefined;
  // Most fields of a large schema are in no object.
  let compiled: RE2JS | undefined;
  const matches = (value: string): boolean => (compiled ??= RE2JS.compile(pattern)).matcher(value).find();
  return (value, { field, text }, errors) => {
    if (most !== undefined && value.length > most && lengthOf(value) > most) {
      errors.push({ type: 'FieldValueTooLong', field, detail: `may not be more than ${most} bytes` });
    } else if (least !== undefined && (value.length < least || lengthOf(value) < least)) {
      errors.push(invalidValue(field, value, `${text} in body should be at least ${least} chars long`));
    } else if (pattern !== '' && !matches(value)) {
      errors.push(invalidValue(field, value, `${text} in body should match '${pattern}'`));
    }
  };
}

/** In characters, not in the units of UTF-16. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Undefined: any text. */
export function formatRule(schema: JsonSchema): Rule<string> | undefined {
  const format = textAt(schema, 'format');
  const check = formatCheckOf(format);
  if (check === undefined) return undefined;
  return (value, { field, text }, errors) => {
    if (check(value)) return;
    const detail = `${text} in body must be of type ${format}: ${JSON.stringify(value)}`;
    errors.push({ type: 'FieldValueTypeInvalid', field, value, detail });
  };
}

export function numberRule(schema: JsonSchema): Rule<number | bigint> | undefined {
  const [factor, most, least] = [
    numberAt(schema, 'multipleOf'),
    numberAt(schema, 'maximum'),
    numberAt(schema, 'minimum'),
  ];
  if (factor === undefined && most === undefined && least === undefined) return undefined;
  const [below, above] = [schema['exclusiveMaximum'] === true, schema['exclusiveMinimum'] === true];
  return (value, { field, text }, errors) => {
    const whole = typeof value === 'bigint' || Number.isInteger(value);
    const print = (limit: number): string => (whole ? String(Math.trunc(limit)) : goFloat(limit));
    const fail = (detail: string): void =>
      void errors.push(invalidValue(field, value, `${text} in body should be ${detail}`));
    if (factor !== undefined) {
      // Of a factor for whole numbers only its whole part counts.
      const step = whole ? Math.trunc(factor) : factor;
      if (step <= 0) {
        const detail = `factor MultipleOf declared for ${text} must be positive: ${goFloat(step)}`;
        errors.push(invalidValue(field, step, detail));
      } else if (!isMultiple(Number(value), step)) fail(`a multiple of ${print(step)}`);
    }
    if (most !== undefined && (below ? value >= most : value > most)) {
      fail(`less than ${below ? '' : 'or equal to '}${print(most)}`);
    }
    if (least !== undefined && (above ? value <= least : value < least)) {
      fail(`greater than ${above ? '' : 'or equal to '}${print(least)}`);
    }
  };
}

function isMultiple(value: number, factor: number): boolean {
  return Number.isInteger(factor < 1 ? value * (1 / factor) : value / factor);
}
