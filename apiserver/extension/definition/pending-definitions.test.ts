import t from 'tap';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { PendingDefinitions } from './pending-definitions.ts';

const object = (name: string): readonly [string, CachedObject] => [name, { name } as CachedObject];

t.test(
  'the first change is made at once, those that follow it soon are one step, with the last state of each',
  async (t) => {
    const clock = new FakeClock();
    const steps: string[][] = [];
    const pending = new PendingDefinitions(clock, (states) =>
      steps.push([...states].map(([name, state]) => `${name} ${state === undefined ? 'gone' : 'there'}`)),
    );
    pending.add(new Map([object('a.g')]));
    t.strictSame(steps, [['a.g there']]);
    for (let index = 0; index < 1000; index += 1) pending.add(new Map([object(`n${index}.g`)]));
    pending.add(new Map([['n0.g', undefined]]));
    t.equal(steps.length, 1);
    t.ok(pending.concerns('g', 'n7'));
    t.notOk(pending.concerns('g', 'a'), 'what was made is not pending');
    t.notOk(pending.concerns('other', 'n7'));
    await clock.advance(1000);
    t.equal(steps.length, 2);
    t.equal(steps[1]?.length, 1000);
    t.equal(steps[1]?.[0], 'n0.g gone');
    t.notOk(pending.concerns('g', 'n7'));
    await clock.advance(1000);
    pending.add(new Map([object('b.g')]));
    t.equal(steps.length, 3, 'after a rest a change is made at once again');
  },
);

t.test('pending resources are made once, at their first use; others are not made', async (t) => {
  const clock = new FakeClock();
  const steps: string[][] = [];
  const pending = new PendingDefinitions(clock, (states) => steps.push([...states.keys()]));
  pending.settle();
  pending.add(new Map([object('a.g')]));
  pending.add(new Map([object('b.g')]));
  pending.settle();
  pending.settle();
  t.strictSame(steps, [['a.g'], ['b.g']]);
  pending.add(new Map([object('c.g')]));
  pending.clear();
  await clock.advance(1000);
  t.strictSame(steps, [['a.g'], ['b.g']]);
});

t.test('after a step that took long the next one waits longer, but not forever', async (t) => {
  const clock = new FakeClock();
  let spent = 0;
  const slow: Clock = {
    now: () => clock.now() + spent,
    monotonic: () => clock.monotonic() + spent,
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  };
  let steps = 0;
  let takes = 10;
  const pending = new PendingDefinitions(slow, () => {
    steps += 1;
    spent += takes;
  });
  pending.add(new Map([object('a.g')]));
  pending.add(new Map([object('b.g')]));
  await clock.advance(199);
  t.equal(steps, 1);
  takes = 200;
  await clock.advance(1);
  t.equal(steps, 2);
  pending.add(new Map([object('c.g')]));
  await clock.advance(999);
  t.equal(steps, 2);
  await clock.advance(1);
  t.equal(steps, 3);
});
