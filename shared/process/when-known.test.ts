import t from 'tap';

import { whenKnown } from './when-known.ts';

t.test('what is known goes on at once, what is waited for when it is there', async (t) => {
  t.equal(
    whenKnown(1, (value) => value + 1),
    2,
  );
  t.equal(await whenKnown(Promise.resolve(1), (value) => value + 1), 2);
});

t.test('what goes wrong is thrown at once, or rejected', async (t) => {
  const fail = (): never => {
    throw new Error('no');
  };
  t.throws(() => whenKnown(1, fail), { message: 'no' });
  await t.rejects(async () => whenKnown(Promise.resolve(1), fail), { message: 'no' });
  await t.rejects(async () => whenKnown(Promise.reject<number>(new Error('gone')), fail), { message: 'gone' });
});
