// Data folders of the formats before become folders of today when they are opened, with everything in them.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { open as openEnvironment } from 'lmdb';
import t, { type Test } from 'tap';

import { FakeClock } from '../../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../../shared/process/log/log.ts';
import { type EmbeddedStore, openEmbeddedStore } from '../engine/embedded-store.ts';
import { frameOf, type LogEntry } from '../wal/frame.ts';
import { encodeRecord } from '../log/log-record.ts';

const clock = new FakeClock();
const file = 'log-0000.mdb';
const remedy = 'restore the folder from a copy, or remove it to start empty';

function open(folder: string): Promise<EmbeddedStore> {
  return openEmbeddedStore({ folder, clock, log: silentLog });
}

function records(from: number, to: number): LogEntry[] {
  return Array.from({ length: to - from }, (_, at) => {
    const value = Buffer.alloc(3000, 'x');
    return { revision: from + at, record: encodeRecord({ key: `k${from + at}`, value, previous: 0, expires: 0 }) };
  });
}

/** A folder as it was written before: records 12 to 20 in the log, history up to 11 forgotten. */
async function older(t: Test, format: number): Promise<string> {
  const folder = join(t.testdir({}), 'data');
  await mkdir(folder);
  await writeFile(join(folder, 'store.json'), `${JSON.stringify({ format, file })}\n`);
  const log = openEnvironment<Buffer, number>({
    path: join(folder, file),
    noSubdir: true,
    encoding: 'binary',
    maxDbs: 1,
  });
  const compacted = Buffer.alloc(8);
  compacted.writeDoubleBE(11);
  await log.put(0, compacted);
  for (const { revision, record } of records(12, 21)) await log.put(revision, record);
  await log.close();
  return folder;
}

/** Frames of one pass over a journal of format 2. */
function pass(...frames: readonly (readonly LogEntry[])[]): Buffer {
  return Buffer.concat([...frames.map((entries) => frameOf(entries, Buffer.alloc(8, 'pass'))), Buffer.alloc(500)]);
}

async function holds(t: Test, folder: string, last: number): Promise<void> {
  for (const round of ['first', 'second']) {
    const store = await open(folder);
    t.equal(await store.latest(), last, round);
    const { entries } = await store.range({ prefix: 'k' });
    t.equal(entries.length, last - 11);
    t.ok(entries.every(({ key, revision, value }) => key === `k${revision}` && value.length === 3000));
    await t.rejects(store.range({ prefix: 'k', revision: 10 }), { name: 'CompactedError' });
    await store.close();
  }
  t.match(await readFile(join(folder, 'store.json'), 'utf8'), '"format":3');
  t.strictSame(
    (await readdir(folder)).filter((name) => name.startsWith('log-') && name.includes('.mdb')),
    [],
    'nothing of the old log is left',
  );
}

t.test('a folder of format 1 is opened', async (t) => holds(t, await older(t, 1), 20));

t.test('a folder of format 2 is opened with the records that only its write-ahead log has', async (t) => {
  const folder = await older(t, 2);
  const whole = pass(records(21, 23), records(23, 24), records(24, 26));
  // Cut off in the last frame, which was never acknowledged.
  const end = whole.length - 500;
  await writeFile(join(folder, 'journal-0'), Buffer.concat([whole.subarray(0, end - 10), Buffer.alloc(510)]));
  await writeFile(join(folder, 'journal-1'), pass(records(15, 18)));
  await holds(t, folder, 23);
});

t.test('a damaged folder of format 2 is refused, and stays as it is', async (t) => {
  const folder = await older(t, 2);
  const whole = pass(records(21, 23), records(23, 24));
  await writeFile(join(folder, 'journal-0'), whole);
  await t.rejects(open(folder), {
    message: `the data folder ${folder} is damaged: journal-1 is missing; ${remedy}`,
  });
  await writeFile(join(folder, 'journal-1'), pass(records(25, 26)));
  await t.rejects(open(folder), {
    message: `the data folder ${folder} is damaged: revision 24 is missing in its journal; ${remedy}`,
  });
  await writeFile(join(folder, 'journal-1'), '');
  for (const at of [0, 10, 40]) {
    const broken = Buffer.from(whole);
    broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
    await writeFile(join(folder, 'journal-0'), broken);
    await t.rejects(open(folder), { message: /is damaged: journal-0: a frame is broken; restore/ }, `byte ${at}`);
  }
  await writeFile(join(folder, 'journal-0'), whole);
  await holds(t, folder, 23);
});

t.test(
  'a log of LMDB that is none, or lost its end, is refused, where the library would end the process',
  async (t) => {
    const folder = await older(t, 1);
    const path = join(folder, file);
    const whole = await readFile(path);
    const page = 4096;
    for (const [bytes, fault] of [
      [Buffer.from('hello'), 'is no data file'],
      [Buffer.alloc(whole.length, 7), 'is no data file'],
      [Buffer.concat([whole.subarray(0, page), Buffer.alloc(whole.length - page)]), 'is no data file'],
      [whole.subarray(0, 2 * page), 'lacks its end'],
    ] as const) {
      await writeFile(path, bytes);
      await t.rejects(open(folder), { message: `the data folder ${folder} is damaged: ${file} ${fault}; ${remedy}` });
    }
    await writeFile(path, whole);
    await holds(t, folder, 20);
  },
);
