// The folder of an embedded store: who may use it, which format it has, which log file is the current one. One process at
// a time; every refusal is one clear error.

import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { open as openEnvironment, type RootDatabase } from 'lmdb';

import { makeFolder } from '../../shared/process/folder.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** The format this program writes. */
const folderFormat = 2;
/** The format before had no journal; a folder of it becomes one of today's when it is opened. */
const formatWithoutJournal = 1;

const manifestName = 'store.json';
const lockName = 'lock.mdb';
const logName = /^log-[0-9a-f-]+\.mdb$/;

/** The folder cannot be used. The message says why and names the folder. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** A folder that this process alone may write until `release`. */
export class DataFolder {
  readonly path: string;
  readonly temporary: boolean;
  readonly #lock: RootDatabase;
  #file: string;
  #adopted: boolean;

  private constructor(path: string, temporary: boolean, lock: RootDatabase, current: Current | undefined) {
    this.path = path;
    this.temporary = temporary;
    this.#lock = lock;
    this.#file = current?.file ?? newFile();
    this.#adopted = current?.format === folderFormat;
  }

  /** Opens the folder, making it when it is missing. Undefined: a temporary one, in memory where the host allows it. */
  static async open(path: string | undefined): Promise<DataFolder> {
    const folder = path ?? (await makeTemporaryFolder());
    const lock = await lockFolder(folder);
    try {
      const current = await currentFile(folder);
      await removeOthers(folder, current?.file ?? '/');
      return new DataFolder(folder, path === undefined, lock, current);
    } catch (error) {
      await lock.close();
      throw error;
    }
  }

  /** Path of the current log file. */
  get file(): string {
    return join(this.path, this.#file);
  }

  /** Whether its manifest stands: all files that belong to the folder must be there. */
  get adopted(): boolean {
    return this.#adopted;
  }

  /** A path for a log that is to replace the current one. */
  nextFile(): string {
    return join(this.path, newFile());
  }

  /** Makes a folder, once its files are made, one of today's format: a manifest never names a log that is not there. */
  async adopt(): Promise<void> {
    if (!this.#adopted) await this.replace(this.file);
    this.#adopted = true;
  }

  /** Makes a finished log the current one. A crash leaves either the old or the new one current. */
  async replace(next: string): Promise<void> {
    const file = basename(next);
    await syncFolder(this.path);
    await writeManifest(this.path, file);
    this.#file = file;
  }

  /** Removes a log file that is no longer open. */
  async discard(file: string): Promise<void> {
    await Promise.all([rm(file, { force: true }), rm(`${file}-lock`, { force: true })]);
  }

  /** What to throw when files of the folder say impossible things. */
  damage(what: string): DataFolderError {
    return damaged(this.path, what);
  }

  /** Whether less than a megabyte is free on its disk, as far as the disk tells. */
  async isFull(): Promise<boolean> {
    try {
      const { bavail, bsize } = await statfs(this.path);
      return bavail * bsize < 2 ** 20;
    } catch {
      return false;
    }
  }

  async release(): Promise<void> {
    await this.#lock.close();
    if (this.temporary) await rm(this.path, { recursive: true, force: true });
  }
}

/**
 * An LMDB environment of its own is the lock: each process that read it stands in its table of readers until it closes
 * it or dies (the kernel tells), also after a kill.
 */
async function lockFolder(folder: string): Promise<RootDatabase> {
  let lock: RootDatabase;
  try {
    const made = await makeFolder(folder, 0o700);
    if (made !== undefined) await syncFolder(dirname(made));
    lock = openEnvironment({ path: join(folder, lockName), noSubdir: true, maxDbs: 1, overlappingSync: false });
  } catch (error) {
    throw new DataFolderError(`the data folder ${folder} cannot be written: ${textOf(error)}`, { cause: error });
  }
  lock.readerCheck();
  const before = readers(lock);
  lock.doesExist('');
  const others = before.length > 0 ? before : readers(lock).filter((pid) => pid !== process.pid);
  const [other] = others;
  if (other === undefined) return lock;
  await lock.close();
  throw new DataFolderError(`the data folder ${folder} is in use by the process ${other}`);
}

/** Process ids in the table of readers. */
function readers(lock: RootDatabase): number[] {
  return [...lock.readerList().matchAll(/^\s*(\d+)\s+[0-9a-f]+\s/gm)].map((line) => Number(line[1]));
}

/** What a manifest says. */
interface Current {
  readonly format: number;
  /** The name of the log. */
  readonly file: string;
}

/** Undefined: the folder is new. */
async function currentFile(folder: string): Promise<Current | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { format, file } = parseManifest(folder, text);
  if (!isKnown(format)) {
    throw new DataFolderError(
      `the data folder ${folder} was written by format ${format}, this program reads ${folderFormat}`,
    );
  }
  if (!(await readdir(folder)).includes(file)) throw damaged(folder, `${file} is missing`);
  return { format, file };
}

function isKnown(format: number): boolean {
  return format === folderFormat || format === formatWithoutJournal;
}

function parseManifest(folder: string, text: string): Current {
  let manifest: { format?: unknown; file?: unknown } | null | undefined;
  try {
    manifest = JSON.parse(text) as { format?: unknown; file?: unknown } | null;
  } catch {
    // Told below.
  }
  const { format, file } = manifest ?? {};
  if (typeof format !== 'number') throw damaged(folder, `${manifestName} cannot be read`);
  // Another format may name its files as it likes.
  if (!isKnown(format)) return { format, file: '' };
  if (typeof file !== 'string' || !logName.test(file)) throw damaged(folder, `${manifestName} names no log`);
  return { format, file };
}

function damaged(folder: string, what: string): DataFolderError {
  return new DataFolderError(`the data folder ${folder} is damaged: ${what}`);
}

/** Written beside and renamed, so that a crash leaves the old or the new one. */
async function writeManifest(folder: string, file: string): Promise<void> {
  const path = join(folder, manifestName);
  await writeFile(`${path}.new`, `${JSON.stringify({ format: folderFormat, file })}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

/** Makes the names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Logs that a crash left behind while one was being replaced. */
async function removeOthers(folder: string, current: string): Promise<void> {
  const names = await readdir(folder);
  const others = names.filter((name) => name.startsWith('log-') && !name.startsWith(current));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

function newFile(): string {
  return `log-${randomUUID()}.mdb`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
