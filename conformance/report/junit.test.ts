// JUnit XML: the counts that CI systems show, and well-formed output whatever a target sends.

import t from 'tap';
import {
  aboutCase,
  hostileReport,
  judgedResult,
  reportOf,
  sampleResults,
} from '../../fixtures/conformance/sample-report.fixture.ts';
import { junitReport } from './junit.ts';

t.test('every case is listed once in the suite of its area, and the sums are right', async (t) => {
  const xml = junitReport(reportOf(sampleResults));
  t.match(
    xml,
    /<testsuites name="orch-conformance" tests="4" failures="1" errors="1" skipped="1" time="1.500" timestamp="2026-01-01T00:00:00.000Z">/,
  );
  t.match(xml, /<testsuite name="updating" tests="2" failures="1" errors="0" skipped="0" time="1.240"/);
  t.match(xml, '<testcase classname="updating" name="good" time="0.040"/>');
  t.match(xml, /<failure message="status of PUT \/x: expected 409, got 200 #1" type="failed">[^]*&gt; PUT \/x/);
  t.match(xml, /<error message="socket hang up" type="errored">/);
  t.match(xml, /<skipped message="the suite was not told how to start an agent \(--launch-agent\)"\/>/);
  t.match(xml, '<property name="target" value="https://h:1"/>');
});

t.test('a case with checks shows each finding', async (t) => {
  const xml = junitReport(reportOf([judgedResult]));
  t.match(xml, /<failure message="status of B: expected 409, got 201"[^]*requirements UPD-003\n\nat {7}status of B/);
});

t.test('a case that was not run does not look successful', async (t) => {
  const xml = junitReport(
    reportOf([{ ...aboutCase('updating', 'left', []), outcome: 'not-run', reason: 'stopped by SIGINT' }]),
  );
  t.match(xml, /errors="1"[^]*<error message="not run: stopped by SIGINT" type="not-run"\/>/);
});

t.test('the document is well formed whatever a target sends', async (t) => {
  const xml = junitReport(hostileReport());
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g, (...parts) => {
      const [, closing, name, attributes = '', single] = parts as string[];
      const names = [...attributes.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, each]) => each);
      t.equal(new Set(names).size, names.length, `${name}: each attribute once`);
      if (closing === '/') t.equal(open.pop(), name);
      else if (single === '') open.push(name ?? '');
      return '';
    });
  t.strictSame(open, []);
  t.notMatch(rest, '<');
  t.notMatch(xml.replace(/&(?:amp|lt|gt|quot|#10|#9);/g, ''), '&');
  t.notMatch(xml, /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u, 'characters that XML has not');
});
