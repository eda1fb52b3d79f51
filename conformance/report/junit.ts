// The report as JUnit XML, for CI systems: one suite for each area, one test case for each case.

import { type CaseResult, isKnown } from '../runner/result.ts';
import { type Finding, findingsOf } from './findings.ts';
import { repeatCommand } from './repeat-command.ts';
import type { Report } from './report.ts';
import { visible } from './visible.ts';

/**
 * Returns the XML document. A case that was not run is an error in it: JUnit has no such outcome, and the case must not
 * look successful.
 */
export function junitReport(report: Report): string {
  const areas = new Map<string, CaseResult[]>();
  for (const result of report.results) areas.set(result.area, [...(areas.get(result.area) ?? []), result]);
  const { server, vendor, version } = report.target;
  const facts = { target: server, vendor, version, suite: report.suite };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="orch-conformance" ${counted(report.results, report.milliseconds)} ${attributes({ timestamp: report.startedAt })}>`,
    ...[...areas].flatMap(([area, results]) => [
      `  <testsuite ${attributes({ name: area })} ${counted(results, sumOf(results))} ${attributes({ timestamp: report.startedAt })}>`,
      '    <properties>',
      ...Object.entries(facts).map(([name, value]) => `      <property ${attributes({ name, value })}/>`),
      '    </properties>',
      ...results.flatMap((result) => testCase(report, result)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counted(results: readonly CaseResult[], milliseconds: number): string {
  const count = (...outcomes: readonly CaseResult['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const known = results.filter(isKnown).length;
  return attributes({
    tests: `${results.length}`,
    failures: `${count('failed') - known}`,
    errors: `${count('errored', 'not-run')}`,
    skipped: `${count('skipped') + known}`,
    time: seconds(milliseconds),
  });
}

function sumOf(results: readonly CaseResult[]): number {
  return results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

function testCase(report: Report, result: CaseResult): string[] {
  const { area: classname, id: name, milliseconds } = result;
  const open = `    <testcase ${attributes({ classname, name, time: seconds(milliseconds) })}`;
  const inner = detail(report, result);
  return inner === undefined ? [`${open}/>`] : [`${open}>`, `      ${inner}`, '    </testcase>'];
}

/** An expected failure is reported as skipped: JUnit has no such outcome, and it must not fail a pipeline. */
function detail(report: Report, result: CaseResult): string | undefined {
  if (isKnown(result)) return `<skipped ${attributes({ message: `known difference: ${result.known}` })}/>`;
  switch (result.outcome) {
    case 'passed':
      return undefined;
    case 'skipped':
      return `<skipped ${attributes({ message: result.reason })}/>`;
    case 'not-run':
      return `<error ${attributes({ message: `not run: ${result.reason}`, type: 'not-run' })}/>`;
    case 'errored':
      return element('error', result.message, report, result);
    case 'failed':
      return element('failure', `${result.what}: expected ${result.expected}, got ${result.got}`, report, result);
  }
}

function element(name: 'error' | 'failure', message: string, report: Report, result: CaseResult): string {
  const findings = findingsOf(result).map((finding) =>
    [`requirements ${finding.requirements.join(' ')}`, sidesOf(finding), ...finding.transcript].join('\n\n'),
  );
  const text = [result.title, ...findings, `again ${repeatCommand(report, result.area, result.id)}`].join('\n\n');
  return `<${name} ${attributes({ message, type: result.outcome })}>${escaped(text)}</${name}>`;
}

function sidesOf(finding: Finding): string {
  if (finding.outcome === 'errored') return `error    ${finding.message}`;
  return `at       ${finding.what}\nexpected ${finding.expected}\ngot      ${finding.got}`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join(' ');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return visible(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
