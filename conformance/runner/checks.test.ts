// A case with several checks: each requirement has its own verdict, and none is lost.

import t from 'tap';
import { type Case, NotObservable } from '../contract/case.ts';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { Checks } from './checks.ts';
import { type CaseResult, verdictOf } from './result.ts';

const subject: Case = {
  id: 'several',
  title: 'Several things MUST hold.',
  requirements: ['UPD-002', 'UPD-003', 'UPD-004'],
  run: async () => {},
};
const { signal } = new AbortController();
const fails = async () => {
  throw new ExpectationFailed('status', '409', '200');
};
const holds = async () => {};
const isHidden = async () => {
  throw new NotObservable('nothing expired yet');
};

t.test('a failed check fails only its own requirements, and the case goes on', async (t) => {
  const checks = new Checks(subject, new Transcript());
  t.equal(await checks.holds('UPD-002', fails, signal), false);
  t.equal(await checks.holds(['UPD-003'], holds, signal), true);
  t.equal(await checks.holds('UPD-004', isHidden, signal), false);
  t.match(checks.list, [
    { requirements: ['UPD-002'], outcome: 'failed', what: 'status', expected: '409', got: '200', transcript: [] },
    { requirements: ['UPD-003'], outcome: 'passed' },
    { requirements: ['UPD-004'], outcome: 'skipped', reason: 'nothing expired yet' },
  ]);
  t.match(checks.firstFailed, { requirements: ['UPD-002'] });
});

t.test('a requirement checked several times holds when every check passed', async (t) => {
  const checks = new Checks(subject, new Transcript());
  for (const look of [holds, isHidden, fails, holds]) await checks.holds('UPD-002', look, signal);
  for (const look of [isHidden, holds, isHidden]) await checks.holds('UPD-003', look, signal);
  t.match(checks.list, [{ outcome: 'failed' }, { outcome: 'passed' }]);
});

t.test('checking a requirement that the case does not list is an error in the case', async (t) => {
  const checks = new Checks(subject, new Transcript());
  await t.rejects(checks.holds('UPD-001', holds, signal), { message: /several judges UPD-001/ });
});

t.test('an error that is not a finding ends the case, and nothing is judged afterwards', async (t) => {
  const checks = new Checks(subject, new Transcript());
  const broken = new Error('socket hang up');
  await t.rejects(
    checks.holds('UPD-002', () => Promise.reject(broken), signal),
    broken,
  );
  const over = AbortSignal.abort(new Error('time is up'));
  await t.rejects(checks.holds('UPD-002', fails, over), { name: 'ExpectationFailed' });
  await t.rejects(checks.holds('UPD-002', holds, over), { message: 'time is up' });
  t.strictSame(checks.list, []);
});

t.test('a case is skipped only when every requirement was checked and none was observable', async (t) => {
  const checks = new Checks(subject, new Transcript());
  t.equal(checks.nothingSeen, undefined);
  await checks.holds(['UPD-002', 'UPD-003'], isHidden, signal);
  t.equal(checks.nothingSeen, undefined, 'the rest of the case is about UPD-004');
  await checks.holds('UPD-004', isHidden, signal);
  t.equal(checks.nothingSeen, 'nothing expired yet');
  await checks.holds('UPD-003', holds, signal);
  t.equal(checks.nothingSeen, undefined);
});

t.test('the verdict of a requirement is the worst of its own checks, else that of the case', async (t) => {
  const failure = { what: 'status', expected: '409', got: '200', transcript: [] };
  const result: CaseResult = {
    id: 'several',
    area: 'sample',
    title: subject.title,
    milliseconds: 1,
    requirements: [...subject.requirements, 'UPD-006', 'UPD-007'],
    outcome: 'failed',
    ...failure,
    checks: [
      { requirements: ['UPD-002', 'UPD-003'], outcome: 'passed' },
      { requirements: ['UPD-003'], outcome: 'failed', ...failure },
      { requirements: ['UPD-004'], outcome: 'skipped', reason: 'hidden' },
      { requirements: ['UPD-006'], outcome: 'skipped', reason: 'hidden' },
      { requirements: ['UPD-006', 'UPD-002'], outcome: 'passed' },
    ],
  };
  t.strictSame(
    result.requirements.map((id) => verdictOf(result, id)),
    ['passed', 'failed', 'skipped', 'passed', 'failed'],
  );
});
