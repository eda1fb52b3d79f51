import t from 'tap';

import { mapMaybePromise } from './maybe-promise.ts';

t.test('what is known goes on at once, what is waited for when it is there', async (t) => {
  t.equal(
    mapMaybePromise(1, (value) => value + 1),
    2,
  );
  t.equal(await mapMaybePromise(Promise.resolve(1), (value) => value + 1), 2);
});

t.test('what goes wrong is thrown at once, or rejected', async (t) => {
  const fail = (): never => {
    throw new Error('no');
  };
  t.throws(() => mapMaybePromise(1, fail), { message: 'no' });
  await t.rejects(async () => mapMaybePromise(Promise.resolve(1), fail), { message: 'no' });
  await t.rejects(async () => mapMaybePromise(Promise.reject<number>(new Error('gone')), fail), { message: 'gone' });
});
