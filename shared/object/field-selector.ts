// Field selectors: `field=value`, `==`, `!=`, joined by commas, with `\\`, `\,` and `\=` escaped. The registry decides which
// fields a kind supports.

import { badRequest } from './errors.ts';
import { mostRequirements } from './label-selector.ts';

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Immutable. Without requirements it selects everything. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];
  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
  }
  get everything(): boolean {
    return this.requirements.length === 0;
  }
  matches(fields: ReadonlyMap<string, string>): boolean {
    return this.requirements.every((requirement) => fieldHolds(requirement, fields.get(requirement.field)));
  }
  /** The one value that this field must have; undefined when the selector does not fix it. */
  exactValue(field: string): string | undefined {
    return this.requirements.find((entry) => entry.field === field && entry.operator === '=')?.value;
  }
  toString(): string {
    return this.requirements.map(({ field, operator, value }) => `${field}${operator}${escape(value)}`).join(',');
  }
}

/** Whether a field's value is as required. A field that the object lacks counts as ''. */
export function fieldHolds({ operator, value }: FieldRequirement, found: string | undefined): boolean {
  return ((found ?? '') === value) === (operator === '=');
}

/** Throws BadRequest (400) naming the part that could not be read. */
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = [];
  for (const part of splitUnescaped(text).sort()) {
    if (part === '') continue;
    const requirement = readTerm(part, text);
    // What names no field and no value selects nothing away.
    if (requirement.field === '' && requirement.value === '') continue;
    requirements.push(requirement);
    if (requirements.length > mostRequirements) {
      throw badRequest(`invalid selector: there are more than ${mostRequirements} requirements`);
    }
  }
  return new FieldSelector(requirements);
}

function readTerm(part: string, whole: string): FieldRequirement {
  for (let index = 0; index < part.length; index += 1) {
    const operator = part.startsWith('!=', index)
      ? '!='
      : part.startsWith('==', index)
        ? '=='
        : part[index] === '='
          ? '='
          : undefined;
    if (operator === undefined) continue;
    const value = unescape(part.slice(index + operator.length));
    return { field: part.slice(0, index), operator: operator === '!=' ? '!=' : '=', value };
  }
  throw badRequest(`invalid selector: '${whole}'; can't understand '${part}'`);
}

function splitUnescaped(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === ',') {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Throws BadRequest (400) when an escape is unknown or an unescaped `,` or `=` stands in the value. */
function unescape(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === ',' || character === '=') {
      throw badRequest(`invalid field selector: unescaped character in value: ${character.charCodeAt(0)}`);
    }
    if (character !== '\\') {
      result += character;
      continue;
    }
    index += 1;
    const escaped = text[index] ?? '';
    if (escaped !== '\\' && escaped !== ',' && escaped !== '=') {
      throw badRequest(`invalid field selector: invalid escape sequence: \\${escaped}`);
    }
    result += escaped;
  }
  return result;
}

function escape(text: string): string {
  return text.replace(/[\\,=]/g, (character) => `\\${character}`);
}
