// The page as text: its content, and that text of a target cannot break out of its place.

import t from 'tap';
import {
  aboutCase,
  hostileReport,
  hostileWords,
  judgedResult,
  reportOf,
  sampleResults,
} from '../../../fixtures/conformance/sample-report.fixture.ts';
import { htmlReport } from './page.ts';

const page = htmlReport(reportOf(sampleResults));

t.test(
  'the page shows verdict and target first, then map, findings, skipped cases by need and slowest cases',
  async (t) => {
    const order = [
      '<h1>1 case failed, 1 case could not be decided, of 3 that ran</h1>',
      '<dd>https://h:1</dd>',
      '<section id="map">',
      '<section id="findings"',
      '<section id="skipped"',
      '<section id="slowest"',
      '<section id="cases"',
    ].map((part) => page.indexOf(part));
    t.notOk(order.includes(-1), order.join(' '));
    t.strictSame(
      order,
      [...order].sort((one, other) => one - other),
    );
  },
);

t.test("a finding shows both sides, its exchange, its requirements' statements and a command", async (t) => {
  const from = page.indexOf('id="case:updating/bad"');
  const finding = page.slice(from, page.indexOf('</details>', from));
  t.match(finding, /Expected<\/h3><pre><code>409<.*\n.*Got<\/h3><pre><code>200 #1</);
  t.match(finding, '&gt; PUT /x');
  t.match(finding, /<code>UPD-003<\/code> \w/, 'what the requirement says');
  t.match(finding, 'orch-conformance run --kubeconfig &#39;./it is mine.conf&#39; --case updating/bad');
});

t.test('a case with checks has one finding for each that failed', async (t) => {
  const judged = htmlReport(reportOf([judgedResult]));
  t.equal(judged.split('Got</h3>').length, 2);
  t.match(
    judged,
    /class="finding">[^]*Requirements<\/h3><ul><li><code>UPD-003<[^]*Still held<\/h3><ul><li><code>UPD-002</,
  );
  t.match(judged, /Skipped<\/h3><p>nothing has expired yet<\/p><ul><li><code>UPD-004</);
});

t.test('differences between long values are marked, never inside a surrogate pair', async (t) => {
  const values = (expected: string, got: string) =>
    htmlReport(
      reportOf([
        { ...aboutCase('updating', 'a', ['UPD-003']), outcome: 'failed', what: 'w', expected, got, transcript: [] },
      ]),
    );
  const page = values('{"name":"first","n":1}', '{"name":"second","n":1}');
  t.match(page, '{&quot;name&quot;:&quot;<mark>first</mark>&quot;,&quot;n&quot;:1}');
  t.match(page, '{&quot;name&quot;:&quot;<mark>second</mark>&quot;,&quot;n&quot;:1}');
  const faces = values('as long as it is 😀', 'as long as it is 😁');
  t.match(faces, '<mark>😀</mark>');
  t.match(faces, '<mark>😁</mark>');
  t.match(values('as long as it is 😀 end', 'as long as it is 🤀 end'), '<mark>🤀</mark> end');
});

t.test('skipped cases are grouped by need with the flag that enables them', async (t) => {
  t.match(page, /<b>1<\/b> launch-agent: .*with <code>--launch-agent &lt;command&gt;<\/code>/);
});

t.test('the page loads nothing: no URL, no style attribute, no script but its own', async (t) => {
  const hostile = htmlReport(hostileReport());
  for (const text of [page, hostile]) {
    t.match(text, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-/);
    t.equal(text.match(/<script/gi)?.length, 1);
    t.equal(text.match(/<\/script/gi)?.length, 1);
    t.equal(text.match(/<style/gi)?.length, 1);
    // Without attribute values only markup and escaped text remain.
    const tags = [...text.replace(/<(style|script)>[^]*?<\/\1>/g, '').matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag);
    t.strictSame(
      tags.filter((tag) => /\s(?:on\w+|style|src|srcset|action|formaction)\s*=/i.test(tag.replace(/"[^"]*"/g, '""'))),
      [],
    );
    const links = tags.flatMap((tag) => [...tag.matchAll(/\shref="([^"]*)"/g)].map(([, to]) => to ?? ''));
    t.strictSame(
      links.filter((to) => !to.startsWith('#') && to !== 'data:,'),
      [],
    );
  }
  for (const words of hostileWords.filter((each) => each.includes('<'))) t.notMatch(hostile, words);
});

t.test('invisible characters are shown by their code', async (t) => {
  const hostile = htmlReport(hostileReport());
  t.notMatch(hostile, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\uFFFE]/u);
  t.match(hostile, '\\u001b[2J');
  t.match(hostile, '\\u202edetalumis');
});

t.test('an interrupted run and a run with only skipped cases do not look successful', async (t) => {
  const [good, , unmet] = sampleResults;
  const left = { ...unmet, id: 'left', outcome: 'not-run', reason: 'stopped by SIGINT' } as (typeof sampleResults)[0];
  if (good === undefined || unmet === undefined) throw new Error('the sample is short');
  t.match(htmlReport(reportOf([good, left])), /class="verdict open">[^]*Ended early: 1 case not run, 1 passed/);
  t.match(htmlReport(reportOf([unmet])), /class="verdict open">[^]*Nothing proved: every case was skipped/);
  t.match(htmlReport(reportOf([])), 'Nothing ran');
  t.match(htmlReport(reportOf([good])), /class="verdict held">[^]*The one case that ran passed/);
});
