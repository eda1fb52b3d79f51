// Tables of objects of a kind of the user's: their names, and the columns of the definition.

import type { DefinitionColumn } from '../../../../shared/definition/definition.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Cell, Column, TablePrinter } from '../../../registry/contract/resource.ts';
import { parseTime } from '../../../../shared/object/time.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { type JsonPath, jsonPath } from './json-path.ts';
import { scalarText } from './scalar-text.ts';

const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Unique within its namespace and kind.',
  priority: 0,
};

const ageColumn: DefinitionColumn = {
  name: 'Age',
  type: 'date',
  description: 'When the object was created.',
  jsonPath: '.metadata.creationTimestamp',
};

/** A table ends before the first column whose path cannot be read. */
export function customPrinter(columns: readonly DefinitionColumn[]): TablePrinter {
  const all = columns.length === 0 ? [ageColumn] : columns;
  const paths = all.map((column) => jsonPath(column.jsonPath ?? ''));
  const end = paths.indexOf(undefined);
  const wanted = end < 0 ? all : all.slice(0, end);
  const readers = wanted.map((column, index) => readerOf(typeOf(column), paths[index]));
  return {
    columns: [nameColumn, ...wanted.map(columnOf)],
    cells: (object) => [object.metadata.name ?? '', ...readers.map((read) => read(object))],
  };
}

const types: readonly Column['type'][] = ['string', 'integer', 'number', 'boolean', 'date'];

function typeOf({ type }: DefinitionColumn): Column['type'] {
  return types.find((one) => one === type) ?? 'string';
}

function columnOf(column: DefinitionColumn): Column {
  const { name = '', format = '', description = '', priority = 0, jsonPath: path = '' } = column;
  return {
    name,
    type: typeOf(column),
    format,
    description: description === '' ? `Custom resource definition column (in JSONPath format): ${path}` : description,
    priority,
  };
}

function readerOf(type: Column['type'], path: JsonPath | undefined): (object: ApiObject) => Cell {
  return (object) => {
    const [value] = path?.(object) ?? [];
    if (value === undefined || value === null) return type === 'string' && value === null ? '<no value>' : null;
    return type === 'string' ? textOf(value) : cellOf(type, value);
  };
}

function textOf(value: unknown): string {
  return scalarText(value) ?? stringifyJson(value);
}

/** A value of another type than the column's is not shown. */
function cellOf(type: Exclude<Column['type'], 'string'>, value: unknown): Cell {
  switch (type) {
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint' ? Math.trunc(Number(value)) : null;
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date': {
      if (typeof value !== 'string') return null;
      if (value === '') return '<unknown>';
      const since = parseTime(value);
      return since === undefined ? '<invalid>' : { before: '', since, after: '' };
    }
  }
}
