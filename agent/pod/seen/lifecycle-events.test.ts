// What is noticed of a runtime: by its events while they come, by lists while they do not.

import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import type { ContainerEvent } from '../../cri/pod-runtime.ts';
import { type ContainerState, RuntimeError, type RuntimeFailure } from '../../cri/runtime.ts';
import { lifecycleEvents } from './lifecycle-events.ts';

/** A runtime whose stream of events the test drives. */
function scene(t: Test) {
  const clock = new FakeClock();
  const metrics = createMetrics();
  const stop = new AbortController();
  const changes: (readonly string[])[] = [];
  const containers = new Map<string, ContainerState>();
  let lists = 0;
  const streams: { readonly tell: (event: ContainerEvent) => void; readonly end: (how: RuntimeFailure) => void }[] = [];
  const running = lifecycleEvents({
    runtime: {
      sandboxStates: async () =>
        ['a', 'b', 'c', 'd'].map((id) => ({ id: `sandbox-${id}`, podUid: `uid-${id}`, ready: true })),
      containerStates: async () => {
        lists += 1;
        return [...containers].map(([id, state]) => ({ id, sandboxId: `sandbox-${id}`, state }));
      },
    },
    podRuntime: {
      followEvents: (tell, signal) =>
        new Promise((_, reject) => {
          const end = (how: RuntimeFailure): void => reject(new RuntimeError(how, 'ended'));
          signal.addEventListener('abort', () => end('aborted'), { once: true });
          streams.push({ tell, end });
        }),
    },
    metrics,
    clock,
    changed: (uids) => {
      if (uids.size > 0) changes.push([...uids]);
    },
  }).run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  /** The first list has shown the sandboxes. */
  const begun = async (): Promise<void> => {
    await clock.untilSleeping(2);
    changes.length = 0;
  };
  return { clock, metrics, changes, containers, streams, begun, lists: () => lists };
}

const started = (id: string, podUid?: string): ContainerEvent => ({ id, what: 'started', podUid, isSandbox: false });

t.test('an event names its pod at once, and lists become rare while events may come', async (t) => {
  const { clock, changes, containers, streams, begun, lists } = scene(t);
  await begun();
  t.equal(lists(), 1);
  await clock.advance(2_000);
  const settled = lists();
  streams[0]?.tell(started('a', 'uid-a'));
  t.strictSame(changes, [['uid-a']]);
  await clock.advance(9_000);
  t.ok(lists() - settled <= 1, 'a list in nine seconds at most');
  containers.set('a', 'running');
  await clock.advance(2_000);
  t.strictSame(changes, [['uid-a']], 'the list shows nothing that the event did not tell');
  containers.set('b', 'running');
  await clock.advance(10_000);
  t.strictSame(changes, [['uid-a'], ['uid-b']], 'an event that was lost is made up for by a list');
});

t.test('an event without a pod is looked into by a list', async (t) => {
  const { clock, changes, containers, streams, begun, lists } = scene(t);
  await begun();
  await clock.advance(3_000);
  const before = lists();
  containers.set('c', 'running');
  streams[0]?.tell(started('c'));
  await clock.advance(0);
  t.equal(lists(), before + 1);
  t.strictSame(changes, [['uid-c']]);
  containers.delete('c');
  streams[0]?.tell({ id: 'c', what: 'deleted', podUid: undefined, isSandbox: false });
  t.strictSame(changes.at(-1), ['uid-c'], 'of what is known the pod is known');
  t.equal(lists(), before + 1);
});

t.test('a stream that breaks is made up for at once, and opened again', async (t) => {
  const { clock, metrics, containers, changes, streams, begun, lists } = scene(t);
  await begun();
  await clock.advance(3_000);
  containers.set('d', 'running');
  const before = lists();
  streams[0]?.end('unavailable');
  await clock.advance(0);
  t.equal(lists(), before + 1);
  t.strictSame(changes, [['uid-d']]);
  await clock.advance(1_000);
  t.equal(streams.length, 2);
  t.match(await metrics.render(), 'kubelet_evented_pleg_connection_error_count 1');
});

t.test('a runtime without events is listed every second, and seldom asked for them', async (t) => {
  const { clock, streams, begun, lists } = scene(t);
  await begun();
  streams[0]?.end('unimplemented');
  const before = lists();
  await clock.advance(60_000);
  t.ok(lists() - before >= 59, String(lists() - before));
  t.equal(streams.length, 1);
});
