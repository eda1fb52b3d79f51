// The report of a benchmark: rows with a figure, its reference in the same run, and the aim, as one table and as JSON.

export interface Row {
  /** What was measured, e.g. `get, 1 object`. */
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** The reference of the same run; absent for absolute figures. */
  readonly reference?: { readonly name: string; readonly value: number };
  /** Whether the aim is met. `text` as the project states it. */
  readonly aim?: { readonly text: string; readonly met: boolean };
  /** What the figure was made of, of each minute for example; in the JSON alone. */
  readonly parts?: readonly object[];
}

/** The ratio to the reference, as a share: 0.8 is 80 %. */
export function ratio(row: Row): number | undefined {
  return row.reference === undefined ? undefined : row.value / row.reference.value;
}

export function table(rows: readonly Row[]): string {
  const lines = [['measure', 'value', 'reference', 'ratio', 'aim', ''], ...rows.map(cells)];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells(row: Row): string[] {
  const share = ratio(row);
  return [
    row.measure,
    `${number(row.value)} ${row.unit}`,
    row.reference === undefined ? '' : `${row.reference.name} ${number(row.reference.value)}`,
    share === undefined ? '' : `${(share * 100).toFixed(0)} %`,
    row.aim?.text ?? '',
    row.aim === undefined ? '' : row.aim.met ? 'met' : 'MISSED',
  ];
}

function number(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
}
