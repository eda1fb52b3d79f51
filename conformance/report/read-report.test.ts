// Saved reports: they are read back unchanged, and invalid ones are refused with the fault.

import t from 'tap';
import {
  hostileReport,
  judgedResult,
  reportOf,
  sampleResults,
} from '../../fixtures/conformance/sample-report.fixture.ts';
import { readReport, ReportError } from './read-report.ts';

const saved = JSON.stringify(reportOf(sampleResults));
const changed = (change: (report: Record<string, unknown> & { results: Record<string, unknown>[] }) => unknown) => {
  const report = JSON.parse(saved);
  change(report);
  return JSON.stringify(report);
};

t.test('a saved report is read back unchanged', async (t) => {
  t.strictSame(readReport(saved), JSON.parse(saved));
  t.ok(readReport(JSON.stringify(hostileReport())));
  const judged = JSON.stringify(reportOf([judgedResult]));
  t.strictSame(readReport(judged), JSON.parse(judged));
  t.ok(readReport(changed((report) => delete report['command'])), 'of a suite before this one');
  t.ok(readReport(changed((report) => (report['later'] = { field: 1 }))), 'of a suite after this one');
});

t.test(
  'a file that is not a report of this version is refused with a one-line message that names the fault',
  async (t) => {
    const refused: readonly (readonly [string, RegExp])[] = [
      ['', /^not JSON: /],
      ['[]', /^the report is not an object$/],
      ['{"kind":"Config"}', /^not a report: its kind is not ConformanceReport$/],
      [changed((report) => (report['version'] = 'v2')), /^a report of version "v2"; this suite reads v1$/],
      [changed((report) => (report['target'] = 1)), /^target is not an object$/],
      [changed((report) => (report['startedAt'] = 'soon')), /^startedAt is not a time$/],
      [changed((report) => ((report['results'] as unknown) = {})), /^results is not a list$/],
      [changed(({ results }) => delete results[1]?.['got']), /^got of results\[1\] is not a text$/],
      [
        changed(({ results }) => (results[0]!['outcome'] = 'perhaps')),
        /^outcome of results\[0\] is none of passed, failed/,
      ],
      [changed(({ results }) => (results[0]!['outcome'] = 'constructor')), /^outcome of results\[0\] is none of/],
      [changed(({ results }) => (results[0]!['milliseconds'] = '1')), /^milliseconds of results\[0\] is not a number/],
      [
        changed(({ results }) => (results[1]!['transcript'] = [1])),
        /^transcript of results\[1\] is not a list of texts$/,
      ],
      [
        changed(({ results }) => (results[0]!['checks'] = [{ requirements: [], outcome: 'skipped' }])),
        /^reason of results\[0\]\.checks\[0\] is not a text$/,
      ],
      [changed(({ results }) => results.splice(0, 1)), /^counts.passed does not match the results: 0$/],
      [changed(({ results }) => (results[1]!['outcome'] = 'passed')), /^counts.passed does not match the results: 2$/],
      [changed(({ results }) => (results[1]!['id'] = 'good')), /^case "updating\/good" is there twice$/],
      [changed((report) => (report['requirements'] = [{ id: 'A-001' }])), /^area of requirements\[0\] is not a text$/],
      [changed((report) => (report['coverage'] = [{ area: 'a' }])), /^requirements of coverage\[0\] is not a number/],
    ];
    for (const [text, message] of refused) {
      let error: unknown;
      try {
        readReport(text);
      } catch (thrown) {
        error = thrown;
      }
      t.ok(error instanceof ReportError);
      t.match(error, { message });
    }
  },
);

t.test('secrets in a saved report are hidden when it is read', async (t) => {
  const open = changed(({ results }) => (results[1]!['got'] = `"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.abc"`));
  t.notMatch(JSON.stringify(readReport(open)), 'eyJ');
});
