// The paths of columns: fields, elements of lists, ranges of them, all elements, those with a field, or one that compares so with a
// value, and what stands anywhere below. `.spec.ports[0].name`, `.status.conditions[?(@.type=="Ready")].status`,
// `.metadata.annotations.example\.com/a`.

import { ownValue } from '../../../../shared/schema/assign-key.ts';

type Step =
  | { readonly form: 'field'; readonly name: string }
  | { readonly form: 'elements'; readonly indices: readonly number[] }
  | { readonly form: 'range'; readonly from: number; readonly to: number | undefined }
  | { readonly form: 'all'; readonly of: 'list' | 'anything' }
  | { readonly form: 'anywhere' }
  | { readonly form: 'where'; readonly path: readonly Step[]; readonly holds: (value: unknown) => boolean };

/** The values at the path, in order; empty if there are none. */
export type JsonPath = (object: unknown) => readonly unknown[];

/** Undefined: the text is no path of this form. */
export function jsonPath(text: string): JsonPath | undefined {
  const steps = parse(text);
  return steps === undefined ? undefined : (object) => find([object], steps);
}

function find(values: readonly unknown[], steps: readonly Step[]): readonly unknown[] {
  let found = values;
  for (const step of steps)
    found = step.form === 'anywhere' ? everythingIn(found) : found.flatMap((value) => below(value, step));
  return found;
}

/** The values and what is in them, each map and list once: paths with several `..` would meet it as often as there are ways to it. */
function everythingIn(values: readonly unknown[]): readonly unknown[] {
  const found: unknown[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    const members = membersOf(value);
    if (members.length > 0 && seen.has(value)) return;
    seen.add(value);
    found.push(value);
    for (const member of members) visit(member);
  };
  for (const value of values) visit(value);
  return found;
}

function below(value: unknown, step: Exclude<Step, { readonly form: 'anywhere' }>): readonly unknown[] {
  if (step.form === 'field') {
    const inner = isRecord(value) ? ownValue(value, step.name) : undefined;
    return inner === undefined ? [] : [inner];
  }
  if (step.form === 'all') return step.of === 'list' && !Array.isArray(value) ? [] : membersOf(value);
  if (!Array.isArray(value)) return [];
  const items = value as readonly unknown[];
  if (step.form === 'range') return items.slice(step.from, step.to);
  if (step.form === 'elements') {
    // Each once, however often it is named: a path of many steps would multiply them.
    const places = new Set(step.indices.map((index) => (index < 0 ? index + items.length : index)));
    return [...places].flatMap((place) => (place >= 0 && place < items.length ? [items[place]] : []));
  }
  return items.filter((item) => {
    const [given] = find([item], step.path);
    return given !== undefined && step.holds(given);
  });
}

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return isRecord(value) ? Object.values(value) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const field = /^\.((?:\\.|[^.[\]\\'"(){}?@\s])+)/;
const quotedField = /^\['((?:\\.|[^'\\])*)'\]/;
const elements = /^\[(-?\d{1,9}(?:,-?\d{1,9})*)\]/;
const range = /^\[(-?\d{1,9})?:(-?\d{1,9})?\]/;
const all = /^(?:(\[\*\])|\.\*)/;
const where = /^\[\?\(\s*@(\.[^=!<>\s)]+)\s*(?:(==|!=|<=|>=|<|>)\s*(?:(['"])(.*?)\3|([^\s'")]+))\s*)?\)\]/;

function parse(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = text;
  while (rest !== '') {
    const step = parseStep(rest);
    if (step === undefined) return undefined;
    steps.push(step.step);
    rest = rest.slice(step.length);
  }
  return steps;
}

function parseStep(text: string): { readonly step: Step; readonly length: number } | undefined {
  if (text.startsWith('..')) return { step: { form: 'anywhere' }, length: 1 };
  const everything = all.exec(text);
  if (everything !== null) {
    return {
      step: { form: 'all', of: everything[1] === undefined ? 'anything' : 'list' },
      length: everything[0].length,
    };
  }
  const plain = field.exec(text) ?? undefined;
  if (plain !== undefined) return { step: { form: 'field', name: unescaped(plain[1]) }, length: plain[0].length };
  const quoted = quotedField.exec(text);
  if (quoted !== null) return { step: { form: 'field', name: unescaped(quoted[1]) }, length: quoted[0].length };
  const numbered = elements.exec(text);
  if (numbered !== null) {
    const indices = (numbered[1] ?? '').split(',').map(Number);
    return { step: { form: 'elements', indices }, length: numbered[0].length };
  }
  const between = range.exec(text);
  if (between !== null) {
    const [whole, from = '0', to] = between;
    return {
      step: { form: 'range', from: Number(from), to: to === undefined ? to : Number(to) },
      length: whole.length,
    };
  }
  return filterStep(text);
}

function filterStep(text: string): { readonly step: Step; readonly length: number } | undefined {
  const filter = where.exec(text);
  const path = filter === null ? undefined : parse(filter[1] ?? '');
  if (filter === null || path === undefined) return undefined;
  const [whole, , sign, , quoted, bare = ''] = filter;
  const holds = sign === undefined ? () => true : comparison(sign, quoted ?? literal(bare));
  return { step: { form: 'where', path, holds }, length: whole.length };
}

/** A word without quotes: a truth value or a number; any other is a text. */
function literal(word: string): string | number | boolean {
  if (word === 'true' || word === 'false') return word === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : word;
}

/** Values of different types are never equal, and are not ordered. */
function comparison(sign: string, wanted: string | number | boolean): (value: unknown) => boolean {
  return (value) => {
    const given = typeof value === 'bigint' ? Number(value) : value;
    if (typeof given !== typeof wanted) return sign === '!=';
    if (sign === '==' || sign === '!=') return (given === wanted) === (sign === '==');
    const order = (given as string) < (wanted as string) ? -1 : given === wanted ? 0 : 1;
    return sign.endsWith('=') && order === 0 ? true : order === (sign.startsWith('<') ? -1 : 1);
  };
}

function unescaped(name = ''): string {
  return name.replace(/\\(.)/g, '$1');
}
