// Label selectors: the query grammar (`a=b,c in (d,e),!f`) and the object form (matchLabels, matchExpressions). Both become the
// same list of requirements. An object must meet all of them.

import { badRequest } from './errors.ts';
import { checkLabelValue, checkQualifiedName } from './names.ts';

export type LabelOperator = 'in' | 'notin' | 'exists' | 'absent' | 'greater' | 'less';

export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Empty for exists and absent, exactly one for greater and less. */
  readonly values: ReadonlySet<string>;
}

/** Requirements of a selector in a query: every object of a list is held against each of them. */
export const mostRequirements = 1000;
const tooManyRequirements = `there are more than ${mostRequirements} of them`;

/** Immutable. Without requirements it selects everything. */
export class LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  constructor(requirements: readonly LabelRequirement[]) {
    this.requirements = requirements;
  }
  get everything(): boolean {
    return this.requirements.length === 0;
  }
  matches(labels: ReadonlyMap<string, string>): boolean {
    return this.requirements.every((requirement) => labelHolds(requirement, labels.get(requirement.key)));
  }
  /** The query form, requirements in the order given. */
  toString(): string {
    return this.requirements.map(requirementText).join(',');
  }
}

/** The `LabelSelector` type of the API. */
export interface LabelSelectorObject {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Labels of an object as a map, safe for any key. */
export function labelMap(labels: Readonly<Record<string, string>> | undefined): ReadonlyMap<string, string> {
  return labels === undefined ? noLabels : new Map(Object.entries(labels));
}

const noLabels: ReadonlyMap<string, string> = new Map();

/** Reads the query form. Throws BadRequest (400) naming what could not be read. */
export function parseLabelSelector(text: string): LabelSelector {
  const reader = new Tokens(text);
  const requirements: LabelRequirement[] = [];
  if (reader.peek() === '') return new LabelSelector([]);
  for (;;) {
    const first = reader.peek();
    if (first !== '!' && isSymbol(first)) throw misplaced(first, "!, identifier, or 'end of string'");
    requirements.push(readRequirement(reader));
    if (requirements.length > mostRequirements) throw unreadable(tooManyRequirements);
    const next = reader.take();
    if (next === '') return new LabelSelector(requirements);
    if (next !== ',') throw misplaced(next, "',' or 'end of string'");
    if (reader.peek() === '' || reader.peek() === ',') throw misplaced(reader.peek(), "identifier after ','");
  }
}

/** Reads the object form. An unknown operator or a missing value throws TypeError: validation comes first. */
export function labelSelectorOf(selector: LabelSelectorObject | undefined): LabelSelector {
  const requirements: LabelRequirement[] = [];
  for (const [key, value] of Object.entries(selector?.matchLabels ?? {})) {
    requirements.push({ key, operator: 'in', values: new Set([value]) });
  }
  for (const { key, operator, values } of selector?.matchExpressions ?? []) {
    const known = objectOperators.get(operator);
    if (known === undefined) throw new TypeError(`unknown label selector operator "${operator}"`);
    requirements.push({ key, operator: known, values: new Set(values ?? []) });
  }
  return new LabelSelector(requirements);
}

const objectOperators = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', 'absent'],
]);

function readRequirement(reader: Tokens): LabelRequirement {
  if (reader.peek() === '!') {
    reader.take();
    return { key: readKey(reader), operator: 'absent', values: new Set() };
  }
  const key = readKey(reader);
  const operator = reader.peek();
  if (operator === '' || operator === ',') return { key, operator: 'exists', values: new Set() };
  reader.take();
  switch (operator) {
    case '=':
    case '==':
      return { key, operator: 'in', values: new Set([readValue(reader, key)]) };
    case '!=':
      return { key, operator: 'notin', values: new Set([readValue(reader, key)]) };
    case 'in':
    case 'notin':
      return { key, operator, values: readValues(reader, key) };
    case '>':
    case '<': {
      const value = readValue(reader, key);
      if (!isInteger(value))
        throw unreadable(
          `values[0]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
        );
      return { key, operator: operator === '>' ? 'greater' : 'less', values: new Set([value]) };
    }
    default:
      throw unreadable(`found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function readKey(reader: Tokens): string {
  const key = reader.take();
  if (key === '' || isSymbol(key)) throw unreadable(`found '${key}', expected: identifier`);
  const faults = checkQualifiedName(key);
  if (faults.length > 0) throw unreadable(`key: Invalid value: ${JSON.stringify(key)}: ${faults.join('; ')}`);
  return key;
}

function readValue(reader: Tokens, key: string): string {
  const next = reader.peek();
  if (next === '' || next === ',') return '';
  if (isSymbol(next)) throw unreadable(`found '${next}', expected: identifier`);
  return checkedValue(reader.take(), key);
}

function readValues(reader: Tokens, key: string): Set<string> {
  const opening = reader.take();
  if (opening !== '(') throw unreadable(`found '${opening}' expected: '('`);
  const values = new Set<string>();
  let value = '';
  let expected = "',', ')' or identifier";
  for (;;) {
    const token = reader.take();
    if (token === ')' || token === ',') {
      values.add(value);
      value = '';
      expected = "',', ')' or identifier";
      if (token === ')') return values;
    } else if (token === '' || isSymbol(token)) throw unreadable(`found '${token}', expected: ${expected}`);
    else {
      value = checkedValue(token, key);
      expected = "',' or ')'";
    }
  }
}

function checkedValue(value: string, key: string): string {
  const faults = checkLabelValue(value);
  if (faults.length > 0)
    throw unreadable(`values[0][${key}]: Invalid value: ${JSON.stringify(value)}: ${faults.join('; ')}`);
  return value;
}

/** Whether a label's value, undefined for an object without this label, is as required. */
export function labelHolds({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'in':
      return value !== undefined && values.has(value);
    case 'notin':
      return value === undefined || !values.has(value);
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'greater':
    case 'less': {
      if (value === undefined || !isInteger(value)) return false;
      const [limit = '0'] = values;
      return operator === 'greater' ? BigInt(value) > BigInt(limit) : BigInt(value) < BigInt(limit);
    }
  }
}

function requirementText({ key, operator, values }: LabelRequirement): string {
  const [first = ''] = values;
  switch (operator) {
    case 'exists':
      return key;
    case 'absent':
      return `!${key}`;
    case 'greater':
      return `${key}>${first}`;
    case 'less':
      return `${key}<${first}`;
    case 'in':
      return values.size === 1 ? `${key}=${first}` : `${key} in (${[...values].join(',')})`;
    case 'notin':
      return values.size === 1 ? `${key}!=${first}` : `${key} notin (${[...values].join(',')})`;
  }
}

function unreadable(detail: string): Error {
  return badRequest(`unable to parse requirement: ${detail}`);
}

/** Whether the text is a whole number of 64 bits. */
function isInteger(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** What stands between requirements, or where one should begin. */
function misplaced(found: string, expected: string): Error {
  return badRequest(`found '${found}', expected: ${expected}`);
}

function isSymbol(token: string): boolean {
  return /^[=!<>(),]/.test(token);
}

/** Splits the query form into names and symbols; `''` is the end. */
class Tokens {
  readonly #tokens: readonly string[];
  #next = 0;
  constructor(text: string) {
    this.#tokens = text.match(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g) ?? [];
  }
  peek(): string {
    return this.#tokens[this.#next] ?? '';
  }
  take(): string {
    const token = this.peek();
    this.#next += 1;
    return token;
  }
}
