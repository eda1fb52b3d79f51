import t from 'tap';

import {
  allMaybePromises,
  catchMaybePromise,
  finallyDo,
  firstDefined,
  isPending,
  mapMaybePromise,
} from './maybe-promise.ts';

t.test('a value continues at once, a promise when it resolves', async (t) => {
  t.equal(
    mapMaybePromise(1, (value) => value + 1),
    2,
  );
  t.equal(await mapMaybePromise(Promise.resolve(1), (value) => value + 1), 2);
});

t.test('all values are known at once, or when the last of them is there', async (t) => {
  t.strictSame(allMaybePromises([1, 2]), [1, 2]);
  t.strictSame(await allMaybePromises([1, Promise.resolve(2)]), [1, 2]);
  await t.rejects(async () => allMaybePromises([1, Promise.reject<number>(new Error('gone'))]), { message: 'gone' });
});

t.test('errors are thrown synchronously, or reject', async (t) => {
  const fail = (): never => {
    throw new Error('no');
  };
  t.throws(() => mapMaybePromise(1, fail), { message: 'no' });
  await t.rejects(async () => mapMaybePromise(Promise.resolve(1), fail), { message: 'no' });
  await t.rejects(async () => mapMaybePromise(Promise.reject<number>(new Error('gone')), fail), { message: 'gone' });
});

t.test('an error is recovered from, at once or when it comes', async (t) => {
  const lost = new Error('lost');
  const message = (error: unknown): string => (error as Error).message;
  t.equal(
    catchMaybePromise(() => 'there', message),
    'there',
  );
  t.equal(
    catchMaybePromise((): string => {
      throw lost;
    }, message),
    'lost',
  );
  t.equal(await catchMaybePromise(() => Promise.resolve('there'), message), 'there');
  t.equal(await catchMaybePromise(() => Promise.reject<string>(lost), message), 'lost');
});

t.test('the final function is called once, before the result settles', async (t) => {
  const over: string[] = [];
  const run = finallyDo(
    (name: string): string | Promise<string> => {
      if (name === 'throws') throw new Error(name);
      if (name === 'rejects') return Promise.reject(new Error(name));
      return name === 'waits' ? Promise.resolve(name) : name;
    },
    (name) => over.push(name),
  );
  t.equal(run('known'), 'known');
  t.throws(() => run('throws'), { message: 'throws' });
  t.strictSame(over.splice(0), ['known', 'throws']);
  const waiting = run('waits');
  t.ok(isPending(waiting));
  t.strictSame(over, [], 'not before the end');
  t.equal(await waiting, 'waits');
  await t.rejects(Promise.resolve(run('rejects')), { message: 'rejects' });
  t.strictSame(over, ['waits', 'rejects']);
});

t.test('items are asked one after the other until one answers', async (t) => {
  const asked: number[] = [];
  const ask =
    (answering: number, wait: boolean) =>
    (item: number): string | undefined | Promise<string | undefined> => {
      asked.push(item);
      const answer = item === answering ? 'yes' : undefined;
      return wait && item % 2 === 0 ? Promise.resolve(answer) : answer;
    };
  t.equal(firstDefined([1, 2, 3], ask(2, false)), 'yes');
  t.strictSame(asked.splice(0), [1, 2]);
  t.equal(firstDefined([1, 2, 3], ask(9, false)), undefined);
  asked.length = 0;
  const waiting = firstDefined([1, 2, 3, 4], ask(3, true));
  t.strictSame(asked, [1, 2], 'none is asked before the one before it has answered');
  t.equal(await waiting, 'yes');
  t.strictSame(asked, [1, 2, 3]);
});
