// The report as JSON, for tools and for rendering other forms later. Each list entry, such as a case, is one line, so
// that a saved report can be searched and compared line by line.

import type { Report } from './report.ts';

/** Returns the document: one line for each field, and for each entry of a list of objects. */
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
