import t from 'tap';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';
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
