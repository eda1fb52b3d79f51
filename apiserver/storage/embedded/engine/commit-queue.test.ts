import { setImmediate as turn } from 'node:timers/promises';

import t from 'tap';

import { CommitQueue } from './commit-queue.ts';
import type { CommitResult, Write } from '../../contract/store.ts';

/** A queue whose batches are named by the keys in them, and end when they are let go. */
function harness() {
  const begun: string[] = [];
  let end: (() => void)[] = [];
  const queue = new CommitQueue(async (writes) => {
    begun.push(writes.map(({ key }) => key).join(' '));
    await new Promise<void>((resolve) => end.push(resolve));
    return writes.map((): CommitResult => ({ outcome: 'committed', revision: 1 }));
  });
  const submit = (key: string): Promise<CommitResult> => {
    const write: Write = { key, value: Buffer.alloc(1), expected: 0 };
    return queue.submit(write);
  };
  /** Ends what is under way, and gives the next one its turn. */
  const next = async (): Promise<void> => {
    for (const resolve of end.splice(0)) resolve();
    end = [];
    await turn();
    await turn();
  };
  return { queue, begun, submit, next };
}

/** What follows in this turn of the event loop. */
async function sameTurn(): Promise<void> {
  for (let step = 0; step < 10; step++) await Promise.resolve();
}

t.test('writes of one turn share a batch', async (t) => {
  const { begun, submit, next, queue } = harness();
  const results = ['a', 'b', 'c'].map(submit);
  await sameTurn();
  t.strictSame(begun, [], 'others may come in this turn');
  await next();
  t.strictSame(begun, ['a b c']);
  await next();
  t.strictSame(
    (await Promise.all(results)).map(({ outcome }) => outcome),
    ['committed', 'committed', 'committed'],
  );
  await queue.drained();
});

t.test('a lone writer does not wait for others, until others come', async (t) => {
  const { begun, submit, next } = harness();
  void submit('first');
  await next();
  await next();
  void submit('second');
  await sameTurn();
  t.strictSame(begun, ['first', 'second'], 'the last batch had a single commit');
  void submit('b');
  void submit('c');
  await next();
  t.strictSame(begun, ['first', 'second', 'b c'], 'those that came while a batch was under way share the next one');
  await next();
  void submit('d');
  await sameTurn();
  t.equal(begun.length, 3, 'the last batch had several');
  await next();
  t.equal(begun.at(-1), 'd');
});

t.test('of writes that arrive together after a lone one, only the first goes alone', async (t) => {
  const { begun, submit, next } = harness();
  void submit('first');
  await next();
  await next();
  const written = submit('a');
  await sameTurn();
  t.strictSame(begun, ['first', 'a']);
  // As a write that takes no time.
  void next();
  await written;
  for (const key of ['b', 'c', 'd']) {
    void submit(key);
    await sameTurn();
  }
  await next();
  t.strictSame(begun, ['first', 'a', 'b c d']);
});

t.test('maintenance has its turn before the next batch', async (t) => {
  const { begun, submit, next, queue } = harness();
  void submit('first');
  await next();
  const done = queue.exclusive(async () => {
    begun.push('job');
  });
  void submit('second');
  await next();
  await done;
  await next();
  t.strictSame(begun, ['first', 'job', 'second']);
});
