// Columns and the cells that many tables share.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Cell, Column } from '../../contract/resource.ts';
import { parseTime } from '../../../../shared/object/time.ts';

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

/** How long ago a time was; `<unknown>` for no time. */
export function since(time: string | undefined): Cell {
  const then = time === undefined ? undefined : parseTime(time);
  return then === undefined ? '<unknown>' : { before: '', since: then, after: '' };
}

export function ageOf(object: ApiObject): Cell {
  return since(object.metadata.creationTimestamp);
}

/** The text, or `<none>`. */
export function orNone(text: string | undefined): string {
  return text === undefined || text === '' ? '<none>' : text;
}

const mostShown = 3;

/** The first of a list, and how many more there are. */
export function shortened(all: readonly string[]): string {
  const shown = all.slice(0, mostShown).join(',');
  return all.length > mostShown ? `${shown} + ${all.length - mostShown} more...` : shown;
}
