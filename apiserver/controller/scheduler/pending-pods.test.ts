import t from 'tap';
import { PendingPods } from './pending-pods.ts';

t.test('the highest priority comes first, then the oldest', (t) => {
  const pods = new PendingPods();
  pods.add('a/first', 0, 0);
  pods.add('a/second', 0, 0);
  pods.add('a/high', 10, 5);
  const order: (string | undefined)[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const next = pods.next(10);
    order.push(next);
    if (next !== undefined) pods.delete(next);
  }
  t.strictSame(order, ['a/high', 'a/first', 'a/second', undefined]);
  t.equal(pods.nextDue(), undefined);
  t.end();
});

t.test('a pod without a place waits for a change, and longer after each failure', (t) => {
  const pods = new PendingPods();
  pods.add('a/p', 0, 0);
  pods.failedNow('a/p', 0, false);
  t.equal(pods.next(10_000), undefined, 'nothing has changed');
  t.equal(pods.failed, 1);
  pods.retryAll(100);
  t.equal(pods.next(999), undefined, 'not before its delay is over');
  t.equal(pods.next(1_000), 'a/p');
  pods.failedNow('a/p', 1_000, false);
  pods.retryAll(1_000);
  t.equal(pods.nextDue(), 3_000, 'twice as long');
  for (let failures = 2; failures < 8; failures += 1) pods.failedNow('a/p', 1_000, false);
  pods.retryAll(1_000);
  t.equal(pods.nextDue(), 11_000, 'ten seconds at most');
  pods.failedNow('a/p', 20_000, false);
  t.equal(pods.nextDue(), 320_000, 'without any change after five minutes');
  t.end();
});

t.test('a request that failed is repeated without any change; a changed pod does not jump its delay', (t) => {
  const pods = new PendingPods();
  pods.add('a/p', 0, 0);
  pods.failedNow('a/p', 0, true);
  t.equal(pods.nextDue(), 1_000);
  pods.failedNow('a/p', 1_000, false);
  pods.add('a/p', 7, 1_500);
  t.equal(pods.nextDue(), 3_000);
  t.equal(pods.size, 1);
  pods.failedNow('a/other', 0, true);
  t.equal(pods.size, 1, 'one that has left meanwhile stays away');
  t.end();
});
