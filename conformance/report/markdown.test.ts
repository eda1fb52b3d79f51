// Markdown: its content, and that text of a target stays in code spans.

import t from 'tap';
import {
  hostileReport,
  judgedResult,
  reportOf,
  sampleResults,
} from '../../fixtures/conformance/sample-report.fixture.ts';
import { consoleReport } from './console.ts';
import { markdownReport } from './markdown.ts';
import { tapReport } from './tap.ts';
import picocolors from 'picocolors';

t.test(
  'verdict and target come first, then areas by level, findings, skipped cases by need and slowest cases',
  async (t) => {
    const text = markdownReport(reportOf(sampleResults));
    t.match(text, /^# ❌ 1 case failed, 1 case could not be decided, of 3 that ran\n/);
    t.match(text, '| target | ` https://h:1 ` |');
    t.match(text, /^\| updating \| 1 of \d+, \*\*1 failed\*\* \|/m);
    t.match(text, '| expected | ` 409 ` |\n| got | ` 200 #1 ` |');
    t.match(text, "Again: ` orch-conformance run --kubeconfig './it is mine.conf' --case updating/bad `");
    t.match(text, '| ` launch-agent ` | ` --launch-agent <command> ` | 1 |');
    t.match(text, '| ` updating/bad ` | 1200 ms |');
  },
);

t.test('a case with checks shows each finding and what held', async (t) => {
  const text = markdownReport(reportOf([judgedResult]));
  t.match(text, /\| requirements \| ` UPD-003 ` \|\n\| at \| ` status of B ` \|/);
  t.match(text, 'Still held: ` UPD-002 `');
});

t.test('text of a target is in code spans that it cannot close, and no table cell ends early', async (t) => {
  const text = markdownReport(hostileReport());
  const outside = text
    .replace(/^(`{3,})text\n[^]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`) .*? (?<!`)\1(?!`)/g, '')
    .replace(/<details><summary>Exchange<\/summary>|<\/details>/g, '');
  t.notMatch(outside, /<|onerror|javascript|@everybody/);
  for (const line of text.split('\n').filter((each) => each.startsWith('| got '))) {
    t.equal(line.replaceAll('\\|', '').split('|').length, 4, line);
  }
});

t.test('no report form has terminal control characters', async (t) => {
  const report = hostileReport();
  const forms = [markdownReport(report), tapReport(report), consoleReport(report, picocolors.createColors(false))];
  for (const text of forms) t.notMatch(text, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}]/u);
});

t.test('the console form ends a finding with the command that repeats it, quoted for a shell', async (t) => {
  const text = consoleReport(reportOf(sampleResults), picocolors.createColors(false));
  t.match(text, "  again         orch-conformance run --kubeconfig './it is mine.conf' --case updating/bad\n");
});
