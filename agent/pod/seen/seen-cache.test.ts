// When the runtime is asked anew about a pod.

import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import { type Runtime, RuntimeError } from '../../cri/runtime.ts';
import { SeenCache } from './seen-cache.ts';

function scene() {
  const clock = new FakeClock();
  const state: { asked: number; fault?: Error; during?: () => void } = { asked: 0 };
  const runtime = {
    listSandboxes: async () => {
      state.asked += 1;
      state.during?.();
      if (state.fault !== undefined) throw state.fault;
      return [];
    },
    listContainers: async () => [],
  } as unknown as Runtime;
  const cache = new SeenCache({ runtime, podRuntime: {} as PodRuntime, rootDirectory: '/none', clock });
  return { clock, state, cache, read: () => cache.read('u', new AbortController().signal) };
}

t.test('it is asked once until something changes, and after five minutes in any case', async (t) => {
  const { clock, state, cache, read } = scene();
  const first = await read();
  t.equal(await read(), first);
  t.equal(state.asked, 1);
  cache.outdate();
  await read();
  t.equal(state.asked, 2);
  await clock.advance(299_000);
  await read();
  t.equal(state.asked, 2);
  await clock.advance(1_000);
  await read();
  t.equal(state.asked, 3);
});

t.test('what changes while it is read is read again, and so is what could not be read', async (t) => {
  const { state, cache, read } = scene();
  state.during = () => cache.outdate();
  await read();
  delete state.during;
  await read();
  t.equal(state.asked, 2);
  cache.outdate();
  state.fault = new RuntimeError('unavailable', 'gone');
  await t.rejects(read(), { message: 'gone' });
  delete state.fault;
  await read();
  t.equal(state.asked, 4);
});
