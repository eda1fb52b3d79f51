import t from 'tap';
import type { Clock } from '../../shared/process/time/clock.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { type Runtime, RuntimeError } from './runtime.ts';
import { runtimeMonitor } from './runtime-monitor.ts';

function scene(t: { teardown(end: () => Promise<void>): unknown }) {
  const clock = new FakeClock();
  const abort = new AbortController();
  /** `stall`: milliseconds by which time went on while nothing ran. */
  const state = { failing: false, hanging: false, stall: 0, version: '1.0', calls: [] as string[] };
  const answer = <T>(name: string, value: () => T) => {
    return async (): Promise<T> => {
      state.calls.push(name);
      if (state.hanging) {
        return new Promise((_, reject) => abort.signal.addEventListener('abort', () => reject(new Error('the end'))));
      }
      if (state.failing) throw new RuntimeError('unavailable', 'gone');
      return value();
    };
  };
  const unused = answer('unused', (): never => {
    throw new TypeError('not part of the scene');
  });
  const runtime: Runtime = {
    version: answer('version', () => ({
      runtimeName: 'r',
      runtimeVersion: state.version,
      runtimeApiVersion: 'v1',
    })),
    status: answer('status', () => ({ conditions: [], handlers: [], supplementalGroupsPolicy: undefined })),
    listImages: answer('images', () => [{ id: 'i', tags: [], digests: [], sizeBytes: 1, pinned: false }]),
    sandboxImage: answer('sandboxImage', () => ''),
    filesystems: answer('filesystems', () => ({
      images: [{ at: 0, mountpoint: '/images' }],
      containers: [{ at: 0, mountpoint: '/containers' }],
    })),
    cgroupDriver: unused,
    setPodCidrs: unused,
    listSandboxes: unused,
    listContainers: unused,
    sandboxStates: unused,
    containerStates: unused,
    containerStatus: unused,
    sandboxPid: unused,
    containerPid: unused,
    checkpoint: unused,
    sandboxUsage: unused,
    containerUsage: unused,
    close: () => {},
  };
  const stalling: Clock = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic() + state.stall,
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal),
  };
  const monitor = runtimeMonitor({ runtime, clock: stalling, log: silentLog });
  const ended = monitor.run(abort.signal);
  t.teardown(async () => {
    abort.abort();
    await ended;
  });
  return { clock, state, monitor };
}

t.test('a runtime that answers is seen at once, with version, images and where they lie', async (t) => {
  const { clock, monitor } = scene(t);
  t.equal(monitor.view().state, 'unknown');
  await clock.advance(0);
  t.match(monitor.view(), {
    state: 'answers',
    version: { runtimeName: 'r' },
    images: [{ id: 'i' }],
    imageMountpoint: '/images',
    containerMountpoint: '/containers',
  });
});

t.test('it is asked every five seconds, for images every thirty', async (t) => {
  const { clock, state } = scene(t);
  await clock.advance(29_999);
  t.equal(state.calls.filter((name) => name === 'status').length, 6);
  t.equal(state.calls.filter((name) => name === 'images').length, 1);
  await clock.advance(1);
  t.equal(state.calls.filter((name) => name === 'images').length, 2);
});

t.test('after 30 seconds without a response it is down; when it responds, its version is read again', async (t) => {
  const { clock, state, monitor } = scene(t);
  await clock.advance(0);
  state.failing = true;
  await clock.advance(30_000);
  t.equal(monitor.view().state, 'answers');
  await clock.advance(1);
  t.equal(monitor.view().state, 'down');
  t.ok((monitor.lastRound() ?? 0) >= 30_000, 'the loop itself goes on');
  state.failing = false;
  state.version = '2.0';
  await clock.advance(5_000);
  t.match(monitor.view(), { state: 'answers', version: { runtimeVersion: '2.0' } });
});

t.test('after a suspension of the host the runtime is not down before it was asked', async (t) => {
  const { clock, state, monitor } = scene(t);
  await clock.advance(12_000);
  state.stall = 600_000;
  t.equal(monitor.view().state, 'answers', 'the runtime was not asked meanwhile');
  await clock.advance(3_000);
  t.equal(monitor.view().state, 'answers');
  state.stall = 1_200_000;
  state.failing = true;
  await clock.advance(5_000);
  t.equal(monitor.view().state, 'down', 'it was asked and did not answer');
});

t.test('a runtime that never ends its answer is down as soon as one that refuses', async (t) => {
  const { clock, state, monitor } = scene(t);
  await clock.advance(0);
  state.hanging = true;
  await clock.advance(30_000);
  t.equal(monitor.view().state, 'answers');
  await clock.advance(1);
  t.equal(monitor.view().state, 'down');
});
