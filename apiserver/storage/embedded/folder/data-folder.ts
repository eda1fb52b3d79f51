// The folder of an embedded store: its lock, its format, and its current log file. One process at
// a time; every refusal is one clear error.

import { randomBytes, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { open as openEnvironment, type RootDatabase } from 'lmdb';

import { makeFolder } from '../../../../shared/process/host/folder.ts';
import { markName } from './acknowledged-mark.ts';
import { idLength } from '../wal/frame.ts';
import { journalNames } from '../wal/write-ahead-log.ts';
import { faultOfUnwrittenFile } from './lmdb-header.ts';
import { isOlder, type Manifest, manifestText, parseManifest } from './manifest.ts';

const manifestName = 'store.json';
const lockName = 'lock.mdb';

/** The folder cannot be used. The message says why and names the folder. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** A folder that this process alone may write until `release`. */
export class DataFolder {
  readonly path: string;
  /** What all frames in it carry. It cannot be guessed from outside. */
  readonly id: Buffer;
  readonly #lock: RootDatabase;
  /** Undefined: the folder is new. */
  readonly #before: Manifest | undefined;
  #file: string;
  #adopted: boolean;

  private constructor(path: string, lock: RootDatabase, before: Manifest | undefined) {
    this.path = path;
    this.#lock = lock;
    this.#before = before;
    this.#adopted = before !== undefined && !isOlder(before);
    this.id = before?.id ?? randomBytes(idLength);
    this.#file = before?.file ?? newFile();
  }

  /** Opens the folder, making it when it is missing. */
  static async open(folder: string): Promise<DataFolder> {
    const lock = await lockFolder(folder);
    try {
      const current = await currentManifest(folder);
      await removeOthers(folder, current?.file ?? '/');
      return new DataFolder(folder, lock, current);
    } catch (error) {
      await lock.close();
      throw error;
    }
  }

  /** Path of the current log file. */
  get file(): string {
    return join(this.path, this.#file);
  }

  /** What the manifest said when the folder was opened; undefined: the folder is new. */
  get before(): Manifest | undefined {
    return this.#before;
  }

  /** Whether its manifest stands and is of today: all files that belong to the folder must be there. */
  get adopted(): boolean {
    return this.#adopted;
  }

  /** A path for a log that is to replace the current one. */
  nextFile(): string {
    return join(this.path, newFile());
  }

  /**
   * Makes a finished log the current one, and the folder one of today's format: all its other files must be there. A crash
   * leaves either the old or the new log current.
   */
  async replace(next: string): Promise<void> {
    const file = basename(next);
    await syncFolder(this.path);
    await writeManifest(this.path, { file, id: this.id });
    this.#file = file;
    this.#adopted = true;
  }

  /** Removes a log file that is no longer open. */
  async discard(file: string): Promise<void> {
    await rm(file, { force: true });
  }

  /** What to throw when files of the folder say impossible things. `remedy`: what can be done, where it is not the usual. */
  damage(what: string, remedy?: string): DataFolderError {
    return damaged(this.path, what, remedy);
  }

  /** Whether less than a megabyte is free on its disk. False when the file system does not report it. */
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
  }
}

/**
 * An LMDB environment of its own is the lock: each process that read it stays in its table of readers until it closes
 * it or dies. LMDB asks the kernel which readers still run, so the lock is released after a kill too.
 */
async function lockFolder(folder: string): Promise<RootDatabase> {
  let lock: RootDatabase;
  try {
    const made = await makeFolder(folder, 0o700);
    if (made !== undefined) await syncFolder(dirname(made));
    await checkLock(folder);
    lock = openEnvironment({ path: join(folder, lockName), noSubdir: true, maxDbs: 1, overlappingSync: false });
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
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

/** The library ends the process on a file that is not its own. */
async function checkLock(folder: string): Promise<void> {
  const fault = await faultOfUnwrittenFile(join(folder, lockName));
  if (fault === undefined) return;
  throw damaged(folder, `${lockName} ${fault}`, 'it holds no data: remove it while no process uses the folder');
}

/** Undefined: the folder is new. */
async function currentManifest(folder: string): Promise<Manifest | undefined> {
  const names = await readdir(folder);
  if (!names.includes(manifestName)) {
    await assertBlank(folder, names);
    return undefined;
  }
  const manifest = parseManifest(await readFile(join(folder, manifestName)));
  if ('unknownFormat' in manifest) {
    const { unknownFormat, reads } = manifest;
    throw new DataFolderError(
      `the data folder ${folder} was written by format ${unknownFormat}, this program reads ${reads}`,
    );
  }
  if ('fault' in manifest) throw damaged(folder, `${manifestName} ${manifest.fault}`);
  if (!names.includes(manifest.file)) throw damaged(folder, `${manifest.file} is missing`);
  return manifest;
}

/** A crash in the first start leaves files that hold nothing. Others belonged to a manifest. */
async function assertBlank(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const isData = [...journalNames, markName].includes(name) || name.startsWith('log-');
    if (!isData || name.endsWith('-lock')) continue;
    const held = await readFile(join(folder, name));
    if (held.some((byte) => byte !== 0)) throw damaged(folder, `${manifestName} is missing, and ${name} holds data`);
  }
}

function damaged(folder: string, what: string, remedy = 'restore the folder from a copy, or remove it to start empty') {
  return new DataFolderError(`the data folder ${folder} is damaged: ${what}; ${remedy}`);
}

/** Written beside and renamed, so that a crash leaves the old or the new one. */
async function writeManifest(
  folder: string,
  manifest: Pick<Manifest, 'file'> & { readonly id: Buffer },
): Promise<void> {
  const path = join(folder, manifestName);
  await writeFile(`${path}.new`, manifestText(manifest), { mode: 0o600, flush: true });
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
  return `log-${randomUUID()}.log`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
