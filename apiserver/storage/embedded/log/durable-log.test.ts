import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';

import { DurableLog } from './durable-log.ts';
import type { LogEntry } from '../wal/frame.ts';

const id = Buffer.from('of tests');

function records(from: number, count: number, length = 8192): LogEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const record = Buffer.alloc(length, 'x');
    record.writeUInt32BE(from + index);
    return { revision: from + index, record };
  });
}

function pathOf(t: Test): string {
  return join(t.testdir({}), 'log');
}

async function revisionsOf(log: DurableLog): Promise<number[]> {
  const revisions: number[] = [];
  for await (const entries of log.scan()) {
    for (const { revision, record } of entries) {
      if (record.readUInt32BE() !== revision) throw new Error(`record ${revision} is another one`);
      revisions.push(revision);
    }
  }
  return revisions;
}

const upTo = (end: number): number[] => Array.from({ length: end - 1 }, (_, at) => at + 2);

t.test('records are read by revision, in order, and after the file is opened again', async (t) => {
  const path = pathOf(t);
  const log = await DurableLog.create(path, id);
  for (let from = 2; from < 1202; from += 200) await log.write({ records: records(from, 200) });
  // Larger than what is read at once.
  await log.write({ records: records(1202, 1, 5 * 2 ** 20) });
  await log.write({ records: records(1203, 1) });
  t.strictSame(await revisionsOf(log), upTo(1203));
  t.strictSame(
    log.read(700, 3).map(({ revision }) => revision),
    [701, 702, 703],
  );
  await log.close();
  const again = await DurableLog.open(path, id);
  t.strictSame(await revisionsOf(again), upTo(1203));
  t.equal(again.get(1202)?.length, 5 * 2 ** 20);
  t.equal(again.get(1204), undefined);
  t.equal(again.last, 1203);
  t.equal(again.brokenBytes, 0);
  await again.close();
});

t.test('removed records and compactions are durable', async (t) => {
  const path = pathOf(t);
  const log = await DurableLog.create(path, id);
  await log.write({ records: records(2, 5000, 100) });
  await log.write({ compacted: 4000 });
  await log.write({ removals: upTo(4000) });
  await log.write({ removals: [5001, 5001, 9999] });
  for (const open of [log, await DurableLog.open(path, id)]) {
    t.equal(open.compacted, 4000);
    t.equal(open.last, 5001, 'the revision of a record that was removed counts');
    t.equal(open.recordBytes, 1000 * 100);
    t.equal((await revisionsOf(open)).length, 1000);
    t.equal(open.get(4000), undefined);
    await open.close();
  }
});

t.test('records of one read share no memory with others', async (t) => {
  const log = await DurableLog.create(pathOf(t), id);
  await log.write({ records: records(2, 10, 1000) });
  for (const { record } of log.read(0, 10)) t.equal(record.buffer.byteLength, 1000);
  await log.close();
});

t.test('a broken frame ends the log, and the next write takes its place', async (t) => {
  const path = pathOf(t);
  const log = await DurableLog.create(path, id);
  await log.write({ records: records(2, 2, 100) });
  const { size } = log;
  await log.write({ records: records(4, 2, 100) });
  await log.close();
  const whole = await readFile(path);
  for (let at = size; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at);
    await writeFile(path, flipped);
    const broken = await DurableLog.open(path, id);
    if (broken.last !== 3 || broken.brokenBytes !== whole.length - size) t.fail(`byte ${at}`);
    await broken.close();
  }
  const broken = await DurableLog.open(path, id);
  await broken.cutBroken();
  await broken.write({ records: records(4, 1, 100) });
  await broken.close();
  const again = await DurableLog.open(path, id);
  t.strictSame(await revisionsOf(again), [2, 3, 4]);
  t.equal(again.brokenBytes, 0);
  await again.close();
});

t.test('frames of another folder do not count', async (t) => {
  const path = pathOf(t);
  const log = await DurableLog.create(path, id);
  await log.write({ records: records(2, 2, 100) });
  await log.close();
  const other = `${path}-other`;
  const another = await DurableLog.create(other, Buffer.from('another!'));
  await another.write({ records: records(4, 2, 100) });
  await another.close();
  await appendFile(path, await readFile(other));
  const again = await DurableLog.open(path, id);
  t.equal(again.last, 3);
  await again.close();
});

t.test('writes that are begun together follow each other', async (t) => {
  const log = await DurableLog.create(pathOf(t), id);
  await log.write({ records: records(2, 10, 100) });
  await Promise.all([log.write({ records: records(12, 10, 100) }), log.write({ removals: [2, 3] })]);
  t.strictSame(await revisionsOf(log), upTo(21).slice(2));
  await log.close();
});

t.test('a closed log rejects calls', async (t) => {
  const log = await DurableLog.create(pathOf(t), id);
  await log.write({ records: records(2, 1) });
  await log.close();
  t.throws(() => log.get(2), { message: /^the log .* is closed$/ });
  await t.rejects(log.write({ records: records(3, 1) }), { message: /^the log .* is closed$/ });
});
