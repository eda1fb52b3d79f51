// The JSON form: nothing is lost, and each case is on a line of its own.

import t from 'tap';
import { hostileReport, reportOf, sampleResults } from '../../fixtures/conformance/sample-report.fixture.ts';
import { jsonReport } from './json.ts';

t.test('the JSON form holds the whole report and is read back unchanged', async (t) => {
  for (const report of [reportOf(sampleResults), reportOf([]), hostileReport()]) {
    t.strictSame(JSON.parse(jsonReport(report)), JSON.parse(JSON.stringify(report)));
    t.match(jsonReport(report), /\}\n$/);
  }
});

t.test('each case, and each requirement, is one line', async (t) => {
  const report = reportOf(sampleResults);
  const lines = jsonReport(report)
    .split('\n')
    .map((line) => line.replace(/,$/, ''));
  for (const entry of [...report.results, ...report.requirements, ...report.coverage]) {
    t.ok(lines.includes(JSON.stringify(entry)), JSON.stringify(entry).slice(0, 80));
  }
});
