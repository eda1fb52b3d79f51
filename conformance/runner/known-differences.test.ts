// Known differences: exactly the failures that a file expects are known, and expectations that did not come true are
// reported.

import t from 'tap';
import { aboutCase, judgedResult, reportOf } from '../../fixtures/conformance/sample-report.fixture.ts';
import type { CaseResult, Failed } from './result.ts';
import type { PlacedCase } from './select.ts';
import { junitReport } from '../report/junit.ts';
import { consoleReport } from '../report/console.ts';
import { differencesOf, markKnown, readKnownDifferences, staleDifferences } from './known-differences.ts';
import { markdownReport } from '../report/markdown.ts';
import { readReport, ReportError } from '../report/read-report.ts';
import { succeeded } from '../report/report.ts';
import { tapReport } from '../report/tap.ts';
import { reportVerdict } from '../report/verdict.ts';
import { htmlReport } from '../report/html/page.ts';
import picocolors from 'picocolors';

const suite: readonly PlacedCase[] = [
  ['updating', 'bad', ['UPD-003']],
  ['updating', 'judged', ['UPD-002', 'UPD-003', 'UPD-004']],
  ['updating', 'good', ['UPD-002']],
].map(([area, id, requirements]) => ({
  area: area as string,
  definition: { id: id as string, title: '', requirements: requirements as string[], run: async () => {} },
}));

const failed: Failed = {
  ...aboutCase('updating', 'bad', ['UPD-003']),
  outcome: 'failed',
  what: 'status of PUT /x',
  expected: '409',
  got: '200',
  transcript: [],
};
const passed: CaseResult = { ...aboutCase('updating', 'good', ['UPD-002']), outcome: 'passed' };

function fileOf(...rows: readonly object[]): string {
  return JSON.stringify({ kind: 'KnownDifferences', version: 'v1', differences: rows });
}

function rowsOf(...rows: readonly object[]) {
  const whole = rows.map((row) => ({ target: 'orch v1.34', reason: 'is another', ...row }));
  return readKnownDifferences(fileOf(...whole), suite);
}

t.test('a row applies to its vendor and its version prefix', (t) => {
  const rows = rowsOf({ cases: ['updating/bad'] });
  const about = (vendor: string, version: string) => differencesOf(rows, { vendor, version }).length;
  t.equal(about('orch', 'v1.34'), 1);
  t.equal(about('orch', 'v1.34.2'), 1);
  t.equal(about('orch', 'v1.340.2'), 0);
  t.equal(about('orch', 'v1.35.0'), 0);
  t.equal(about('kubernetes', 'v1.34.2'), 0);
  t.end();
});

t.test('a failure is known only when a row names its case', (t) => {
  const rows = rowsOf({ cases: ['updating/bad'], reason: 'answers 200' });
  t.strictSame(markKnown(failed, rows), { ...failed, known: 'answers 200' });
  t.strictSame(markKnown({ ...failed, area: 'deletion' }, rows), { ...failed, area: 'deletion' });
  t.strictSame(markKnown(judgedResult, rows), judgedResult);
  t.strictSame(markKnown(passed, rowsOf({ cases: ['updating/good'] })), passed);
  const errored: CaseResult = { ...aboutCase('updating', 'bad', []), outcome: 'errored', message: 'x', transcript: [] };
  t.strictSame(markKnown(errored, rows), errored, 'what could not be decided is never expected');
  t.end();
});

t.test('a failure of a case that is about no requirement is known, and stale when it passes', (t) => {
  const rows = rowsOf({ cases: ['updating/bad'] });
  const without: Failed = { ...failed, requirements: [] };
  t.match(markKnown(without, rows), { known: 'is another' });
  t.strictSame(staleDifferences([without], rows), []);
  const held: CaseResult = { ...aboutCase('updating', 'bad', []), outcome: 'passed' };
  t.strictSame(staleDifferences([held], rows), [{ case: 'updating/bad', reason: 'is another' }]);
  t.end();
});

t.test('a row with requirements expects exactly these', (t) => {
  const about = (...requirements: string[]) =>
    markKnown(judgedResult, rowsOf({ cases: ['updating/judged'], requirements }));
  t.match(about('UPD-003'), { known: 'is another' });
  t.match(about('UPD-003', 'UPD-004'), { known: 'is another' });
  t.strictSame(about('UPD-002'), judgedResult);
  const whole: CaseResult = { ...failed, id: 'judged', requirements: ['UPD-002', 'UPD-003'] };
  const [one, other] = [
    { cases: ['updating/judged'], requirements: ['UPD-002'], reason: 'one' },
    { cases: ['updating/judged'], requirements: ['UPD-003'], reason: 'other' },
  ];
  t.strictSame(markKnown(whole, rowsOf(one)), whole, 'one of two that fail is not expected');
  t.match(markKnown(whole, rowsOf(one, other)), { known: 'one; other' });
  t.end();
});

t.test('a row is stale when its case passes or other requirements of it fail', (t) => {
  const stale = (result: CaseResult, row: object) => staleDifferences([result], rowsOf(row));
  t.strictSame(stale(passed, { cases: ['updating/good'] }), [{ case: 'updating/good', reason: 'is another' }]);
  t.strictSame(stale(failed, { cases: ['updating/bad'] }), []);
  t.strictSame(stale(judgedResult, { cases: ['updating/judged'], requirements: ['UPD-003'] }), []);
  t.equal(stale(judgedResult, { cases: ['updating/judged'], requirements: ['UPD-002'] }).length, 1);
  const skipped: CaseResult = { ...aboutCase('updating', 'good', []), outcome: 'skipped', reason: 'x' };
  t.strictSame(stale(skipped, { cases: ['updating/good'] }), [], 'what did not run says nothing');
  t.end();
});

t.test('a known failure does not fail a run; an unknown one does', (t) => {
  const known: CaseResult = { ...failed, known: 'answers 200' };
  const counts = { passed: 1, failed: 1, skipped: 0, errored: 0 };
  t.equal(succeeded(counts), false);
  t.equal(succeeded({ ...counts, known: 1 }), true);
  t.equal(succeeded({ ...counts, failed: 2, known: 1 }), false);
  t.equal(succeeded({ ...counts, passed: 0, known: 1 }), false, 'a run in which nothing passed proves nothing');
  t.strictSame(reportVerdict(reportOf([passed, known])), {
    state: 'held',
    words: '1 of 2 cases that ran passed, 1 failed as the known differences say',
  });
  t.strictSame(reportVerdict(reportOf([passed, known, { ...failed, id: 'other' }])), {
    state: 'broken',
    words: '1 case failed, of 3 that ran, 1 more as the known differences say',
  });
  t.end();
});

t.test('each report form distinguishes known failures from others, and shows stale rows', (t) => {
  const about = { stale: [{ case: 'updating/good', reason: 'was another' }] };
  const report = reportOf([passed, { ...failed, known: 'answers 200' }], about);
  t.strictSame(readReport(JSON.stringify(report)), report);
  const text = consoleReport(report, picocolors.createColors(false));
  t.match(text, 'known updating/bad: answers 200\n');
  t.match(text, 'stale updating/good: no longer true: was another\n');
  t.match(text, '1 passed, 1 failed (1 known), 0 errored');
  t.notMatch(text, 'status of PUT /x');
  const tap = tapReport(report);
  t.match(tap, /^not ok 2 - updating\/bad - .* # TODO answers 200$/m);
  t.match(tap, '# stale known difference: updating/good: was another\n');
  const junit = junitReport(report);
  t.match(junit, 'failures="0" errors="0" skipped="1"');
  t.match(junit, '<skipped message="known difference: answers 200"/>');
  const markdown = markdownReport(report);
  t.match(markdown, '| ` updating/bad ` | ` answers 200 ` |');
  t.match(markdown, '| ` updating/good ` | no longer true: ` was another ` |');
  t.notMatch(markdown, '## Findings');
  const page = htmlReport(report);
  t.match(page, /<section id="known".*answers 200.*was another/s);
  t.match(page, 'No case failed.');
  t.match(page, '<span class="tag known">known</span>');
  t.end();
});

t.test('a saved report with a wrong count of known failures is refused', (t) => {
  const report = reportOf([passed, { ...failed, known: 'x' }]);
  const counts = { ...report.counts, known: 0 };
  t.throws(
    () => readReport(JSON.stringify({ ...report, counts })),
    new ReportError('counts.known does not match the results: 1'),
  );
  t.throws(() => readReport(JSON.stringify({ ...report, stale: [{ case: 'x' }] })), {
    message: 'reason of stale[0] is not a text',
  });
  t.end();
});

t.test('an invalid file is refused with a one-line message', (t) => {
  const refused = (text: string, message: RegExp) => {
    t.throws(() => readKnownDifferences(text, suite), { message });
    t.notMatch(message.source, '\n');
  };
  const row = { cases: ['updating/bad'], target: 'orch v1.34', reason: 'x' };
  t.equal(readKnownDifferences(fileOf(row), suite).length, 1);
  refused('a: [', /^neither YAML nor JSON: /);
  refused('[]', /^the file is not an object$/);
  refused('kind: Other', /^not a file of known differences/);
  refused('{kind: KnownDifferences, version: v2, differences: []}', /^not a file of known differences/);
  refused('{kind: KnownDifferences, version: v1}', /^differences is not a list$/);
  refused(fileOf({ ...row, cases: [] }), /^cases of differences\[0\] is not a list of texts$/);
  refused(fileOf({ ...row, cases: ['updating/bda'] }), /^unknown case "updating\/bda" \(is it updating\/bad\?\)/);
  refused(fileOf({ ...row, cases: ['bad'] }), /^unknown case "bad"/);
  refused(fileOf({ ...row, requirements: ['UPD-004'] }), /^differences\[0\]: updating\/bad is not about UPD-004$/);
  refused(fileOf({ ...row, target: 'orch' }), /^target of differences\[0\] is not a vendor and a version/);
  refused(fileOf({ ...row, reason: ' ' }), /^reason of differences\[0\] is not a text$/);
  refused(fileOf({ ...row, cause: 'x' }), /^differences\[0\] has an unknown field "cause"$/);
  t.end();
});
