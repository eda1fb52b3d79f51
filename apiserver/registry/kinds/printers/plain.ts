// The table of a kind that has no columns of its own: its name and when it was created.

import type { TablePrinter } from '../../contract/resource.ts';
import { column, nameColumn } from './columns.ts';

export const plainPrinter: TablePrinter = {
  columns: [nameColumn, column('Created At', 'date', 'When the object was created.')],
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? null],
};
