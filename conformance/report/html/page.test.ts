// The page as text: what it says, and that nothing of a target gets out of its place.

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

t.test('the page says verdict and target first, then map, findings, skipped cases by need and slowest', async (t) => {
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
});

t.test('a finding has both sides, its exchange, the words of its requirements and a command', async (t) => {
  const from = page.indexOf('id="case:updating/bad"');
  const finding = page.slice(from, page.indexOf('</details>', from));
  t.match(finding, /Expected<\/h3><pre><code>409<.*\n.*Got<\/h3><pre><code>200 #1</);
  t.match(finding, '&gt; PUT /x');
  t.match(finding, /<code>UPD-003<\/code> \w/, 'what the requirement says');
  t.match(finding, 'orch-conformance run --kubeconfig &#39;./it is mine.conf&#39; --case updating/bad');
});

t.test('a case that judged its requirements one by one has a finding for each that failed, once', async (t) => {
  const judged = htmlReport(reportOf([judgedResult]));
  t.equal(judged.split('Got</h3>').length, 2);
  t.match(
    judged,
    /class="finding">[^]*Requirements<\/h3><ul><li><code>UPD-003<[^]*Held nevertheless<\/h3><ul><li><code>UPD-002</,
  );
  t.match(judged, /Not seen<\/h3><p>nothing has expired yet<\/p><ul><li><code>UPD-004</);
});

t.test('what differs between long values is marked, never half a character', async (t) => {
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

t.test('skipped cases stand by need with the flag that lets them run', async (t) => {
  t.match(page, /<b>1<\/b> launch-agent: .*with <code>--launch-agent &lt;command&gt;<\/code>/);
});

t.test('the page asks for nothing: no address, no style in an attribute, no script but its own', async (t) => {
  const hostile = htmlReport(hostileReport());
  for (const text of [page, hostile]) {
    t.match(text, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-/);
    t.equal(text.match(/<script/gi)?.length, 1);
    t.equal(text.match(/<\/script/gi)?.length, 1);
    t.equal(text.match(/<style/gi)?.length, 1);
    // What is left when attribute values are gone is markup or escaped text.
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

t.test('characters that nobody sees are shown by their code', async (t) => {
  const hostile = htmlReport(hostileReport());
  t.notMatch(hostile, /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\uFFFE]/u);
  t.match(hostile, '\\u001b[2J');
  t.match(hostile, '\\u202edetalumis');
});

t.test('a run that was ended early and one in which all was skipped do not look proved', async (t) => {
  const [good, , unmet] = sampleResults;
  const left = { ...unmet, id: 'left', outcome: 'not-run', reason: 'stopped by SIGINT' } as (typeof sampleResults)[0];
  if (good === undefined || unmet === undefined) throw new Error('the sample is short');
  t.match(htmlReport(reportOf([good, left])), /class="verdict open">[^]*Ended early: 1 case not run, 1 passed/);
  t.match(htmlReport(reportOf([unmet])), /class="verdict open">[^]*Nothing proved: every case was skipped/);
  t.match(htmlReport(reportOf([])), 'Nothing ran');
  t.match(htmlReport(reportOf([good])), /class="verdict held">[^]*The one case that ran passed/);
});
