// The report as TAP 14, for runners and CI systems that read it.

import type { CaseResult } from '../runner/result.ts';
import { reasonNotRun } from './console.ts';
import type { Report } from './report.ts';

/** A whole TAP document. */
export function tapReport(report: Report): string {
  const lines = ['TAP version 14', `1..${report.results.length}`];
  for (const [index, result] of report.results.entries()) lines.push(...tapLines(index + 1, result));
  const { passed, failed, skipped, errored, notRun } = report.counts;
  lines.push(`# ${report.target.server} ${report.target.vendor} ${report.target.version}`.trimEnd());
  const left = notRun === undefined ? '' : `, not run ${notRun}`;
  lines.push(`# passed ${passed}, failed ${failed}, errored ${errored}, skipped ${skipped}${left}`);
  if (notRun !== undefined) lines.push(`Bail out! ${escaped(reasonNotRun(report))}`);
  return `${lines.join('\n')}\n`;
}

function tapLines(number: number, result: CaseResult): string[] {
  const description = escaped(`${result.area}/${result.id} - ${result.title}`);
  switch (result.outcome) {
    case 'passed':
      return [`ok ${number} - ${description}`];
    case 'skipped':
      return [`ok ${number} - ${description} # SKIP ${escaped(result.reason)}`];
    case 'failed':
      return [
        `not ok ${number} - ${description}`,
        ...diagnostics({
          requirements: result.requirements,
          at: result.what,
          expected: result.expected,
          got: result.got,
          wire: result.transcript,
        }),
      ];
    case 'errored':
      return [
        `not ok ${number} - ${description}`,
        ...diagnostics({ requirements: result.requirements, error: result.message, wire: result.transcript }),
      ];
    // Neither ok nor not ok: the plan stays short, and the bail out at the end says why.
    case 'not-run':
      return [];
  }
}

/** A YAML block whose values are JSON, which every YAML reader takes. */
function diagnostics(fields: Readonly<Record<string, unknown>>): string[] {
  return ['  ---', ...Object.entries(fields).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`), '  ...'];
}

function escaped(text: string): string {
  return text.replace(/[\\#]/g, (character) => `\\${character}`).replace(/\s+/g, ' ');
}
