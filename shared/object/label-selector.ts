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
      return checked({ key, operator: 'in', values: readValue(reader) });
    case '!=':
      return checked({ key, operator: 'notin', values: readValue(reader) });
    case 'in':
    case 'notin':
      return checked({ key, operator, values: readValues(reader) });
    case '>':
      return checked({ key, operator: 'greater', values: readValue(reader) });
    case '<':
      return checked({ key, operator: 'less', values: readValue(reader) });
    default:
      throw unreadable(`found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function readKey(reader: Tokens): string {
  const key = reader.take();
  if (key === '' || isSymbol(key)) throw unreadable(`found '${key}', expected: identifier`);
  const faults = checkQualifiedName(key);
  if (faults.length > 0) throw unreadable(`<nil>: Invalid value: ${JSON.stringify(key)}: ${faults.join('; ')}`);
  return key;
}

function readValue(reader: Tokens): Set<string> {
  const next = reader.peek();
  if (next === '' || next === ',') return new Set(['']);
  if (isSymbol(next)) throw unreadable(`found '${next}', expected: identifier`);
  return new Set([reader.take()]);
}

/** The list in parentheses. An empty place in it is the empty value. */
function readValues(reader: Tokens): Set<string> {
  const opening = reader.take();
  if (opening !== '(') throw unreadable(`found '${opening}' expected: '('`);
  const values = new Set<string>();
  const first = reader.peek();
  if (first === ')') values.add('');
  else if (first !== ',' && isEndOrSymbol(first))
    throw unreadable(`found '${first}', expected: ',', ')' or identifier`);
  for (let token = reader.peek(); token !== ')'; token = reader.peek()) {
    if (token !== ',') values.add(readListed(reader));
    else readGap(reader, values);
  }
  reader.take();
  return values;
}

/** A value, behind which the list goes on or ends. */
function readListed(reader: Tokens): string {
  const value = reader.take();
  if (isEndOrSymbol(value)) throw unreadable(`found '${value}', expected: ',', or identifier`);
  const next = reader.peek();
  if (next !== ',' && next !== ')') throw unreadable(`found '${next}', expected: ',' or ')'`);
  return value;
}

/** A comma, with the empty value where nothing stands before or behind it. */
function readGap(reader: Tokens, values: Set<string>): void {
  reader.take();
  if (values.size === 0) values.add('');
  const next = reader.peek();
  if (next === ')') values.add('');
  if (next !== ',') return;
  values.add('');
  reader.take();
  // Behind two commas something must follow.
  if (reader.peek() === ')') throw unreadable("found ')', expected: ',', or identifier");
}

/** Throws 400 with all that is wrong with the values, in their order. */
function checked(requirement: LabelRequirement): LabelRequirement {
  const { key, operator, values } = requirement;
  const sorted = [...values].sort();
  const number = operator === 'greater' || operator === 'less';
  const errors = [
    ...sorted.flatMap((value, at) =>
      number && !isInteger(value)
        ? [
            `values[${at}]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
          ]
        : [],
    ),
    ...sorted.flatMap((value, at) => {
      const faults = checkLabelValue(value);
      if (faults.length === 0) return [];
      return [`values[${at}][${key}]: Invalid value: ${JSON.stringify(value)}: ${faults.join('; ')}`];
    }),
  ];
  if (errors.length === 0) return requirement;
  throw unreadable(errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`);
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
  return /^[+-]?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** What stands between requirements, or where one should begin. */
function misplaced(found: string, expected: string): Error {
  return badRequest(`found '${found}', expected: ${expected}`);
}

function isSymbol(token: string): boolean {
  return /^[=!<>(),]/.test(token);
}

function isEndOrSymbol(token: string): boolean {
  return token === '' || isSymbol(token);
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
