// How often this disk makes 1 KB durable when one writer waits for each: the bound of an unbatched store.

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { diskFolder } from '../target.ts';

/** Durable appends in a second. */
export function fsyncLoop(seconds: number): number {
  const folder = mkdtempSync(join(diskFolder(), 'orchkit-fsync-'));
  const file = openSync(join(folder, 'log'), 'w');
  const block = Buffer.alloc(1024, 'x');
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < seconds * 1000) {
    writeSync(file, block);
    fsyncSync(file);
    count += 1;
  }
  const elapsed = (performance.now() - begin) / 1000;
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  return count / elapsed;
}
