// The report for people: every finding with both sides and the exchange that shows it, the skips by reason, and how much
// of each area is covered.

import type picocolors from 'picocolors';
import type { CaseResult } from '../runner/result.ts';
import { type AreaCoverage, totalCoverage } from './coverage.ts';
import type { Report } from './report.ts';

/** The colour functions, real or without effect. */
type Colors = ReturnType<typeof picocolors.createColors>;

/** One line for a result as it comes. */
export function resultLine(result: CaseResult, colors: Colors): string {
  const mark = {
    passed: colors.green('ok     '),
    failed: colors.red('FAILED '),
    errored: colors.red('ERROR  '),
    skipped: colors.yellow('skipped'),
    'not-run': colors.yellow('not run'),
  }[result.outcome];
  return `${mark} ${result.area}/${result.id} ${colors.dim(`(${result.milliseconds} ms)`)}`;
}

/** Why cases were not run; empty when all were. */
export function reasonNotRun({ results }: Report): string {
  return results.find((result) => result.outcome === 'not-run')?.reason ?? '';
}

/** The whole report. */
export function consoleReport(report: Report, colors: Colors): string {
  return [
    ...findings(report, colors),
    ...skips(report, colors),
    ...coverage(report, colors),
    ...summary(report, colors),
    '',
  ].join('\n');
}

function findings(report: Report, colors: Colors): string[] {
  const lines: string[] = [];
  for (const result of report.results) {
    if (result.outcome !== 'failed' && result.outcome !== 'errored') continue;
    lines.push(`${colors.red(result.outcome)} ${colors.bold(`${result.area}/${result.id}`)}`, `  ${result.title}`);
    lines.push(`  requirements  ${result.requirements.join(' ')}`);
    if (result.outcome === 'errored') lines.push(`  error         ${result.message}`);
    else
      lines.push(
        `  at            ${result.what}`,
        `  expected      ${result.expected}`,
        `  got           ${result.got}`,
      );
    for (const exchange of result.transcript)
      lines.push(...exchange.split('\n').map((line) => colors.dim(`    ${line}`)));
    lines.push('');
  }
  return lines;
}

function skips(report: Report, colors: Colors): string[] {
  const reasons = new Map<string, string[]>();
  for (const result of report.results) {
    if (result.outcome === 'skipped') reasons.set(result.reason, [...(reasons.get(result.reason) ?? []), result.id]);
  }
  const lines = [...reasons].map(
    ([reason, ids]) => `${colors.yellow('skipped')} ${ids.length}: ${reason} (${ids.join(', ')})`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

function coverage(report: Report, colors: Colors): string[] {
  const { coverage: areas } = report;
  const head = row('area', 'requirements', 'with cases', 'passed', 'failed', 'skipped', 'not run');
  // What the run was not about does not hide what it was about.
  const looked = areas.filter(({ passed, failed, skipped }) => passed + failed + skipped > 0);
  return [
    colors.bold(`${head}  no case`),
    ...looked.map((area) => areaLine(area)),
    colors.bold(areaLine(totalCoverage(areas))),
    '',
  ];
}

function areaLine({ area, requirements, withCases, passed, failed, skipped, notRun, noCase }: AreaCoverage): string {
  const cells = row(area, `${requirements}`, ...[withCases, passed, failed, skipped, notRun].map(String));
  const reasons = Object.entries(noCase).map(([reason, count]) => `${count} ${reason}`);
  return `${cells}  ${reasons.join(', ')}`.trimEnd();
}

function row(name: string, first: string, ...cells: readonly string[]): string {
  return name.padEnd(23) + first.padStart(13) + cells.map((cell) => cell.padStart(11)).join('');
}

function summary(report: Report, colors: Colors): string[] {
  const { passed, failed, errored, skipped, notRun } = report.counts;
  const left = notRun === undefined ? '' : `, ${notRun} not run (${reasonNotRun(report)})`;
  const covered = report.requirements.filter(({ state }) => state !== 'untested').length;
  const { server, vendor, version } = report.target;
  return [
    `target ${server}, vendor ${vendor}${version === '' ? '' : `, version ${version}`}`,
    `cases: ${colors.green(`${passed} passed`)}, ${failed} failed, ${errored} errored, ${skipped} skipped${left} in ${(report.milliseconds / 1000).toFixed(1)} s`,
    `requirements: ${covered} of ${report.requirements.length} looked at`,
  ];
}
