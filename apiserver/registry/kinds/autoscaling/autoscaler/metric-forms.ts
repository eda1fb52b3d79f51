// Metrics of autoscalers as annotations of version v1 hold them: the fields of v1, in which a target and a current value have no
// type of their own. Annotations are written by clients, so what they hold is read field by field: what has another type than
// it should have makes the whole annotation unreadable.

import { parseQuantity } from '../../../../../shared/object/quantity.ts';

/** The annotation is no JSON, or JSON of another form. */
export class AnnotationError extends Error {}

type Struct = Readonly<Record<string, unknown>>;

export interface MetricForms {
  /** The same metrics in the form of v1, or of v2. */
  readonly older: (metrics: readonly Struct[]) => readonly Struct[];
  readonly newer: (metrics: readonly Struct[]) => readonly Struct[];
}

/** Of the spec: what is aimed at. */
export const wanted: MetricForms = forms('target');
/** Of the status: what was seen. */
export const seen: MetricForms = forms('current');

const kinds = ['object', 'pods', 'resource', 'containerResource', 'external'] as const;
type MetricKind = (typeof kinds)[number];

interface Part {
  readonly values: 'target' | 'current';
  /** Whether the values were read: then each has an amount, if only a zero. */
  readonly reading: boolean;
  readonly value: string;
  readonly average: string;
  readonly share: string;
}

function forms(values: Part['values']): MetricForms {
  const part: Part = {
    values,
    reading: values === 'current',
    value: `${values}Value`,
    average: `${values}AverageValue`,
    share: `${values}AverageUtilization`,
  };
  return {
    older: (metrics) => metrics.map((metric) => each(metric, (kind, source) => olderSource(kind, source, part))),
    newer: (metrics) => metrics.map((metric) => each(metric, (kind, source) => newerSource(kind, source, part))),
  };
}

function each(metric: Struct, convert: (kind: MetricKind, source: Struct) => Struct): Struct {
  const result: Record<string, unknown> = { type: text(metric, 'type') ?? '' };
  for (const kind of kinds) {
    const source = struct(metric, kind);
    if (source !== undefined) result[kind] = convert(kind, source);
  }
  return result;
}

function olderSource(kind: MetricKind, source: Struct, part: Part): Struct {
  const { values, reading } = part;
  const { name = '', selector } = struct(source, 'metric') ?? {};
  const { value, averageValue, averageUtilization } = struct(source, values) ?? {};
  const always = (amount: unknown): unknown => amount ?? '0';
  switch (kind) {
    case 'object':
      return present({
        target: struct(source, 'describedObject'),
        metricName: name,
        [part.value]: always(value),
        selector,
        averageValue,
      });
    case 'pods':
      return present({ metricName: name, [part.average]: always(averageValue), selector });
    case 'external':
      return present({
        metricName: name,
        metricSelector: selector,
        [part.value]: reading ? always(value) : value,
        [part.average]: averageValue,
      });
    case 'resource':
    case 'containerResource':
      return present({
        name: text(source, 'name') ?? '',
        [part.share]: averageUtilization,
        [part.average]: reading ? always(averageValue) : averageValue,
        container: kind === 'containerResource' ? (text(source, 'container') ?? '') : undefined,
      });
  }
}

function newerSource(kind: MetricKind, source: Struct, part: Part): Struct {
  const { values, reading } = part;
  const selector = struct(source, kind === 'external' ? 'metricSelector' : 'selector');
  const metric = present({ name: text(source, 'metricName') ?? '', selector });
  const [value, average] = [quantity(source, part.value), quantity(source, part.average)];
  const typed = (type: string, amounts: Struct): Struct => (reading ? present(amounts) : present({ type, ...amounts }));
  switch (kind) {
    case 'object': {
      const averageValue = quantity(source, 'averageValue');
      const type = averageValue === undefined ? 'Value' : 'AverageValue';
      const amounts = typed(type, { value: value ?? '0', averageValue });
      return present({ describedObject: reference(struct(source, 'target') ?? {}), [values]: amounts, metric });
    }
    case 'pods':
      return { metric, [values]: typed('AverageValue', { averageValue: average ?? '0' }) };
    case 'external': {
      const type = value === undefined ? 'AverageValue' : 'Value';
      return { metric, [values]: typed(type, { value: reading ? (value ?? '0') : value, averageValue: average }) };
    }
    case 'resource':
    case 'containerResource': {
      const averageUtilization = whole(source, part.share);
      const type = averageUtilization === undefined ? 'AverageValue' : 'Utilization';
      const averageValue = reading ? (average ?? '0') : average;
      return present({
        name: text(source, 'name') ?? '',
        [values]: typed(type, { averageValue, averageUtilization }),
        container: kind === 'containerResource' ? (text(source, 'container') ?? '') : undefined,
      });
    }
  }
}

function reference(source: Struct): Struct {
  return present({
    kind: text(source, 'kind') ?? '',
    name: text(source, 'name') ?? '',
    apiVersion: text(source, 'apiVersion'),
  });
}

function present(fields: Struct): Struct {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The list of structs that the text of an annotation is. Throws AnnotationError. */
export function parseStructs(json: string): readonly Struct[] {
  const value = parse(json);
  if (!Array.isArray(value)) throw new AnnotationError('no list');
  return value.map((item: unknown) => asStruct(item));
}

/** The struct that the text of an annotation is. Throws AnnotationError. */
export function parseStruct(json: string): Struct {
  return asStruct(parse(json));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new AnnotationError('no JSON');
  }
}

function asStruct(value: unknown): Struct {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AnnotationError('no object');
  return value as Struct;
}

function own(source: Struct, name: string): unknown {
  return Object.hasOwn(source, name) ? (source[name] ?? undefined) : undefined;
}

export function struct(source: Struct, name: string): Struct | undefined {
  const value = own(source, name);
  return value === undefined ? undefined : asStruct(value);
}

export function structs(source: Struct, name: string): readonly Struct[] | undefined {
  const value = own(source, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new AnnotationError(`${name} is no list`);
  return value.map((item: unknown) => asStruct(item));
}

export function text(source: Struct, name: string): string | undefined {
  const value = own(source, name);
  if (value !== undefined && typeof value !== 'string') throw new AnnotationError(`${name} is no text`);
  return value;
}

export function whole(source: Struct, name: string): number | undefined {
  const value = own(source, name);
  if (value !== undefined && !Number.isInteger(value)) throw new AnnotationError(`${name} is no whole number`);
  return value as number | undefined;
}

export function quantity(source: Struct, name: string): string | undefined {
  const value = own(source, name);
  const given = typeof value === 'number' ? String(value) : value;
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || parseQuantity(given) === undefined)
    throw new AnnotationError(`${name} is no quantity`);
  return given;
}
