import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import t, { type Test } from 'tap';

import { withSmallDisk } from '../../../../fixtures/host/small-disk.ts';
import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { DataFolderError } from '../folder/data-folder.ts';
import { openEmbeddedStore } from './embedded-store.ts';
import { StoreUnavailableError } from '../../contract/store.ts';

const run = promisify(execFile);

t.test(
  'a full disk makes the store read-only; no acknowledged write is lost, and writes work again when there is space',
  async (t) => {
    await withSmallDisk(t, 6, (disk) => fillAndFree(t, disk));
  },
);

async function fillAndFree(t: Test, disk: string): Promise<void> {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  t.teardown(() => process.off('unhandledRejection', onRejection));

  const clock = new FakeClock();
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(3 * 2 ** 20));
  const folder = join(disk, 'data');
  const store = await openEmbeddedStore({ folder, clock, log: silentLog });
  const value = Buffer.alloc(50_000, 'x');
  const commit = (key: string) => store.commit({ key, value, expected: 0 });
  let told = 0;
  let failure: unknown;
  try {
    for (; told < 200; told++) await commit(`k${told}`);
  } catch (error) {
    failure = error;
  }
  t.ok(failure instanceof StoreUnavailableError, String(failure));
  t.match(failure, { refused: true, message: 'the store is read-only: the disk is full' });
  await t.rejects(commit('another'), { message: 'the store is read-only: the disk refused the last write' });
  t.equal((await store.range({ prefix: 'k' })).entries.length, told, 'everything told can be read');
  t.equal(await store.latest(), told + 1, 'and the refused writes took no revision');

  await clock.advance(1001);
  await Promise.all([1, 2].map((at) => t.rejects(commit(`still-full-${at}`), StoreUnavailableError)));
  await rm(filler);
  await clock.advance(1001);
  const result = await commit('after');
  t.equal(result.outcome === 'committed' && result.revision, told + 2);
  await store.close();

  const again = await openEmbeddedStore({ folder, clock, log: silentLog });
  t.equal((await again.range({ prefix: '' })).entries.length, told + 1);
  await again.close();
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(rejections, [], 'no rejection is left without a handler');
}

t.test('a disk that is read-only is refused with one clear error', async (t) => {
  await withSmallDisk(t, 1, (disk) => openReadOnly(t, disk));
});

async function openReadOnly(t: Test, disk: string): Promise<void> {
  const folder = join(disk, 'data');
  const clock = new FakeClock();
  await (await openEmbeddedStore({ folder, clock, log: silentLog })).close();
  await run('mount', ['-o', 'remount,ro', disk]);
  const opening = openEmbeddedStore({ folder, clock, log: silentLog });
  await t.rejects(opening, DataFolderError);
  await t.rejects(opening, { message: new RegExp(`^the data folder ${folder} cannot be written: `) });
}
