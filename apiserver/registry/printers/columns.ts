// Columns and the cells that many tables share (wire section 5.6).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Column } from '../resource.ts';
import { humanDuration } from '../../../shared/object/duration.ts';
import { parseTime } from '../../../shared/object/time.ts';

export function column(name: string, type: Column['type'], description: string, priority = 0): Column {
  return { name, type, format: '', description, priority };
}

/** A column that is shown only when wide output is asked for. */
export function wide(name: string, type: Column['type'], description: string): Column {
  return column(name, type, description, 1);
}

export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Unique within its namespace and kind.',
  priority: 0,
};

export const ageColumn: Column = column('Age', 'string', 'Time since the object was created.');

/** How long ago a time was, as people write it; `<unknown>` for no time. `now` in milliseconds since the epoch. */
export function since(time: string | undefined, now: number): string {
  const then = time === undefined ? undefined : parseTime(time);
  return then === undefined ? '<unknown>' : humanDuration(now - then);
}

export function ageOf(object: ApiObject, now: number): string {
  return since(object.metadata.creationTimestamp, now);
}

/** The text, or `<none>`. */
export function orNone(text: string | undefined): string {
  return text === undefined || text === '' ? '<none>' : text;
}
