import { array, integer } from 'fast-check';
import t from 'tap';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import { expectThat } from '../wire/expect/value.ts';
import { expectForAll } from './property.ts';

const trials = { seed: 7, runs: 200, signal: new AbortController().signal };

t.test('a property that holds passes', async () => {
  await expectForAll(
    'numbers',
    integer(),
    async (one) => expectThat('a number', Number.isInteger(one), 'one', one),
    trials,
  );
});

t.test('the smallest counterexample is reported with its seed', async (t) => {
  const noLarge = async (list: readonly number[]) =>
    expectThat(
      'the list',
      list.every((each) => each < 50),
      'small numbers',
      list,
    );
  const failed = await expectForAll('small numbers', array(integer({ min: 0, max: 1_000 })), noLarge, trials).catch(
    (error: unknown) => error,
  );
  t.type(failed, ExpectationFailed);
  t.match((failed as ExpectationFailed).what, 'small numbers, for [50] (--seed 7): the list');
  t.equal((failed as ExpectationFailed).got, '[50]');
});

t.test('the same seed makes the same inputs', async (t) => {
  const inputsOf = async (seed: number) => {
    const seen: number[] = [];
    await expectForAll('numbers', integer(), async (one) => void seen.push(one), { ...trials, seed });
    return seen;
  };
  t.strictSame(await inputsOf(1), await inputsOf(1));
  t.notSame(await inputsOf(1), await inputsOf(2));
});

t.test('other errors are rethrown unchanged', async (t) => {
  const broken = async () => {
    throw new TypeError('broken');
  };
  await t.rejects(expectForAll('anything', integer(), broken, trials), new TypeError('broken'));
});
