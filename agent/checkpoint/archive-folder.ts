// The folder of checkpoint archives, `<root directory>/checkpoints`: what is in it, which archives are pinned, how one
// comes and goes. Used by the agent and by `orch-agent checkpoint` beside it, so every step is one rename, link or
// exclusive creation, and whatever a crash interrupts is undone by the next `prepare`. Only regular files with the name
// of an archive are ever touched; links are never followed.

import { constants, type Stats } from 'node:fs';
import { chmod, type FileHandle, link, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../shared/process/host/folder.ts';
import { parseArchiveName } from './archive-name.ts';

export interface Archive {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the epoch, from the name. */
  readonly created: number;
  /** Never removed, neither by retention nor by hand, until it is unpinned. */
  readonly pinned: boolean;
}

export interface ArchiveFolder {
  readonly path: string;
  /**
   * Creates the folder with mode 0700, or sets that mode, and removes leftovers of a crash. Resolves with the names of the
   * removed files. Rejects when the folder is a link or belongs to another user: a user with write access could control what
   * root writes.
   */
  prepare(): Promise<readonly string[]>;
  /** Oldest first. Empty when there is no folder. */
  list(): Promise<readonly Archive[]>;
  /** Undefined when there is no such archive; also for names that no archive has. */
  find(name: string): Promise<Archive | undefined>;
  /** For reading. Undefined as with `find`. */
  open(name: string): Promise<FileHandle | undefined>;
  /** The path to which an archive of this name is written until it is complete. */
  partialPath(name: string): string;
  /**
   * Gives the complete archive, written as the partial one of a name, that name, or another. False when it is taken: nothing
   * is ever written over.
   */
  keep(partialName: string, name?: string): Promise<boolean>;
  discardPartial(name: string): Promise<void>;
  /** False when there is no such archive. Repeatable. */
  pin(name: string): Promise<boolean>;
  unpin(name: string): Promise<boolean>;
  remove(name: string): Promise<'removed' | 'pinned' | 'absent'>;
}

const partial = '.partial-';
const leaving = '.leaving-';
const pinEnd = '.pin';
/** Files that are read concurrently. */
const width = 64;

export function archiveFolder(path: string): ArchiveFolder {
  const at = (name: string): string => join(path, name);
  const pinOf = (name: string): string => at(`${name}${pinEnd}`);

  const find = async (name: string): Promise<Archive | undefined> => {
    const origin = parseArchiveName(name);
    const found = origin && (await entry(at(name)));
    if (origin === undefined || found === undefined || !found.isFile()) return undefined;
    return { name, bytes: found.size, created: origin.created, pinned: (await entry(pinOf(name))) !== undefined };
  };

  return {
    path,
    find,
    prepare: async () => {
      await makeFolder(path, 0o700);
      await checkOwn(path);
      await chmod(path, 0o700);
      return clear(path, pinOf);
    },
    list: async () => {
      const archives: Archive[] = [];
      const names = (await namesIn(path)).filter((name) => parseArchiveName(name) !== undefined);
      for (let first = 0; first < names.length; first += width) {
        const found = await Promise.all(names.slice(first, first + width).map(find));
        archives.push(...found.filter((one) => one !== undefined));
      }
      return archives.sort((left, right) => left.created - right.created || (left.name < right.name ? -1 : 1));
    },
    open: async (name) => {
      if ((await find(name)) === undefined) return undefined;
      // O_NONBLOCK, because the file may be replaced by a pipe before it is opened.
      const file = await open(at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      if ((await file.stat()).isFile()) return file;
      await file.close();
      return undefined;
    },
    partialPath: (name) => at(`${partial}${name}`),
    keep: async (partialName, name = partialName) => {
      const written = at(`${partial}${partialName}`);
      const made = await link(written, at(name)).then(() => true, unless('EEXIST', false));
      if (made) await unlink(written).catch(unless('ENOENT', undefined));
      return made;
    },
    discardPartial: (name) => rm(at(`${partial}${name}`), { force: true, recursive: true }),
    pin: async (name) => {
      if ((await find(name)) === undefined) return false;
      const marker = await open(pinOf(name), 'wx', 0o600).catch(unless('EEXIST', undefined));
      await marker?.close();
      if ((await find(name)) !== undefined) return true;
      await rm(pinOf(name), { force: true });
      return false;
    },
    unpin: async (name) => {
      if ((await find(name)) === undefined) return false;
      await rm(pinOf(name), { force: true });
      return true;
    },
    remove: async (name) => {
      const found = await find(name);
      if (found === undefined) return 'absent';
      if (found.pinned) return 'pinned';
      // Renamed first: a pin that is set from now on finds no archive, and one that was set before is seen below.
      const away = at(`${leaving}${name}`);
      const moved = await rename(at(name), away).then(() => true, unless('ENOENT', false));
      if (!moved) return 'absent';
      if ((await entry(pinOf(name))) !== undefined) {
        await rename(away, at(name));
        return 'pinned';
      }
      await rm(away, { force: true });
      return 'removed';
    },
  };
}

/** Cleans up after a crash: interrupted writes and removals, and pins without an archive. */
async function clear(path: string, pinOf: (name: string) => string): Promise<readonly string[]> {
  const names = await namesIn(path);
  const gone: string[] = [];
  const drop = async (name: string): Promise<void> => {
    // A runtime may have made a folder.
    await rm(join(path, name), { force: true, recursive: true });
    gone.push(name);
  };
  for (const name of names) {
    const [begin, archive] =
      [partial, leaving].map((one) => [one, name.slice(one.length)] as const).find(([one]) => name.startsWith(one)) ??
      [];
    if (archive === undefined || parseArchiveName(archive) === undefined) continue;
    if (begin === leaving && (await entry(pinOf(archive))) !== undefined)
      await rename(join(path, name), join(path, archive));
    else await drop(name);
  }
  for (const name of names) {
    const archive = name.endsWith(pinEnd) ? name.slice(0, -pinEnd.length) : '';
    if (parseArchiveName(archive) !== undefined && (await entry(join(path, archive))) === undefined) await drop(name);
  }
  return gone;
}

/** Rejects with an Error that says what to do when the folder, which is there, is a link or another user's. */
export async function checkOwn(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new Error(`${path} is a symbolic link: make it a folder, or mount one there`);
  const user = process.geteuid?.();
  if (user !== undefined && found.uid !== user) {
    throw new Error(`${path} belongs to user ${found.uid}: it must belong to the user of the agent, ${user}`);
  }
}

async function namesIn(path: string): Promise<readonly string[]> {
  return readdir(path).catch(unless('ENOENT', []));
}

function entry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(unless('ENOENT', undefined));
}

/** A handler that turns one kind of error into a value. */
function unless<T>(code: string, value: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === code) return value;
    throw error;
  };
}
