// The paths of columns: fields, elements of lists, all elements, and those whose field equals a value.
// `.spec.ports[0].name`, `.status.conditions[?(@.type=="Ready")].status`, `.metadata.annotations.example\.com/a`.

import { ownValue } from '../../../../shared/schema/assign-key.ts';
import { scalarText } from './scalar-text.ts';

type Step =
  | { readonly form: 'field'; readonly name: string }
  | { readonly form: 'element'; readonly index: number }
  | { readonly form: 'all' }
  | { readonly form: 'where'; readonly path: readonly Step[]; readonly equal: boolean; readonly value: string };

/** The values at the path, in order; empty if there are none. */
export type JsonPath = (object: unknown) => readonly unknown[];

/** Undefined: the text is no path of this form. */
export function jsonPath(text: string): JsonPath | undefined {
  const steps = parse(text);
  return steps === undefined ? undefined : (object) => find([object], steps);
}

function find(values: readonly unknown[], steps: readonly Step[]): readonly unknown[] {
  let found = values;
  for (const step of steps) found = found.flatMap((value) => below(value, step));
  return found;
}

function below(value: unknown, step: Step): readonly unknown[] {
  if (step.form === 'field') {
    const inner = isRecord(value) ? ownValue(value, step.name) : undefined;
    return inner === undefined ? [] : [inner];
  }
  if (step.form === 'all') return Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  if (!Array.isArray(value)) return [];
  const items = value as readonly unknown[];
  if (step.form === 'element') {
    const item = items.at(step.index);
    return item === undefined ? [] : [item];
  }
  return items.filter((item) => {
    const [given] = find([item], step.path);
    return given !== undefined && (scalarText(given) === step.value) === step.equal;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const field = /^\.((?:\\.|[^.[\]\\'"(){}?@\s])+)/;
const quotedField = /^\[(['"])((?:\\.|(?!\1).)*)\1\]/;
const element = /^\[(-?\d{1,9})\]/;
const all = /^(?:\[\*\]|\.\*)/;
const where = /^\[\?\(\s*@((?:\.[^=!<>\s]+)?)\s*(==|!=)\s*(?:(['"])(.*?)\3|([^\s'")]+))\s*\)\]/;

function parse(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = text;
  while (rest !== '' && rest !== '.') {
    const step = parseStep(rest);
    if (step === undefined) return undefined;
    steps.push(step.step);
    rest = rest.slice(step.length);
  }
  return steps;
}

function parseStep(text: string): { readonly step: Step; readonly length: number } | undefined {
  const everything = all.exec(text);
  if (everything !== null) return { step: { form: 'all' }, length: everything[0].length };
  const plain = field.exec(text) ?? undefined;
  if (plain !== undefined) return { step: { form: 'field', name: unescaped(plain[1]) }, length: plain[0].length };
  const quoted = quotedField.exec(text);
  if (quoted !== null) return { step: { form: 'field', name: unescaped(quoted[2]) }, length: quoted[0].length };
  const numbered = element.exec(text);
  if (numbered !== null) return { step: { form: 'element', index: Number(numbered[1]) }, length: numbered[0].length };
  const filter = where.exec(text);
  if (filter === null) return undefined;
  const path = parse(filter[1] ?? '');
  if (path === undefined) return undefined;
  const value = filter[4] ?? filter[5] ?? '';
  return { step: { form: 'where', path, equal: filter[2] === '==', value }, length: filter[0].length };
}

function unescaped(name = ''): string {
  return name.replace(/\\(.)/g, '$1');
}
