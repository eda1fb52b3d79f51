// The report as JSON, for tools, and for the other forms later. Each entry of a list, such as a case, is one line: a saved
// report can be searched, and a comparison by lines tells which cases changed.

import type { Report } from './report.ts';

/** A whole document: a line for each field, and for each entry of a list of objects. */
export function jsonReport(report: Report): string {
  const fields = Object.entries(report)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}: ${jsonLines(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function jsonLines(value: unknown): string {
  const isList = Array.isArray(value) && value.some((entry) => typeof entry === 'object');
  if (!isList) return JSON.stringify(value);
  return `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
}
