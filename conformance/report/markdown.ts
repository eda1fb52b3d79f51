// The report as Markdown, for an issue or a page of a repository. Text from the target is only in code spans, where it
// cannot be markup, a link or a mention that would notify a user.

import { type CaseResult, isBad, isKnown } from '../runner/result.ts';
import { type Finding, findingsOf, heldOf } from './findings.ts';
import { type AreaLevels, areaLevels, type LevelCounts, levels, levelsOf } from './levels.ts';
import { skippedGroups } from './needs.ts';
import { repeatCommand } from './repeat-command.ts';
import type { Report } from './report.ts';
import { slowest } from './slowest.ts';
import { reportVerdict } from './verdict.ts';
import { visible, visibleLine } from './visible.ts';

const marks = { held: '✅', broken: '❌', open: '⚠️' } as const;

/** A whole document. */
export function markdownReport(report: Report): string {
  const { state, words } = reportVerdict(report);
  const sections = [
    `# ${marks[state]} ${words}`,
    target(report),
    map(report),
    findings(report),
    known(report),
    skips(report),
    slow(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function target({ target: { server, vendor, version }, suite, startedAt, milliseconds, counts }: Report): string {
  const { passed, failed, known: expected = 0, errored, skipped, notRun } = counts;
  const ofThem = expected === 0 ? '' : ` (${expected} known)`;
  const left = notRun === undefined ? '' : `, ${notRun} not run`;
  return table(
    ['', ''],
    [
      ['target', code(server)],
      ['vendor', code(version === '' ? vendor : `${vendor}, version ${version}`)],
      ['cases', `${passed} passed, ${failed} failed${ofThem}, ${errored} errored, ${skipped} skipped${left}`],
      ['run', code(`${startedAt}, ${(milliseconds / 1000).toFixed(1)} s, suite ${suite}`)],
    ],
  );
}

function map(report: Report): string {
  const looked = areaLevels(report).filter((area) => area.looked);
  if (looked.length === 0) return '';
  const all = levelsOf('all areas', report.requirements);
  const rows = [...looked, all].map((area) => [prose(area.area), ...levels.map((level) => cell(area, level))]);
  return `## Requirements\n\nPassed of all, by level.\n\n${table(['area', ...levels], rows)}`;
}

function cell({ levels: byLevel }: AreaLevels, level: (typeof levels)[number]): string {
  const { all, passed, failed, skipped }: LevelCounts = byLevel[level];
  if (all === 0) return '';
  const more = [failed > 0 ? `**${failed} failed**` : '', skipped > 0 ? `${skipped} skipped` : ''].filter(Boolean);
  return [`${passed} of ${all}`, ...more].join(', ');
}

function findings(report: Report): string {
  const bad = report.results.filter(isBad);
  return bad.length === 0 ? '' : ['## Findings', ...bad.map((result) => entry(report, result))].join('\n\n');
}

function known({ results, stale = [] }: Report): string {
  const rows = [
    ...results.filter(isKnown).map((each) => [code(`${each.area}/${each.id}`), code(each.known)]),
    ...stale.map((each) => [code(each.case), `no longer true: ${code(each.reason)}`]),
  ];
  return rows.length === 0 ? '' : `## Known differences\n\n${table(['case', 'this target'], rows)}`;
}

function entry(report: Report, result: CaseResult): string {
  const { area, id, title, outcome } = result;
  const held = heldOf(result);
  return [
    `### ${outcome} ${code(`${area}/${id}`)}`,
    prose(title),
    ...findingsOf(result).flatMap(sides),
    ...(held.length === 0 ? [] : [`Still held: ${code(held.join(' '))}`]),
    `Again: ${code(repeatCommand(report, area, id))}`,
  ].join('\n\n');
}

function sides(finding: Finding): string[] {
  const rows =
    finding.outcome === 'errored'
      ? [['error', finding.message]]
      : [
          ['at', finding.what],
          ['expected', finding.expected],
          ['got', finding.got],
        ];
  const { requirements, transcript } = finding;
  const all = [['requirements', requirements.join(' ')], ...rows].map(([name = '', text = '']) => [name, code(text)]);
  return [
    table(['', ''], all),
    ...(transcript.length === 0 ? [] : [folded('Exchange', fenced(transcript.join('\n\n')))]),
  ];
}

function skips(report: Report): string {
  const groups = skippedGroups(report);
  if (groups.length === 0) return '';
  const rows = groups.map(({ name, remedy, results }) => [
    code(name),
    remedy?.flag === undefined ? (remedy?.words ?? '') : code(remedy.flag),
    `${results.length}`,
  ]);
  return `## Skipped\n\n${table(['need', 'given by', 'cases'], rows)}`;
}

function slow(report: Report): string {
  const rows = slowest(report.results, 10).map((result: CaseResult) => [
    code(`${result.area}/${result.id}`),
    `${result.milliseconds} ms`,
  ]);
  return rows.length === 0 ? '' : `## Slowest\n\n${table(['case', 'time'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Escapes text of the suite, so that it contains no markup. */
function prose(text: string): string {
  return visibleLine(text).replace(/[\\`*_{}[\]<>#!|~&@$]/g, '\\$&');
}

/** A code span with a fence that the text cannot close. It escapes bars too, because they would end a table cell. */
function code(text: string): string {
  const line = visibleLine(text).replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(line) + 1);
  return line === '' ? '(nothing)' : `${fence} ${line} ${fence}`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${visible(text)}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function folded(words: string, inner: string): string {
  return `<details><summary>${words}</summary>\n\n${inner}\n\n</details>`;
}
