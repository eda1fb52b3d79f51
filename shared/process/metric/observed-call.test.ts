import t from 'tap';

import { type CallObserver, keptByLabels, observedCall } from './observed-call.ts';

function scene() {
  let milliseconds = 1000;
  const seen: string[] = [];
  const observer: CallObserver = {
    succeeded: (seconds, value) => seen.push(`${String(value)} after ${seconds}`),
    failed: (seconds, error) => seen.push(`${(error as Error).message} after ${seconds}`),
  };
  const take = (time: number): void => void (milliseconds += time);
  return { seen, observer, take, now: () => milliseconds };
}

t.test('a call is measured until its value is there, and its outcome is passed on', async (t) => {
  const { seen, observer, take, now } = scene();
  const value = observedCall(now, observer, () => {
    take(500);
    return 'known';
  });
  t.equal(value, 'known');
  const waiting = observedCall(now, observer, async () => {
    await Promise.resolve();
    take(2000);
    return 'waited';
  });
  t.strictSame(seen, ['known after 0.5'], 'not before the end');
  t.equal(await waiting, 'waited');
  t.strictSame(seen.splice(0), ['known after 0.5', 'waited after 2']);
  const fail = (): never => {
    take(250);
    throw new Error('lost');
  };
  t.throws(() => observedCall(now, observer, fail), { message: 'lost' });
  await t.rejects(
    observedCall(now, observer, async () => fail()),
    { message: 'lost' },
  );
  t.strictSame(seen, ['lost after 0.25', 'lost after 0.25']);
});

t.test('keptByLabels calls its function once for each pair of labels', (t) => {
  const made: string[] = [];
  const of = keptByLabels((first, second) => {
    made.push(`${first}/${second}`);
    return { first, second };
  });
  t.equal(of('a', 'b'), of('a', 'b'));
  t.not(of('a', 'b'), of('b', 'a'));
  t.equal(of('a'), of('a', ''));
  t.strictSame(made, ['a/b', 'b/a', 'a/']);
  t.end();
});
