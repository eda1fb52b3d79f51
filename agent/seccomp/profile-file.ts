// The files of `Localhost` profiles (requirements SECC). They are looked up only below the folder of profiles, and are read and
// validated before the runtime gets their path. Pods choose the names, so neither names nor links may lead elsewhere.

import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import type { ProfileJudge } from './profile.ts';
import { SeccompRefused } from './security-profile.ts';

/** Bytes of a profile; the largest ones in use have about 20 kB. */
const mostBytes = 1024 * 1024;

/**
 * The absolute path of a profile that can be used, without links. Rejects with SeccompRefused, whose message says what to do.
 * `name` is as a pod has it, `folder` absolute.
 */
export async function usableProfile(folder: string, name: string, judge: ProfileJudge): Promise<string> {
  const where = join(folder, name);
  if (isAbsolute(name) || name.split('/').includes('..') || name.includes('\0')) {
    throw new SeccompRefused(`seccomp profile "${name}" must be a path below ${folder}, without ".."`);
  }
  try {
    const { path, text } = await readInside(await realpath(folder), where);
    const [fault] = judge(text);
    if (fault === undefined) return path;
    throw new SeccompRefused(
      `seccomp profile ${where} is not valid: ${fault}; orch-agent seccomp check names all faults`,
    );
  } catch (error) {
    if (error instanceof SeccompRefused) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new SeccompRefused(`seccomp profile ${where} does not exist on this node: put the file there`, {
        cause: error,
      });
    }
    throw new SeccompRefused(`seccomp profile ${where} cannot be read (${code ?? String(error)})`, { cause: error });
  }
}

/** The faults of a profile by its path, which may be anywhere; none: it can be used. Never rejects. */
export async function faultsOfFile(path: string, judge: ProfileJudge): Promise<readonly string[]> {
  try {
    const handle = await openFile(path);
    try {
      return judge(await textOf(handle));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof SeccompRefused) return [error.message];
    return [`cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`];
  }
}

/** A profile of a folder, and what is wrong with it. */
export interface JudgedProfile {
  /** Below the folder, as a pod would name it. */
  readonly name: string;
  readonly faults: readonly string[];
}

/** Every file below the folder in the order of their names. Rejects with the system's error when the folder cannot be read. */
export async function judgeFolder(folder: string, judge: ProfileJudge): Promise<readonly JudgedProfile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  const judged: JudgedProfile[] = [];
  for (const name of names) {
    const faults = await usableProfile(folder, name, () => []).then(
      (path) => faultsOfFile(path, judge),
      (error: Error) => [error.message],
    );
    judged.push({ name, faults });
  }
  return judged;
}

/** `root` has no links. Links between profiles are followed, links out of the folder are refused. */
async function readInside(root: string, where: string): Promise<{ readonly path: string; readonly text: string }> {
  const handle = await openFile(where);
  try {
    // A folder on the way may be a link, also one made a moment ago: what counts is what was opened.
    const path = await readlink(`/proc/self/fd/${handle.fd}`);
    if (!path.startsWith(`${root}/`)) {
      throw new SeccompRefused(`seccomp profile ${where} is a link out of the folder of profiles: copy the file there`);
    }
    return { path, text: await textOf(handle) };
  } finally {
    await handle.close();
  }
}

/** Not blocking: a pipe in place of the file must not hold the agent up. */
function openFile(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

async function textOf(handle: FileHandle): Promise<string> {
  const found = await handle.stat();
  if (!found.isFile()) throw new SeccompRefused('is not a regular file');
  if (found.size > mostBytes) throw new SeccompRefused(`has ${found.size} bytes: at most ${mostBytes} are read`);
  const bytes = Buffer.alloc(found.size);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
  return bytes.toString('utf8', 0, bytesRead);
}
