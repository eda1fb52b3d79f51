// The child process of the crash test: writers (64, or as many as it is told) that note each acknowledged revision in a file
// with one system call, until the process is killed. Meanwhile history is compacted and the file written anew, as often as it
// can be.

import { openSync, writeSync } from 'node:fs';

import { silentLog } from '../../shared/process/log.ts';
import { systemClock } from '../../shared/process/system-clock.ts';
import { openEmbeddedStore } from './embedded-store.ts';

const [, , folder = '', acknowledged = '', writers = '64'] = process.argv;
const store = await openEmbeddedStore({
  folder,
  clock: systemClock,
  log: silentLog,
  slackBytes: 200_000,
  journalBytes: 300_000,
});
const file = openSync(acknowledged, 'a');
process.send?.('ready');

async function write(key: string): Promise<never> {
  let revision = (await store.get(key))?.revision ?? 0;
  for (let count = 0; ; count++) {
    const value = Buffer.alloc(500 + (count % 3000), 'x');
    const result = await store.commit({ key, value, expected: revision });
    if (result.outcome === 'conflict') throw new Error(`${key} was written by somebody else`);
    revision = result.revision;
    writeSync(file, `${key} ${revision}\n`);
  }
}

async function compact(): Promise<never> {
  for (;;) {
    await systemClock.sleep(10);
    await store.compact(Math.max(1, (await store.latest()) - 200));
  }
}

await Promise.all([
  compact(),
  ...Array.from({ length: Number(writers) }, (_, writer) => write(`/registry/core/crash/${writer}`)),
]);
