// Data folders of the formats before: a log of LMDB, and from format 2 on a write-ahead log whose frames had a number of
// their own for each pass over the file. They are read once, and converted to the current format.

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { open as openEnvironment } from 'lmdb';

import type { DataFolder } from './data-folder.ts';
import type { DurableLog } from '../log/durable-log.ts';
import { claimedLength, endOfFrame, frameHead, idLength, type LogEntry, recordHead, recordsIn } from '../wal/frame.ts';
import { journalNames } from '../wal/write-ahead-log.ts';
import { faultOfLmdbFile } from './lmdb-header.ts';

/** The first format with a write-ahead log. */
const formatWithJournal = 2;
/** Where the log kept the compacted revision; records start at 2. */
const compactedAt = 0;
/** Records copied before others get a turn. */
const chunkSize = 500;

/** Copies what an older folder holds into a log. Throws DataFolderError when it is damaged. Changes nothing in the folder. */
export async function copyOlder(folder: DataFolder, target: DurableLog): Promise<void> {
  await copyLog(folder, target);
  if (folder.before?.format !== formatWithJournal) return;
  const records = await journalRecords(folder, target.last);
  // A new store's first revision is 2.
  const first = Math.max(target.last, 1) + 1;
  const gap = records.findIndex(({ revision }, at) => revision !== first + at);
  if (gap >= 0) throw folder.damage(`revision ${first + gap} is missing in its journal`);
  if (records.length > 0) await target.write({ records });
}

async function copyLog(folder: DataFolder, target: DurableLog): Promise<void> {
  const fault = await faultOfLmdbFile(folder.file);
  if (fault !== undefined) throw folder.damage(`${basename(folder.file)} ${fault}`);
  const log = openEnvironment<Buffer, number>({
    path: folder.file,
    noSubdir: true,
    encoding: 'binary',
    maxDbs: 1,
    readOnly: true,
  });
  try {
    for (let last = compactedAt; ; await turn()) {
      const records: LogEntry[] = [];
      for (const { key, value } of log.getRange({ start: last + 1, limit: chunkSize }))
        records.push({ revision: key, record: value });
      if (records.length === 0) break;
      await target.write({ records });
      last = records.at(-1)?.revision ?? last;
    }
    const compacted = log.getBinary(compactedAt)?.readDoubleBE(0);
    if (compacted !== undefined) await target.write({ compacted });
  } finally {
    await log.close();
  }
}

/** What the write-ahead log holds after a revision, ascending. */
async function journalRecords(folder: DataFolder, last: number): Promise<readonly LogEntry[]> {
  const files = await Promise.all(
    journalNames.map(async (name) => ({ name, ...framesOf(await journalBytes(folder, name)) })),
  );
  const entries = files.flatMap(({ records }) => records).filter(({ revision }) => revision > last);
  const end = entries.reduce((most, { revision }) => Math.max(most, revision), last);
  for (const { name, behind } of files) {
    // Frames of a pass before are behind the last one; the log has what was in them.
    if (behind > end) throw folder.damage(`${name}: a frame is broken`);
  }
  return entries.sort((left, right) => left.revision - right.revision);
}

async function journalBytes(folder: DataFolder, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder.path, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw folder.damage(`${name} is missing`);
    throw error;
  }
}

/** The records of the last pass, which has the number of the first frame; and the last revision in whole frames behind it. */
function framesOf(bytes: Buffer): { readonly records: readonly LogEntry[]; readonly behind: number } {
  const pass = bytes.subarray(frameHead - idLength, frameHead);
  const records: LogEntry[] = [];
  let at = 0;
  for (let end = endOfFrame(bytes, at, pass); end !== undefined; end = endOfFrame(bytes, at, pass)) {
    // In memory of their own: the file may be large.
    for (const { revision, record } of recordsIn(bytes.subarray(at + frameHead, end)))
      records.push({ revision, record: Buffer.from(record) });
    at = end;
  }
  return { records, behind: lastBehind(bytes.subarray(at)) };
}

/** 0: there is no whole frame. Of which pass one is, cannot be known: every offset is tried. */
function lastBehind(bytes: Buffer): number {
  let last = 0;
  for (let at = 0; at + frameHead + recordHead < bytes.length; at += 1) {
    const length = claimedLength(bytes, at) - frameHead;
    // The first record must fit in: so few other bytes are taken for a frame that their checksums are tried.
    if (length <= recordHead || at + frameHead + length > bytes.length) continue;
    if (recordHead + bytes.readUInt32BE(at + frameHead + 8) > length) continue;
    if (!Number.isSafeInteger(bytes.readDoubleBE(at + frameHead))) continue;
    const end = endOfFrame(bytes, at, bytes.subarray(at + frameHead - idLength, at + frameHead));
    if (end === undefined) continue;
    last = Math.max(last, recordsIn(bytes.subarray(at + frameHead, end)).at(-1)?.revision ?? 0);
    at = end - 1;
  }
  return last;
}
