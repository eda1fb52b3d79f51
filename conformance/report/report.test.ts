// The reports: the state of each requirement, and three of the forms.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import picocolors from 'picocolors';
import t from 'tap';
import { loadCatalogue } from '../requirements/catalogue.ts';
import type { CaseResult } from '../runner/result.ts';
import { consoleReport, resultLine } from './console.ts';
import { totalCoverage } from './coverage.ts';
import { Progress } from './progress.ts';
import { countsOf, makeReport, succeeded } from './report.ts';
import { systemClock } from '../wire/time/clock.ts';
import { tapReport } from './tap.ts';

const about = (id: string, requirements: readonly string[]) => ({
  id,
  area: 'sample',
  title: `The ${id} MUST hold.`,
  requirements,
  milliseconds: 3,
});
const results: readonly CaseResult[] = [
  { ...about('good', ['UPD-002', 'UPD-003']), outcome: 'passed' },
  {
    ...about('bad', ['UPD-003']),
    outcome: 'failed',
    what: 'status',
    expected: '409',
    got: '200 #1',
    transcript: ['> PUT /x\n< 200'],
  },
  { ...about('unmet', ['CKPT-019']), outcome: 'skipped', need: 'agent', reason: 'no agent' },
  { ...about('unclear', ['DEL-004']), outcome: 'errored', message: 'socket hang up', transcript: [] },
];
const facts = {
  suite: '0.1.0',
  target: { server: 'https://h:1', vendor: 'orch', version: 'v1.34.0' },
  startedAt: '2026-01-01T00:00:00.000Z',
  milliseconds: 1500,
};
const unchosen = { requirements: ['UPD-004'] };
const report = makeReport(results, loadCatalogue(), [...results, unchosen], facts);
const colors = picocolors.createColors(false);

t.test('one failure outweighs a success, and a requirement without a case is untested', async (t) => {
  const state = (id: string) => report.requirements.find((each) => each.id === id);
  t.match(state('UPD-002'), { state: 'passed', cases: ['good'] });
  t.match(state('UPD-003'), { state: 'failed', cases: ['good', 'bad'] });
  t.match(state('CKPT-019'), { state: 'skipped', cases: ['unmet'] });
  t.match(state('DEL-004'), { state: 'failed', cases: ['unclear'] });
  t.match(state('UPD-004'), { state: 'untested', cases: [] });
  t.equal(report.requirements.length, 1750);
});

t.test('a requirement without a case has a reason, and every requirement is counted once', async (t) => {
  const reason = (id: string) => report.requirements.find((each) => each.id === id)?.noCase;
  t.equal(reason('UPD-002'), undefined);
  t.equal(reason('UPD-004'), undefined, 'there is a case, which was not chosen');
  t.equal(reason('RV-002'), 'client side');
  t.equal(reason('VERS-016'), 'nothing to run');
  t.equal(reason('RV-005'), 'a rule for the suite');
  t.equal(reason('RV-038'), 'not visible from outside');
  t.equal(reason('DEL-001'), 'not written yet');
  for (const area of [...report.coverage, totalCoverage(report.coverage)]) {
    const none = Object.values(area.noCase).reduce((sum, count) => sum + count, 0);
    t.equal(area.withCases + none, area.requirements, area.area);
    t.equal(area.passed + area.failed + area.skipped + area.notRun, area.withCases, area.area);
  }
  t.equal(totalCoverage(report.coverage).requirements, 1750);
});

t.test('a requirement that repeats another shares its evidence', async (t) => {
  t.match(
    report.requirements.find((each) => each.id === 'ERR-005'),
    { state: 'passed', cases: ['good'] },
  );
});

t.test('a run succeeds only when something passed and nothing failed', async (t) => {
  t.strictSame(countsOf(results), { passed: 1, failed: 1, skipped: 1, errored: 1 });
  t.equal(succeeded({ passed: 3, failed: 0, skipped: 1, errored: 0 }), true);
  t.equal(succeeded({ passed: 0, failed: 0, skipped: 9, errored: 0 }), false);
  t.equal(succeeded({ passed: 3, failed: 1, skipped: 0, errored: 0 }), false);
  t.equal(succeeded({ passed: 3, failed: 0, skipped: 0, errored: 1 }), false);
});

t.test('an interrupted run reports only which cases were not run', async (t) => {
  const notRun: CaseResult = { ...about('left', ['DEL-004']), outcome: 'not-run', reason: 'stopped by SIGINT' };
  const broken = makeReport([results[0] as CaseResult, notRun], loadCatalogue(), [], facts);
  t.strictSame(broken.counts, { passed: 1, failed: 0, skipped: 0, errored: 0, notRun: 1 });
  t.equal(succeeded(broken.counts), false);
  t.match(
    broken.requirements.find(({ id }) => id === 'DEL-004'),
    { state: 'untested', cases: [] },
  );
  t.match(consoleReport(broken, colors), '0 errored, 0 skipped, 1 not run (stopped by SIGINT) in 1.5 s');
  const tap = tapReport(broken);
  t.match(tap, /^1\.\.2\nok 1 .*\n# [^\n]*\n# passed 1, .*, not run 1\nBail out! stopped by SIGINT\n$/m);
  const schema = JSON.parse(readFileSync('docs/conformance-report.schema.json', 'utf8')) as object;
  const validate = new Ajv2020({ strict: true }).compile(schema);
  t.ok(validate(JSON.parse(JSON.stringify(broken))), JSON.stringify(validate.errors));
});

t.test('progress is the last line of a terminal, and is written to a file only now and then', async (t) => {
  const said = (terminal: boolean): string => {
    let text = '';
    let now = 0;
    const clock = { ...systemClock, monotonic: () => now };
    const progress = new Progress({ all: 4, write: (more) => void (text += more), terminal, colors, clock });
    for (const result of results) {
      now += 10_000;
      progress.add(result);
    }
    progress.end();
    return text;
  };
  t.equal(
    said(false),
    [
      'ok      sample/good (3 ms)',
      'FAILED  sample/bad (3 ms)',
      '2 of 4 cases, 0.1/s, 1 failed',
      'skipped sample/unmet (3 ms)',
      'ERROR   sample/unclear (3 ms)',
      '',
    ].join('\n'),
  );
  const lines = said(true).split('\r\u001B[K');
  t.match(lines, [
    '0 of 4 cases, 0 failed',
    'ok      sample/good (3 ms)\n1 of 4 cases, 0.1/s, 0 failed',
    /\n2 of 4 cases, 0.1\/s, 1 failed$/,
    /./,
    /\n4 of 4 cases, 0.1\/s, 1 failed, 1 errored$/,
    '',
  ]);
});

t.test('the TAP form has a plan, directives and diagnostics', async (t) => {
  const lines = tapReport(report).split('\n');
  t.strictSame(lines.slice(0, 4), [
    'TAP version 14',
    '1..4',
    'ok 1 - sample/good - The good MUST hold.',
    'not ok 2 - sample/bad - The bad MUST hold.',
  ]);
  t.ok(lines.includes('  got: "200 #1"'));
  t.ok(lines.includes('ok 3 - sample/unmet - The unmet MUST hold. # SKIP no agent'));
  t.ok(lines.includes('# passed 1, failed 1, errored 1, skipped 1'));
});

t.test('the JSON form carries its type and version', async (t) => {
  t.match(JSON.parse(JSON.stringify(report)), {
    kind: 'ConformanceReport',
    version: 'v1',
    counts: { failed: 1 },
    results: [{ id: 'good' }],
  });
});

t.test('the JSON form matches its published schema', async (t) => {
  const schema = JSON.parse(readFileSync('docs/conformance-report.schema.json', 'utf8')) as object;
  const validate = new Ajv2020({ strict: true }).compile(schema);
  t.ok(validate(JSON.parse(JSON.stringify(report))), JSON.stringify(validate.errors));
  const [first] = report.results;
  t.notOk(validate({ ...report, results: [{ ...first, outcome: 'perhaps' }] }), 'and nothing else');
  t.notOk(validate({ ...report, results: [{ ...first, outcome: 'failed' }] }), 'a finding has both sides');
  t.notOk(validate({ ...report, version: 'v2' }));
});

t.test('the console form shows each finding with both sides, the skipped cases and the covered areas', async (t) => {
  const text = consoleReport(report, colors);
  for (const part of [
    'failed sample/bad',
    '  expected      409',
    '  got           200 #1',
    '    > PUT /x',
    'error         socket hang up',
  ])
    t.match(text, part);
  t.match(text, 'skipped 1: no agent (unmet)');
  // Two of its requirements have a case and one of the cases passed; the case of a third was not selected.
  t.match(text, /^updating +16 +3 +1 +1 +0 +1  .*not written yet/m);
  t.notMatch(text, /^dry-run/m);
  t.match(text, 'cases: 1 passed, 1 failed, 1 errored, 1 skipped in 1.5 s');
  t.equal(resultLine(results[1] as CaseResult, colors), 'FAILED  sample/bad (3 ms)');
});

const judged: CaseResult = {
  ...about('judged', ['UPD-002', 'UPD-003', 'UPD-004', 'UPD-006']),
  outcome: 'failed',
  what: 'status of B',
  expected: '409',
  got: '200',
  transcript: ['> PUT /b'],
  checks: [
    { requirements: ['UPD-002'], outcome: 'passed' },
    {
      requirements: ['UPD-003'],
      outcome: 'failed',
      what: 'status of B',
      expected: '409',
      got: '200',
      transcript: ['> PUT /b'],
    },
    { requirements: ['UPD-004'], outcome: 'skipped', reason: 'not #now' },
  ],
};
const one = makeReport([judged], loadCatalogue(), [judged], facts);

t.test('a failed requirement does not fail the other requirements of its case', async (t) => {
  const states = ['UPD-002', 'UPD-003', 'UPD-004', 'UPD-006'].map(
    (id) => one.requirements.find((each) => each.id === id)?.state,
  );
  // The last requirement has no check, so the failed case decides.
  t.strictSame(states, ['passed', 'failed', 'skipped', 'failed']);
});

t.test('each form shows all verdicts of a case with checks', async (t) => {
  const lines = tapReport(one).split('\n');
  t.strictSame(lines.slice(2, 6), [
    '# Subtest: sample/judged',
    '    ok 1 - UPD-002',
    '    not ok 2 - UPD-003',
    '      ---',
  ]);
  for (const line of [
    '    ok 3 - UPD-004 # SKIP not \\#now',
    '    1..3',
    'not ok 1 - sample/judged - The judged MUST hold.',
  ])
    t.ok(lines.includes(line), line);
  const text = consoleReport(one, colors);
  t.match(text, /requirements {2}UPD-003\n {2}at {12}status of B\n/);
  t.match(text, '  held          UPD-002');
  t.equal(text.split('status of B').length, 2, 'a finding is shown once');
  const schema = JSON.parse(readFileSync('docs/conformance-report.schema.json', 'utf8')) as object;
  const validate = new Ajv2020({ strict: true }).compile(schema);
  t.ok(validate(JSON.parse(JSON.stringify(one))), JSON.stringify(validate.errors));
  t.notOk(validate({ ...one, results: [{ ...judged, checks: [{ requirements: [], outcome: 'passed' }] }] }));
});
