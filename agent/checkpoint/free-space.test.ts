// Nothing is begun without room, and what eats up the room is cut off.

import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { freeSpaceGuard } from './free-space.ts';

const mebibyte = 1024 * 1024;

function scene() {
  const disk = { total: 1000 * mebibyte, free: 500 * mebibyte, fault: undefined as Error | undefined };
  const clock = new FakeClock();
  const guard = freeSpaceGuard({
    folder: '/f',
    kept: (total) => total / 10,
    clock,
    read: async () => {
      if (disk.fault !== undefined) throw disk.fault;
      return disk;
    },
  });
  return { disk, clock, guard, signal: new AbortController().signal };
}

/** Ends only when the signal aborts. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true }));

t.test('with enough space the work runs, and its own error is passed on', async (t) => {
  const { guard, signal } = scene();
  t.equal(await guard.run(async () => 7, signal), 7);
  await t.rejects(
    guard.run(() => Promise.reject(new Error('own')), signal),
    { message: 'own' },
  );
});

t.test('without enough space the work does not start', async (t) => {
  const { disk, guard, signal } = scene();
  disk.free = 99.5 * mebibyte;
  const work = async () => t.fail('begun');
  await t.rejects(guard.run(work, signal), {
    message: 'not enough space: 99 MiB are free in /f, 100 MiB must stay free (checkpointMinimumFree)',
  });
});

t.test('work that uses up the space is aborted with the reason', async (t) => {
  const { disk, clock, guard, signal } = scene();
  const done = t.rejects(guard.run(endless, signal), { message: /not enough space: 50 MiB are free/ });
  await clock.advance(300);
  disk.free = 50 * mebibyte;
  await clock.advance(100);
  await done;
});

t.test('an unreadable disk counts as full, and the signal of the caller aborts the work', async (t) => {
  const { disk, guard } = scene();
  const gone = new AbortController();
  const done = t.rejects(guard.run(endless, gone.signal));
  gone.abort();
  await done;
  disk.fault = new Error('EIO');
  await t.rejects(
    guard.run(async () => 1, new AbortController().signal),
    { message: 'EIO' },
  );
});
