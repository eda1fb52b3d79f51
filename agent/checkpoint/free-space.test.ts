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

/** Ends only when it is told to. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true }));

t.test('with room the work is done, and its own failure is told', async (t) => {
  const { guard, signal } = scene();
  t.equal(await guard.run(async () => 7, signal), 7);
  await t.rejects(
    guard.run(() => Promise.reject(new Error('own')), signal),
    { message: 'own' },
  );
});

t.test('without room nothing is begun', async (t) => {
  const { disk, guard, signal } = scene();
  disk.free = 99.5 * mebibyte;
  const work = async () => t.fail('begun');
  await t.rejects(guard.run(work, signal), {
    message: 'not enough space: 99 MiB are free in /f, 100 MiB must stay free (checkpointMinimumFree)',
  });
});

t.test('work that eats up the room is cut off with the reason', async (t) => {
  const { disk, clock, guard, signal } = scene();
  const done = t.rejects(guard.run(endless, signal), { message: /not enough space: 50 MiB are free/ });
  await clock.advance(300);
  disk.free = 50 * mebibyte;
  await clock.advance(100);
  await done;
});

t.test('a disk that cannot be read is no room, and a caller that goes away ends the work', async (t) => {
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
