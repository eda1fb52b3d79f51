// The report for people: every finding with both sides and its exchange, the skipped cases by reason, and the coverage
// of each area.

import type picocolors from 'picocolors';
import { type CaseResult, isBad, isKnown } from '../runner/result.ts';
import { type AreaCoverage, totalCoverage } from './coverage.ts';
import { type Finding, findingsOf, heldOf } from './findings.ts';
import type { Report } from './report.ts';
import { repeatCommand } from './repeat-command.ts';
import { visible } from './visible.ts';

/** The colour functions, or functions without effect. */
type Colors = ReturnType<typeof picocolors.createColors>;

/** One line for each result as it comes. */
export function resultLine(result: CaseResult, colors: Colors): string {
  if (isKnown(result))
    return `${colors.yellow('known  ')} ${result.area}/${result.id} ${colors.dim(`(${result.milliseconds} ms)`)}`;
  const mark = {
    passed: colors.green('ok     '),
    failed: colors.red('FAILED '),
    errored: colors.red('ERROR  '),
    skipped: colors.yellow('skipped'),
    'not-run': colors.yellow('not run'),
  }[result.outcome];
  return `${mark} ${result.area}/${result.id} ${colors.dim(`(${result.milliseconds} ms)`)}`;
}

/** Why cases were not run; empty if all ran. */
export function reasonNotRun({ results }: Report): string {
  return results.find((result) => result.outcome === 'not-run')?.reason ?? '';
}

/** Returns the whole report. */
export function consoleReport(report: Report, colors: Colors): string {
  return [
    ...findings(report, colors),
    ...known(report, colors),
    ...skips(report, colors),
    ...coverage(report, colors),
    ...summary(report, colors),
    '',
  ].join('\n');
}

function findings(report: Report, colors: Colors): string[] {
  const lines: string[] = [];
  for (const result of report.results) {
    if (!isBad(result)) continue;
    lines.push(`${colors.red(result.outcome)} ${colors.bold(`${result.area}/${result.id}`)}`, `  ${result.title}`);
    lines.push(...findingLines(result, colors), `  again         ${repeatCommand(report, result.area, result.id)}`, '');
  }
  return lines;
}

/** The findings of a case, and the requirements that still held. */
function findingLines(result: CaseResult, colors: Colors): string[] {
  const held = heldOf(result);
  return [
    ...findingsOf(result).flatMap((finding) => [
      `  requirements  ${finding.requirements.join(' ')}`,
      ...sides(finding),
      ...exchanges(finding, colors),
    ]),
    ...(held.length === 0 ? [] : [`  held          ${held.join(' ')}`]),
  ];
}

function sides(finding: Finding): string[] {
  if (finding.outcome === 'errored') return [`  error         ${visible(finding.message)}`];
  const { what, expected, got } = finding;
  return [
    `  at            ${visible(what)}`,
    `  expected      ${visible(expected)}`,
    `  got           ${visible(got)}`,
  ];
}

function exchanges({ transcript }: Finding, colors: Colors): string[] {
  return transcript.flatMap((exchange) => exchange.split('\n').map((line) => colors.dim(`    ${visible(line)}`)));
}

/** Expected failures, and stale expectations. */
function known({ results, stale = [] }: Report, colors: Colors): string[] {
  const lines = [
    ...results.filter(isKnown).map((each) => [colors.yellow('known'), `${each.area}/${each.id}`, each.known] as const),
    ...stale.map((each) => [colors.yellow('stale'), each.case, `no longer true: ${each.reason}`] as const),
  ].map(([mark, name, reason]) => `${mark} ${visible(`${name}: ${reason}`)}`);
  return lines.length === 0 ? [] : [...lines, ''];
}

function skips(report: Report, colors: Colors): string[] {
  const reasons = new Map<string, string[]>();
  for (const result of report.results) {
    if (result.outcome === 'skipped') reasons.set(result.reason, [...(reasons.get(result.reason) ?? []), result.id]);
  }
  const lines = [...reasons].map(
    ([reason, ids]) => `${colors.yellow('skipped')} ${ids.length}: ${visible(reason)} (${ids.join(', ')})`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

function coverage(report: Report, colors: Colors): string[] {
  const { coverage: areas } = report;
  const head = row('area', 'requirements', 'with cases', 'passed', 'failed', 'skipped', 'not run');
  // Only areas with a checked requirement are listed; the total covers all areas.
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
  const { passed, failed, known, errored, skipped, notRun } = report.counts;
  const expected = known === undefined ? '' : ` (${known} known)`;
  const left = notRun === undefined ? '' : `, ${notRun} not run (${reasonNotRun(report)})`;
  const covered = report.requirements.filter(({ state }) => state !== 'untested').length;
  const { server, vendor, version } = report.target;
  return [
    visible(`target ${server}, vendor ${vendor}${version === '' ? '' : `, version ${version}`}`),
    `cases: ${colors.green(`${passed} passed`)}, ${failed} failed${expected}, ${errored} errored, ${skipped} skipped${left} in ${(report.milliseconds / 1000).toFixed(1)} s`,
    `requirements: ${covered} of ${report.requirements.length} checked`,
  ];
}
