import t from 'tap';

import { BufferPool, largestPart } from './buffer-pool.ts';

t.test('memory that was given back is used again, for bodies of about the same length', async (t) => {
  const memory = new BufferPool();
  const first = memory.take(100_000);
  t.equal(first.length, 100_000);
  t.not(memory.take(100_000).buffer, first.buffer, 'not while it is in use');
  memory.giveBack(first);
  t.not(memory.take(200_000).buffer, first.buffer);
  const again = memory.take(70_000);
  t.equal(again.buffer, first.buffer);
  t.equal(again.length, 70_000);
  t.not(memory.take(70_000).buffer, first.buffer);
});

t.test('small bodies, very large ones and memory from elsewhere are not kept', async (t) => {
  const memory = new BufferPool();
  for (const length of [0, 10, largestPart + 1]) {
    const body = memory.take(length);
    t.equal(body.length, length);
    memory.giveBack(body);
    if (length > largestPart) t.not(memory.take(length).buffer, body.buffer);
  }
  const foreign = Buffer.alloc(100_000);
  memory.giveBack(foreign);
  t.not(memory.take(100_000).buffer, foreign.buffer);
});

t.test('the pool is bounded', async (t) => {
  const memory = new BufferPool();
  const taken = Array.from({ length: 12 }, () => memory.take(largestPart));
  for (const buffer of taken) memory.giveBack(buffer);
  const known = new Set(taken.map((buffer) => buffer.buffer));
  const reused = Array.from({ length: 12 }, () => memory.take(largestPart)).filter((one) => known.has(one.buffer));
  t.equal(reused.length, 8);
});
