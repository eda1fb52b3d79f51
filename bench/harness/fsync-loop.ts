// The floor under every durable commit: how often this disk flushes a small append, one after the other.

import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Flushes of 1 KiB appends per second in `folder`, measured for `milliseconds`. The file is removed. */
export async function measureFlushes(folder: string, milliseconds: number): Promise<number> {
  const path = join(folder, 'fsync-loop.tmp');
  const file = await open(path, 'w');
  const block = Buffer.alloc(1024, 'x');
  try {
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < milliseconds; count++) {
      await file.write(block);
      await file.datasync();
    }
    return count / ((performance.now() - start) / 1000);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
