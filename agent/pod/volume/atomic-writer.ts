// Writes the files of a volume so that programs see all of an update or nothing of it. Each version has a folder of its own,
// the symbolic link `..data` points to the current one, and the files of the volume are links through `..data`.

import {
  chmod,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';

import { basename, dirname, join } from 'node:path';
import { type Payload, VolumeRefused } from './payload.ts';

const dataLink = '..data';
const nextLink = '..data_tmp';

/** The group that owns the files; undefined: the agent's own. */
export interface Ownership {
  readonly group: number | undefined;
}

/**
 * Makes the folder contain exactly these files. Resolves with true when something changed. `folder` must exist. Containers
 * have no write access to it; even if one wrote there, nothing outside the folder is changed.
 */
export async function writeAtomically(folder: string, payload: Payload, { group }: Ownership): Promise<boolean> {
  for (const path of payload.keys()) checkPath(path);
  const current = await currentVersion(folder);
  if (current !== undefined && (await isSame(join(folder, current), payload))) return false;
  const version = await mkdtemp(join(folder, `..${new Date().toISOString().replaceAll(/[:.]/g, '_')}.`));
  await chmod(version, 0o755);
  for (const [path, { content, mode, owner = 0 }] of payload) {
    const file = join(version, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, content);
    // The umask reduces the mode of a new file. The pod's group may read what the owner may.
    await chmod(file, group === undefined ? mode : mode | ((mode & 0o400) >> 3));
    if (group !== undefined || owner !== 0) await lchown(file, owner, group ?? 0);
  }
  if (group !== undefined) await lchown(version, 0, group);
  const name = basename(version);
  await rm(join(folder, nextLink), { recursive: true, force: true });
  await symlink(name, join(folder, nextLink));
  if (current === undefined) await rm(join(folder, dataLink), { recursive: true, force: true });
  await rename(join(folder, nextLink), join(folder, dataLink));
  await link(folder, payload);
  await removeOthers(folder, name);
  return true;
}

/** The folder that the link points to; undefined: there is none yet, or the link points elsewhere. */
async function currentVersion(folder: string): Promise<string | undefined> {
  const target = await readlink(join(folder, dataLink)).catch(() => undefined);
  if (target === undefined || !isVersion(target)) return undefined;
  const found = await lstat(join(folder, target)).catch(() => undefined);
  return found?.isDirectory() === true ? target : undefined;
}

function isVersion(name: string): boolean {
  return /^\.\.\d[\w.-]*$/.test(name);
}

/** Removes the previous version, and leftovers of a crash. */
async function removeOthers(folder: string, version: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== version && isVersion(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function checkPath(path: string): void {
  const steps = path.split('/');
  if (
    path.startsWith('/') ||
    steps.some((step) => step === '' || step === '..' || step === '.') ||
    steps[0]?.startsWith('..')
  ) {
    throw new VolumeRefused(`invalid path "${path}" of a file of the volume`);
  }
}

async function isSame(version: string, payload: Payload): Promise<boolean> {
  const names = await readdir(version, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((one) => one.isFile());
  if (files.length !== payload.size) return false;
  for (const [path, { content }] of payload) {
    const found = await readFile(join(version, path)).catch(() => undefined);
    if (found === undefined || !found.equals(content)) return false;
  }
  return true;
}

/** Creates a link for the first segment of each path, and removes links of removed files. */
async function link(folder: string, payload: Payload): Promise<void> {
  const firsts = new Set([...payload.keys()].map((path) => path.split('/')[0] ?? ''));
  for (const name of await readdir(folder)) {
    if (!name.startsWith('..') && !firsts.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
  for (const name of firsts) {
    const [path, target] = [join(folder, name), join(dataLink, name)];
    if ((await readlink(path).catch(() => undefined)) === target) continue;
    await rm(path, { recursive: true, force: true });
    await symlink(target, path);
  }
}
