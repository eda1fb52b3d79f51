// Comma-separated values (RFC 4180), read as strictly as other servers do: nothing is trimmed, and nothing is a comment.

/** A record, with the number of the line on which it begins. */
export interface CsvRecord {
  readonly line: number;
  readonly columns: readonly string[];
}

/** The records of a text; empty lines are none. Throws an Error that names the line and shows nothing of it. */
export function csvRecords(text: string): readonly CsvRecord[] {
  // A line may end as on other systems.
  const rest = text.replaceAll('\r\n', '\n').replace(/\r$/, '');
  const column = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y;
  const records: CsvRecord[] = [];
  let columns: string[] = [];
  let line = 1;
  let next = 1;
  while (column.lastIndex < rest.length || columns.length > 0) {
    const match = column.exec(rest);
    if (match === null) throw new Error(`line ${next}: a quote is not closed, or stands inside a column`);
    const [whole, quoted, bare = '', end] = match;
    columns.push(quoted?.replaceAll('""', '"') ?? bare);
    next += whole.split('\n').length - 1;
    if (end === ',') continue;
    if (columns.length > 1 || whole.trim() !== '' || bare !== '') records.push({ line, columns });
    columns = [];
    line = next;
  }
  return records;
}
