// The report for people: every finding with both sides and the exchange that shows it, the skips by reason, and how much
// of each area is covered.

import type picocolors from 'picocolors';
import type { CaseResult } from '../runner/result.ts';
import type { Report, ReportedRequirement } from './report.ts';

/** The colour functions, real or without effect. */
type Colors = ReturnType<typeof picocolors.createColors>;

/** One line for a result as it comes. */
export function resultLine(result: CaseResult, colors: Colors): string {
  const mark = {
    passed: colors.green('ok     '),
    failed: colors.red('FAILED '),
    errored: colors.red('ERROR  '),
    skipped: colors.yellow('skipped'),
  }[result.outcome];
  return `${mark} ${result.area}/${result.id} ${colors.dim(`(${result.milliseconds} ms)`)}`;
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
  const areas = new Map<string, ReportedRequirement[]>();
  for (const requirement of report.requirements) {
    areas.set(requirement.area, [...(areas.get(requirement.area) ?? []), requirement]);
  }
  const lines = [colors.bold(row('area', 'requirements', 'passed', 'failed', 'skipped', 'untested'))];
  for (const [area, requirements] of areas) {
    const count = (state: ReportedRequirement['state']) => requirements.filter((each) => each.state === state).length;
    if (count('untested') === requirements.length) continue;
    lines.push(
      row(
        area,
        ...[requirements.length, count('passed'), count('failed'), count('skipped'), count('untested')].map(String),
      ),
    );
  }
  return [...lines, ''];
}

function row(name: string, ...cells: readonly string[]): string {
  return name.padEnd(24) + cells.map((cell) => cell.padStart(13)).join('');
}

function summary(report: Report, colors: Colors): string[] {
  const { passed, failed, errored, skipped } = report.counts;
  const covered = report.requirements.filter(({ state }) => state !== 'untested').length;
  const { server, vendor, version } = report.target;
  return [
    `target ${server}, vendor ${vendor}${version === '' ? '' : `, version ${version}`}`,
    `cases: ${colors.green(`${passed} passed`)}, ${failed} failed, ${errored} errored, ${skipped} skipped in ${(report.milliseconds / 1000).toFixed(1)} s`,
    `requirements: ${covered} of ${report.requirements.length} looked at`,
  ];
}
