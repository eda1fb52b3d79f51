// Rules of a schema: expressions that decide which values are valid, and the error message of each (CEL-002).

import { isSchema, type JsonSchema, type Markers, namedSchemas, schemaAt } from '../structural/json-schema.ts';

/** A rule as its author wrote it. Texts that are left out are ''. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  /** The type of the fault; undefined: an invalid value. */
  readonly reason: string | undefined;
  /** The field that is at fault, from the value on; '': the value itself. */
  readonly fieldPath: string;
  /** Whether `oldSelf` may be absent; undefined: not said. */
  readonly optionalOldSelf: boolean | undefined;
}

/** Those of this schema, not of the schemas inside of it. */
export function rulesAt(markers: Markers, schema: JsonSchema): readonly ValidationRule[] {
  const rules: unknown = schema[markers.validations];
  return Array.isArray(rules) ? rules.filter(isSchema).map(readRule) : [];
}

/** Whether values of the schema are judged by rules, its own or those of schemas inside. */
export function hasRules(markers: Markers, schema: JsonSchema): boolean {
  const rules: unknown = schema[markers.validations];
  if (Array.isArray(rules) && rules.length > 0) return true;
  const inner = [schemaAt(schema, 'items'), schemaAt(schema, 'additionalProperties')];
  for (const [, one] of namedSchemas(schema, 'properties')) inner.push(one);
  return inner.some((one) => one !== undefined && hasRules(markers, one));
}

/** What faults call the rule: its message, or its text. */
export function nameOfRule({ rule, message }: ValidationRule): string {
  return (message === '' ? rule : message).trim();
}

/** The error message for a value that violates the rule. */
export function messageOfRule(rule: ValidationRule): string {
  return rule.message === '' ? `failed rule: ${nameOfRule(rule)}` : rule.message.trim();
}

function readRule(source: JsonSchema): ValidationRule {
  const text = (key: string): string => (typeof source[key] === 'string' ? source[key] : '');
  const { reason, optionalOldSelf } = source;
  return {
    rule: text('rule'),
    message: text('message'),
    messageExpression: text('messageExpression'),
    reason: typeof reason === 'string' ? reason : undefined,
    fieldPath: text('fieldPath'),
    optionalOldSelf: typeof optionalOldSelf === 'boolean' ? optionalOldSelf : undefined,
  };
}
