import t from 'tap';

import { blockMemory } from './block-memory.ts';

t.test('memory of a block has the length that was asked for and can be read like any other', (t) => {
  for (const length of [0, 1, 32 * 1024 - 1, 32 * 1024, 100_001]) {
    const block = blockMemory(length);
    t.equal(block.length, length);
    block.fill(7);
    const copy = Buffer.alloc(length);
    block.copy(copy);
    t.equal(block.equals(copy) && copy.every((byte) => byte === 7), true, `${length} bytes`);
  }
  t.end();
});
