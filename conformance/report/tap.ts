// The report as TAP 14, for runners and CI systems that read it.

import type { CaseResult, Check } from '../runner/result.ts';
import { reasonNotRun } from './console.ts';
import type { Report } from './report.ts';
import { visible, visibleLine } from './visible.ts';

/** A whole TAP document. */
export function tapReport(report: Report): string {
  const lines = ['TAP version 14', `1..${report.results.length}`];
  for (const [index, result] of report.results.entries()) {
    lines.push(...subtest(result), ...tapLines(index + 1, result));
  }
  const { passed, failed, skipped, errored, notRun } = report.counts;
  lines.push(visibleLine(`# ${report.target.server} ${report.target.vendor} ${report.target.version}`).trimEnd());
  const left = notRun === undefined ? '' : `, not run ${notRun}`;
  lines.push(`# passed ${passed}, failed ${failed}, errored ${errored}, skipped ${skipped}${left}`);
  for (const { case: name, reason } of report.stale ?? [])
    lines.push(`# stale known difference: ${visibleLine(`${name}: ${reason}`)}`);
  if (notRun !== undefined) lines.push(`Bail out! ${escaped(reasonNotRun(report))}`);
  return `${lines.join('\n')}\n`;
}

/** The checks of a case as a subtest: one test point for each set of requirements. */
function subtest({ area, id, checks = [] }: CaseResult): string[] {
  if (checks.length === 0) return [];
  const points = checks.flatMap((check, index) => checkLines(index + 1, check));
  return [`# Subtest: ${escaped(`${area}/${id}`)}`, ...[...points, `1..${checks.length}`].map((line) => `    ${line}`)];
}

function checkLines(number: number, check: Check): string[] {
  const point = `${number} - ${check.requirements.join(' ')}`;
  if (check.outcome === 'passed') return [`ok ${point}`];
  if (check.outcome === 'skipped') return [`ok ${point} # SKIP ${escaped(check.reason)}`];
  const { what, expected, got, transcript } = check;
  return [`not ok ${point}`, ...diagnostics({ at: what, expected, got, wire: transcript })];
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
        `not ok ${number} - ${description}${result.known === undefined ? '' : ` # TODO ${escaped(result.known)}`}`,
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
    // Neither ok nor not ok: the plan stays incomplete, and the bail out at the end gives the reason.
    case 'not-run':
      return [];
  }
}

/** A YAML block with JSON values, which every YAML parser reads. */
function diagnostics(fields: Readonly<Record<string, unknown>>): string[] {
  return [
    '  ---',
    ...Object.entries(fields).map(([name, value]) => `  ${name}: ${visible(JSON.stringify(value))}`),
    '  ...',
  ];
}

function escaped(text: string): string {
  return visibleLine(text).replace(/[\\#]/g, (character) => `\\${character}`);
}
