// The comparison of two runs: every case is in one list, and a case is worse when it fails now and did not before.

import picocolors from 'picocolors';
import t from 'tap';
import { aboutCase, reportOf } from '../../../fixtures/conformance/sample-report.fixture.ts';
import type { CaseResult } from '../../runner/result.ts';
import { comparisonText } from './comparison-text.ts';
import { compareReports } from './comparison.ts';

const about = (id: string) => aboutCase('updating', id, ['UPD-003']);
const passed = (id: string): CaseResult => ({ ...about(id), outcome: 'passed' });
const failed = (id: string, got = '200', what = 'status'): CaseResult => ({
  ...about(id),
  outcome: 'failed',
  what,
  expected: '409',
  got,
  transcript: [],
});
const errored = (id: string): CaseResult => ({ ...about(id), outcome: 'errored', message: 'hang up', transcript: [] });
const skipped = (id: string): CaseResult => ({ ...about(id), outcome: 'skipped', reason: 'no agent' });
const notRun = (id: string): CaseResult => ({ ...about(id), outcome: 'not-run', reason: 'stopped by SIGINT' });

function compare(before: readonly CaseResult[], after: readonly CaseResult[]) {
  return compareReports({ name: 'a.json', report: reportOf(before) }, { name: 'b.json', report: reportOf(after) });
}
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

t.test('every case is in one list, with its outcome before and after', async (t) => {
  const comparison = compare(
    [
      passed('same'),
      passed('broken'),
      failed('mended'),
      failed('still'),
      failed('other'),
      passed('lost'),
      passed('gone'),
      skipped('late'),
    ],
    [
      passed('same'),
      failed('broken'),
      passed('mended'),
      failed('still'),
      failed('other', '500'),
      skipped('lost'),
      passed('new'),
      errored('born-bad'),
      failed('late'),
    ],
  );
  t.strictSame(ids(comparison.newlyFailing), ['broken', 'late', 'born-bad']);
  t.strictSame(ids(comparison.newlyPassing), ['mended']);
  t.strictSame(ids(comparison.changed), ['other', 'lost']);
  t.strictSame(ids(comparison.added), ['new']);
  t.strictSame(ids(comparison.removed), ['gone']);
  t.equal(comparison.same, 2);
  t.equal(comparison.worse, true);
  t.match(comparison.newlyFailing[0], { before: 'passed', after: 'failed', detail: 'status: expected 409, got 200' });
  t.match(comparison.newlyFailing[2], { before: 'absent', after: 'errored', detail: 'hang up' });
});

t.test('same and better are not worse; a case that passed and is now not run is worse', async (t) => {
  const worse = (before: CaseResult, after: CaseResult) => compare([before], [after]).worse;
  t.equal(worse(passed('a'), passed('a')), false);
  t.equal(worse(failed('a'), failed('a')), false);
  t.equal(worse(failed('a'), errored('a')), false, 'it failed before');
  t.equal(worse(failed('a'), passed('a')), false);
  t.equal(worse(passed('a'), skipped('a')), false, 'the target offers less, and nothing fails');
  t.equal(worse(passed('a'), errored('a')), true);
  t.equal(worse(skipped('a'), failed('a')), true);
  t.equal(worse(notRun('a'), failed('a')), true);
  t.equal(worse(passed('a'), notRun('a')), true);
  t.equal(worse(failed('a'), notRun('a')), false);
});

t.test('generated names, identifiers, times and ports are ignored, everything else is a difference', async (t) => {
  const at = (namespace: string, port: number, rest: string) =>
    failed('a', `"${rest}"`, `GET https://127.0.0.1:${port}/api/v1/namespaces/conformance-${namespace}/pods`);
  const first = at('39c8c3f258', 4001, '0b0e2d50-8a28-4a61-8f5c-4a1c6e1f2b3c at 2026-01-01T00:00:00Z');
  const second = at('aac8c3f2ff', 4002, '1b0e2d50-8a28-4a61-8f5c-4a1c6e1f2b3c at 2026-02-01T00:00:00.5Z');
  t.equal(compare([first], [second]).same, 1);
  t.equal(compare([failed('a', '200')], [failed('a', '201')]).changed.length, 1);
});

t.test('requirements that newly fail or newly pass are named', async (t) => {
  t.strictSame(compare([passed('a')], [failed('a')]).requirements, { newlyFailing: ['UPD-003'], newlyPassing: [] });
  t.strictSame(compare([failed('a')], [passed('a')]).requirements, { newlyFailing: [], newlyPassing: ['UPD-003'] });
});

t.test('the text form lists worse cases first and has no terminal control characters', async (t) => {
  const comparison = compare([passed('a'), failed('b')], [failed('a', '\u001B[2J\nforged'), passed('b')]);
  const text = comparisonText(comparison, picocolors.createColors(false));
  t.match(
    text,
    /newly failing 1\n {2}updating\/a +passed -> failed\n {4}status: expected 409, got \\u001b\[2J forged\n/,
  );
  t.match(text, /newly passing 1\n {2}updating\/b +failed -> passed\n/);
  t.match(text, 'cases: 1 newly failing, 1 newly passing, 0 changed, 0 added, 0 removed, 0 the same\nworse\n');
  t.match(comparisonText(compare([passed('a')], [passed('a')]), picocolors.createColors(false)), /\nnot worse\n$/);
});
