import t, { type Test } from 'tap';

import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { engineCollector, heapUsage, idleGc } from './idle-gc.ts';

const mebibyte = 1024 * 1024;

/** A collector over memory that the test moves, after the collections that follow the start; `collected` counts. */
async function running(t: Test) {
  const clock = new FakeClock();
  const memory = {
    used: 100 * mebibyte,
    garbage: 0,
    walked: 50 * mebibyte,
    collected: 0,
    utilization: 0.01,
    pauses: 0,
  };
  const end = new AbortController();
  const ended = idleGc({
    clock,
    usage: () => ({ all: memory.used + memory.garbage, walked: memory.walked }),
    utilization: () => memory.utilization,
    collect: () => {
      memory.collected += 1;
      memory.garbage = 0;
    },
    paused: { observe: () => void (memory.pauses += 1) },
  }).run(end.signal);
  t.teardown(() => {
    end.abort();
    return ended;
  });
  const look = (): Promise<void> => clock.advance(1500);
  for (let turn = 0; turn < 10; turn += 1) await look();
  t.equal(memory.collected, 2, 'what the start left behind is collected');
  memory.collected = 0;
  return { memory, look };
}

t.test(
  'garbage of a burst is collected when it is quiet again, not before, and once more for the pages it leaves',
  async (t) => {
    const { memory, look } = await running(t);
    for (let turn = 0; turn < 10; turn += 1) {
      memory.garbage += 10 * mebibyte;
      await look();
    }
    t.equal(memory.collected, 0, 'busy');
    await look();
    t.equal(memory.collected, 1);
    for (let turn = 0; turn < 10; turn += 1) await look();
    t.equal(memory.collected, 2, 'nothing has grown since');
  },
);

t.test('slow growth adds up; what the engine collects by itself counts as collected', async (t) => {
  const { memory, look } = await running(t);
  for (let turn = 0; turn < 30; turn += 1) {
    memory.garbage += mebibyte;
    await look();
  }
  memory.garbage = 0;
  await look();
  for (let turn = 0; turn < 31; turn += 1) {
    memory.garbage += mebibyte;
    await look();
  }
  t.equal(memory.collected, 0);
  memory.garbage += mebibyte;
  await look();
  t.equal(memory.collected, 1);
});

t.test('a busy process is not paused although its memory is the same twice; pauses are measured', async (t) => {
  const { memory, look } = await running(t);
  const { pauses } = memory;
  memory.utilization = 0.8;
  memory.garbage = 200 * mebibyte;
  for (let turn = 0; turn < 4; turn += 1) await look();
  t.equal(memory.collected, 0);
  memory.utilization = 0.05;
  await look();
  t.equal(memory.collected, 1);
  t.equal(memory.pauses - pauses, 1);
});

t.test('a heap that takes long to walk through is left to the engine', async (t) => {
  const { memory, look } = await running(t);
  memory.walked = 600 * mebibyte;
  memory.garbage = 200 * mebibyte;
  for (let turn = 0; turn < 4; turn += 1) await look();
  t.equal(memory.collected, 0);
});

t.test('the collector of the engine frees buffers without references', async (t) => {
  const collect = engineCollector();
  collect();
  let held: Buffer[] | undefined = Array.from({ length: 32 }, () => Buffer.alloc(mebibyte));
  const { all } = heapUsage();
  t.equal(held.length, 32);
  held = undefined;
  // Memory of buffers is freed beside the program, a little later.
  for (let looks = 0; heapUsage().all > all - 16 * mebibyte && looks < 2_000; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    collect();
  }
  t.ok(heapUsage().all <= all - 16 * mebibyte);
});
