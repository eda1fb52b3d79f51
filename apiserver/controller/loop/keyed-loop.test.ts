// The loop of most controllers: it works when its views are complete, and ends by its signal or with what the views failed by.

import t from 'tap';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { keyedLoop, keyOf, splitKey } from './keyed-loop.ts';
import { WorkQueue } from './work-queue.ts';

const stopped = new Error('stopped');

function loopOf(views: readonly { synced(signal?: AbortSignal): Promise<void> }[]) {
  const queue = new WorkQueue({ clock: systemClock });
  const worked: string[] = [];
  const loop = keyedLoop({ name: 'one', views, queue, work: async (key) => void worked.push(key) });
  return { queue, worked, loop };
}

t.test('no key is worked on before every view has been complete', async (t) => {
  const complete: (() => void)[] = [];
  const view = () => ({ synced: () => new Promise<void>((resolve) => complete.push(resolve)) });
  const { queue, worked, loop } = loopOf([view(), view()]);
  const stop = new AbortController();
  queue.add('n/a');
  const running = loop.run(stop.signal);
  t.equal(loop.name, 'one');
  for (const each of [0, 1]) {
    await new Promise((resolve) => setImmediate(resolve));
    t.strictSame(worked, []);
    complete[each]?.();
  }
  while (worked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(worked, ['n/a']);
  stop.abort(stopped);
  await running;
});

t.test('a loop that is stopped while it waits for a view ends well, and works on nothing', async (t) => {
  const stop = new AbortController();
  const synced = (signal?: AbortSignal) =>
    new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  const { queue, worked, loop } = loopOf([{ synced }]);
  queue.add('n/a');
  const running = loop.run(stop.signal);
  stop.abort(stopped);
  t.equal(await running, undefined);
  t.strictSame(worked, []);
});

t.test('a failing view ends the loop with its error, without any work', async (t) => {
  const broken = new Error('broken');
  const { queue, worked, loop } = loopOf([{ synced: () => Promise.reject(broken) }]);
  queue.add('n/a');
  await t.rejects(loop.run(new AbortController().signal), broken);
  t.strictSame(worked, []);
});

t.test('a key is made of namespace and name, and can be split again', (t) => {
  const of = (metadata: object) => keyOf({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  t.equal(of({ namespace: 'n', name: 'a' }), 'n/a');
  t.equal(of({ name: 'a' }), '/a');
  t.equal(of({}), '/');
  t.strictSame(splitKey('n/a'), { namespace: 'n', name: 'a' });
  t.strictSame(splitKey('/a'), { namespace: '', name: 'a' });
  t.strictSame(splitKey('n/a/b'), { namespace: 'n', name: 'a/b' });
  t.end();
});
