// Reads a saved JSON report. The file may come from anywhere, so every field that a report form shows is checked first.
// Unknown fields are kept.

import type { CaseResult } from '../runner/result.ts';
import { redactedResult, redactor } from './redaction.ts';
import { countsOf, type Report } from './report.ts';

/** The text is not a report that this suite can read; the message is one line. */
export class ReportError extends Error {}

/** Parses the report in a JSON text. Throws ReportError. */
export function readReport(text: string): Report {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ReportError(`not JSON: ${(error as Error).message.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  const report = object(value, 'the report');
  if (report['kind'] !== 'ConformanceReport') throw new ReportError('not a report: its kind is not ConformanceReport');
  if (report['version'] !== 'v1')
    throw new ReportError(`a report of version ${JSON.stringify(report['version'])}; this suite reads v1`);
  checkFacts(report);
  each(report, 'results', checkResult);
  if (report['stale'] !== undefined) each(report, 'stale', checkStale);
  each(report, 'requirements', checkRequirement);
  each(report, 'coverage', checkCoverage);
  checkSums(report as unknown as Report);
  return redacted(report as unknown as Report);
}

/** A report of another suite version may contain secrets that this version hides. */
function redacted(report: Report): Report {
  const hide = redactor();
  const results = report.results.map((result) => redactedResult(result, hide));
  return { ...report, target: { ...report.target, server: hide(report.target.server) }, results };
}

type Fields = Readonly<Record<string, unknown>>;

function checkFacts(report: Fields): void {
  text(report, 'suite', 'the report');
  const target = object(report['target'], 'target');
  for (const name of ['server', 'vendor', 'version']) text(target, name, 'target');
  const startedAt = text(report, 'startedAt', 'the report');
  if (Number.isNaN(Date.parse(startedAt))) throw new ReportError('startedAt is not a time');
  amount(report, 'milliseconds', 'the report');
  if (report['command'] !== undefined) texts(report, 'command', 'the report');
}

function checkResult(result: Fields, at: string): void {
  for (const name of ['area', 'id', 'title']) text(result, name, at);
  texts(result, 'requirements', at);
  amount(result, 'milliseconds', at);
  checkOutcome(result, ['passed', 'failed', 'skipped', 'errored', 'not-run'], at);
  for (const name of ['need', 'known']) if (result[name] !== undefined) text(result, name, at);
  if (result['checks'] !== undefined) each(result, 'checks', checkCheck, `${at}.`);
}

function checkCheck(check: Fields, at: string): void {
  texts(check, 'requirements', at);
  checkOutcome(check, ['passed', 'failed', 'skipped'], at);
}

function checkOutcome(from: Fields, choices: readonly CaseResult['outcome'][], at: string): void {
  const outcome = oneOf(from, 'outcome', choices, at);
  for (const name of detailsOf[outcome]) text(from, name, at);
  if (outcome === 'failed' || outcome === 'errored') texts(from, 'transcript', at);
}

/** Required text fields of each outcome. */
const detailsOf: Readonly<Record<CaseResult['outcome'], readonly string[]>> = {
  passed: [],
  failed: ['what', 'expected', 'got'],
  skipped: ['reason'],
  errored: ['message'],
  'not-run': ['reason'],
};

function checkStale(stale: Fields, at: string): void {
  for (const name of ['case', 'reason']) text(stale, name, at);
}

function checkRequirement(requirement: Fields, at: string): void {
  text(requirement, 'id', at);
  text(requirement, 'area', at);
  oneOf(requirement, 'level', ['must', 'should', 'may'], at);
  oneOf(requirement, 'state', ['passed', 'failed', 'skipped', 'untested'], at);
  texts(requirement, 'cases', at);
  for (const name of ['noCase', 'statement']) if (requirement[name] !== undefined) text(requirement, name, at);
}

function checkCoverage(coverage: Fields, at: string): void {
  text(coverage, 'area', at);
  for (const name of ['requirements', 'withCases', 'passed', 'failed', 'skipped', 'notRun']) amount(coverage, name, at);
  const noCase = object(coverage['noCase'], `${at}.noCase`);
  for (const reason of Object.keys(noCase)) amount(noCase, reason, `${at}.noCase`);
}

/** Throws if the counts do not match the results, or if a case is listed twice, which a comparison could not handle. */
function checkSums(report: Report): void {
  const counts = object(report.counts, 'counts');
  for (const [outcome, count] of Object.entries({ notRun: 0, known: 0, ...countsOf(report.results) })) {
    if ((counts[outcome] ?? 0) !== count)
      throw new ReportError(`counts.${outcome} does not match the results: ${count}`);
  }
  const names = new Set<string>();
  for (const { area, id } of report.results) {
    if (names.has(`${area}/${id}`)) throw new ReportError(`case ${JSON.stringify(`${area}/${id}`)} is there twice`);
    names.add(`${area}/${id}`);
  }
}

function each(from: Fields, name: string, check: (item: Fields, at: string) => void, within = ''): void {
  const list = from[name];
  const at = `${within}${name}`;
  if (!Array.isArray(list)) throw new ReportError(`${at} is not a list`);
  for (const [index, item] of list.entries()) check(object(item, `${at}[${index}]`), `${at}[${index}]`);
}

function object(value: unknown, at: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ReportError(`${at} is not an object`);
  return value as Fields;
}

function text(from: Fields, name: string, at: string): string {
  const value = from[name];
  if (typeof value !== 'string') throw new ReportError(`${name} of ${at} is not a text`);
  return value;
}

function texts(from: Fields, name: string, at: string): void {
  const value = from[name];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new ReportError(`${name} of ${at} is not a list of texts`);
}

function amount(from: Fields, name: string, at: string): void {
  const value = from[name];
  if (typeof value !== 'number' || !(value >= 0)) throw new ReportError(`${name} of ${at} is not a number from 0`);
}

function oneOf<T extends string>(from: Fields, name: string, choices: readonly T[], at: string): T {
  const value = text(from, name, at);
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new ReportError(`${name} of ${at} is none of ${choices.join(', ')}`);
  return choice;
}
