// Expectations about Table answers.

import type { Exchange } from '../exchange/exchange.ts';
import { expectArray, expectField, expectText } from './object.ts';
import { expectShape } from './shape.ts';
import { expectOk } from './status.ts';
import { expectThat } from './value.ts';

/**
 * 200 with a Table of the meta group: columns with name and type, and rows with one cell per column. Both are returned.
 */
export function expectTable(
  exchange: Exchange,
  apiVersion: string,
): { columns: readonly string[]; rows: readonly (readonly unknown[])[] } {
  expectOk(exchange);
  expectShape(exchange, 'table');
  expectField(exchange, 'apiVersion', apiVersion);
  const columns = expectArray(exchange, 'columnDefinitions').map((column) => expectText(column, 'name'));
  const rows = expectArray(exchange, 'rows').map((row) => expectArray(row, 'cells'));
  for (const cells of rows)
    expectThat(
      `cells of a row of ${exchange.title}`,
      cells.length === columns.length,
      `${columns.length} cells`,
      cells,
    );
  return { columns, rows };
}
