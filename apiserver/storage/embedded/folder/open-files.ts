// Opens the files of a data folder and checks that nothing acknowledged is missing in them: every record behind the last one
// of the log must be in the write-ahead log, without a gap, up to the last revision that was acknowledged. What a crash cut
// off is behind that revision.

import { join } from 'node:path';

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import { AcknowledgedMark, markName } from './acknowledged-mark.ts';
import type { DataFolder } from './data-folder.ts';
import { DurableLog } from '../log/durable-log.ts';
import { WriteAheadLog, journalNames } from '../wal/write-ahead-log.ts';
import { copyOlder } from './older-folder.ts';

export interface OpenFilesOptions {
  readonly journalBytes: number;
  /** Whether records are on the disk when they count as written. Default true. */
  readonly flush?: boolean | undefined;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

export interface OpenFiles {
  readonly current: DurableLog;
  readonly journal: WriteAheadLog;
  readonly mark: AcknowledgedMark;
}

interface Closable {
  close(): Promise<void>;
}

/** Makes the files of a new folder, and those of today from an older one. Throws DataFolderError, or the system's error. */
export async function openFiles(folder: DataFolder, options: OpenFilesOptions): Promise<OpenFiles> {
  const opened: Closable[] = [];
  const keep = <File extends Closable>(file: File): File => {
    opened.push(file);
    return file;
  };
  try {
    const create = !folder.adopted;
    const older = create && folder.before !== undefined;
    const path = older ? folder.nextFile() : folder.file;
    const current = keep(await (create ? DurableLog.create(path, folder.id) : DurableLog.open(path, folder.id)));
    if (older) await copyOlder(folder, current);
    const journal = keep(await openJournal(folder, options));
    const mark = keep(await openMark(folder));
    if (create) {
      await mark.settle(Math.max(current.last, 1));
      await adopt(folder, current);
    }
    await check(folder, { current, journal, mark }, options.log);
    return { current, journal, mark };
  } catch (error) {
    for (const file of opened) await file.close();
    throw error;
  }
}

/** Makes the log the current one, now that the other files are there. */
async function adopt(folder: DataFolder, current: DurableLog): Promise<void> {
  const before = folder.file;
  await folder.replace(current.path);
  if (before === current.path) return;
  await folder.discard(before);
  await folder.discard(`${before}-lock`);
}

async function openJournal(
  folder: DataFolder,
  { journalBytes, clock, flush = true }: OpenFilesOptions,
): Promise<WriteAheadLog> {
  try {
    return await WriteAheadLog.open(folder.path, {
      id: folder.id,
      create: !folder.adopted,
      turnBytes: journalBytes,
      flush,
      clock,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw folder.damage(`its journal is missing (${journalNames.join(', ')})`);
  }
}

/** What to do when writes are lost for good. */
const acceptLoss = `restore the folder from a copy, or, to go on without what is lost, empty its file ${markName}`;

async function openMark(folder: DataFolder): Promise<AcknowledgedMark> {
  try {
    return await AcknowledgedMark.open(join(folder.path, markName), !folder.adopted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const what = `${markName} is missing, so the loss of the last writes would not be seen`;
    throw folder.damage(what, `restore the folder from a copy, or make an empty ${markName} to go on`);
  }
}

async function check(folder: DataFolder, { current, journal, mark }: OpenFiles, log: Log): Promise<void> {
  // A new store's first revision is 2.
  const last = Math.max(current.last, 1);
  const missing = await journal.recover(last);
  const broken = current.brokenBytes;
  const where = broken === 0 ? '' : `, and ${broken} bytes at the end of ${current.path} cannot be read`;
  if (missing !== undefined) throw folder.damage(`revision ${missing} is missing in its journal${where}`);
  const end = journal.last ?? last;
  const { revision: acknowledged, whole } = await mark.read();
  if (acknowledged !== undefined && acknowledged > end)
    throw folder.damage(`it ends at revision ${end}, but ${acknowledged} was acknowledged${where}`, acceptLoss);
  if (!whole)
    log.warn('the mark of the last acknowledged write was damaged or empty; it is written again', { file: markName });
  if (broken > 0) {
    log.warn('the end of the log could not be read; the write-ahead log has its records', {
      file: current.path,
      bytes: broken,
    });
    await current.cutBroken();
  }
  await mark.settle(end).catch((error: unknown) => {
    log.warn('the mark of the last acknowledged write could not be set', { error });
  });
}
