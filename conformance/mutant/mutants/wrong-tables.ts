// Tables of built-in kinds with one wrong column, or one wrong cell.

import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

type Column = Readonly<Record<string, unknown>>;

/** Changes the columns of tables; each has only a few of what is changed. */
function miscolumned(id: string, breaks: string, change: (columns: readonly Column[]) => readonly Column[]): Mutant {
  return {
    id,
    breaks,
    noticedBy: ['columns-of-kinds'],
    start: () => ({
      answer: (answer) =>
        withJson(answer, (body) => {
          const columns = body['columnDefinitions'];
          return Array.isArray(columns) ? { ...body, columnDefinitions: change(columns) } : body;
        }),
    }),
  };
}

const each =
  (change: (column: Column) => Column) =>
  (columns: readonly Column[]): readonly Column[] =>
    columns.map(change);

/** Replaces the text in the cells of tables. */
function miscelled(id: string, breaks: string, change: (cell: unknown) => unknown): Mutant {
  const inRow = (row: Json): Json => ({ ...row, cells: (row['cells'] as readonly unknown[]).map(change) });
  return {
    id,
    breaks,
    noticedBy: ['rows-of-kinds'],
    start: () => ({
      answer: (answer) =>
        withJson(answer, (body) => {
          const rows = body['rows'];
          return Array.isArray(rows) ? { ...body, rows: (rows as readonly Json[]).map(inRow) } : body;
        }),
    }),
  };
}

export const wrongTableMutants: readonly Mutant[] = [
  miscolumned(
    'dates-as-text',
    'The column of a time has the type of times.',
    each((column) => (column['type'] === 'date' ? { ...column, type: 'string' } : column)),
  ),
  miscolumned(
    'names-without-format',
    'The column of the name has the format of names.',
    each((column) => ({ ...column, format: '' })),
  ),
  miscolumned(
    'columns-for-all',
    'Columns of wide output have a priority.',
    each((column) => ({ ...column, priority: 0 })),
  ),
  miscolumned('columns-in-another-order', 'Columns have an order.', (columns) => columns.toReversed()),
  miscelled('absent-is-empty', 'Cells say what is absent.', (cell) => (cell === '<unset>' ? '' : cell)),
  miscelled('numbers-as-text', 'Cells of numbers are numbers.', (cell) =>
    typeof cell === 'number' ? `${cell}` : cell,
  ),
];
