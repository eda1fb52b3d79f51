// The folder of an embedded store: who may use it, which format it has, which log file is the current one. One process at
// a time; every refusal is one clear error.

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { open as openEnvironment, type RootDatabase } from 'lmdb';

/** The format this program reads and writes. */
export const folderFormat = 1;

const manifestName = 'store.json';
const lockName = 'lock.mdb';

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

  private constructor(path: string, temporary: boolean, lock: RootDatabase, file: string) {
    this.path = path;
    this.temporary = temporary;
    this.#lock = lock;
    this.#file = file;
  }

  /** Opens the folder, making it when it is missing. Undefined: a temporary one, in memory where the host allows it. */
  static async open(path: string | undefined): Promise<DataFolder> {
    const folder = path ?? (await temporaryFolder());
    const lock = await lockFolder(folder);
    try {
      const file = await currentFile(folder);
      await removeOthers(folder, file);
      return new DataFolder(folder, path === undefined, lock, file);
    } catch (error) {
      await lock.close();
      throw error;
    }
  }

  /** Path of the current log file. */
  get file(): string {
    return join(this.path, this.#file);
  }

  /** A path for a log that is to replace the current one. */
  nextFile(): string {
    return join(this.path, newFile());
  }

  /** Makes a finished log the current one. A crash leaves either the old or the new one current. */
  async replace(next: string): Promise<void> {
    this.#file = next.slice(this.path.length + 1);
    await writeManifest(this.path, this.#file);
  }

  /** Removes a log file that is no longer open. */
  async discard(file: string): Promise<void> {
    await Promise.all([rm(file, { force: true }), rm(`${file}-lock`, { force: true })]);
  }

  async release(): Promise<void> {
    await this.#lock.close();
    if (this.temporary) await rm(this.path, { recursive: true, force: true });
  }
}

async function temporaryFolder(): Promise<string> {
  try {
    return await mkdtemp('/dev/shm/orch-store-');
  } catch {
    return mkdtemp(join(tmpdir(), 'orch-store-'));
  }
}

/**
 * An LMDB environment of its own is the lock: each process that read it stands in its table of readers until it closes
 * it or dies (the kernel tells), also after a kill.
 */
async function lockFolder(folder: string): Promise<RootDatabase> {
  let lock: RootDatabase;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
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

async function currentFile(folder: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return makeManifest(folder);
  }
  const manifest = parseManifest(folder, text);
  if (manifest.format !== folderFormat) {
    throw new DataFolderError(
      `the data folder ${folder} was written by format ${manifest.format}, this program reads ${folderFormat}`,
    );
  }
  return manifest.file;
}

async function makeManifest(folder: string): Promise<string> {
  const file = newFile();
  try {
    await writeManifest(folder, file);
  } catch (error) {
    throw new DataFolderError(`the data folder ${folder} cannot be written: ${textOf(error)}`, { cause: error });
  }
  return file;
}

function parseManifest(folder: string, text: string): { format: unknown; file: string } {
  try {
    const { format, file } = JSON.parse(text) as { format: unknown; file: unknown };
    if (typeof file === 'string' && /^log-[0-9a-f-]+\.mdb$/.test(file)) return { format, file };
    if (format !== folderFormat && format !== undefined) return { format, file: '' };
  } catch {
    // Told below.
  }
  throw new DataFolderError(`the data folder ${folder} is damaged: ${manifestName} cannot be read`);
}

/** Written beside and renamed, so that a crash leaves the old or the new one. */
async function writeManifest(folder: string, file: string): Promise<void> {
  const path = join(folder, manifestName);
  await writeFile(`${path}.new`, `${JSON.stringify({ format: folderFormat, file })}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  const directory = await open(folder);
  await directory.sync().finally(() => directory.close());
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
