// Tables whose cells are fields of the object: one line of data for each kind.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Cell, Column, TablePrinter } from '../../contract/resource.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { ageColumn, ageOf, column, nameColumn, wide } from './columns.ts';

/** A column and the way to its cell. */
export interface FieldColumn {
  readonly column: Column;
  cell(object: ApiObject): Cell;
}

/** The value at a path of names, undefined where it leads nowhere. */
export function valueAt(object: ApiObject, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** The text at a path; '' where there is none. */
export function textAt(object: ApiObject, path: string): string {
  const value = valueAt(object, path);
  return typeof value === 'string' ? value : '';
}

/** A column of the text at a path; `absent` where there is none. */
export function text(name: string, path: string, absent = '', options: { readonly wide?: boolean } = {}): FieldColumn {
  const make = options.wide === true ? wide : column;
  return {
    column: make(name, 'string', `The field ${path}.`),
    cell(object) {
      const value = valueAt(object, path);
      if (value === undefined || value === null || value === '') return absent;
      return typeof value === 'string' ? value : stringifyJson(value);
    },
  };
}

export function integer(name: string, path: string): FieldColumn {
  return {
    column: column(name, 'integer', `The field ${path}.`),
    cell(object) {
      const value = valueAt(object, path);
      return typeof value === 'number' ? value : 0;
    },
  };
}

/** A number in a column that is declared as text, as the clients of these tables expect it. */
export function number(name: string, path: string): FieldColumn {
  return { ...integer(name, path), column: column(name, 'string', `The field ${path}.`) };
}

/** The same, with a text where there is no number. */
export function numberOr(name: string, path: string, absent: string): FieldColumn {
  const shown = number(name, path);
  return { ...shown, cell: (object) => (valueAt(object, path) === undefined ? absent : shown.cell(object)) };
}

export function boolean(name: string, path: string, absent = false): FieldColumn {
  return {
    column: column(name, 'boolean', `The field ${path}.`),
    cell(object) {
      const value = valueAt(object, path);
      return typeof value === 'boolean' ? value : absent;
    },
  };
}

/** How many items the lists or maps at the paths hold together; a number, whatever the column is declared as. */
export function count(name: string, type: 'string' | 'integer', ...paths: readonly string[]): FieldColumn {
  return {
    column: column(name, type, `How many entries ${paths.join(' and ')} has.`),
    cell(object) {
      let total = 0;
      for (const path of paths) {
        const value = valueAt(object, path);
        if (Array.isArray(value)) total += value.length;
        else if (typeof value === 'object' && value !== null) total += Object.keys(value).length;
      }
      return total;
    },
  };
}

/** The entries of a list, between commas. */
export function joined(name: string, path: string, absent = '<none>'): FieldColumn {
  return {
    column: column(name, 'string', `The entries of ${path}.`),
    cell(object) {
      const list = valueAt(object, path);
      return Array.isArray(list) && list.length > 0 ? list.map(String).join(',') : absent;
    },
  };
}

/** A cell that takes more than a field. */
export function made(definition: Column, cell: FieldColumn['cell']): FieldColumn {
  return { column: definition, cell };
}

export const age: FieldColumn = { column: ageColumn, cell: ageOf };
export const name: FieldColumn = { column: nameColumn, cell: ({ metadata }) => metadata.name ?? '' };

/** A table of these columns. */
export function printer(...fields: readonly FieldColumn[]): TablePrinter {
  return {
    columns: fields.map((field) => field.column),
    cells: (object) => fields.map((field) => field.cell(object)),
  };
}
