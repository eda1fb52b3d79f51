// Creates control groups with their limits, and removes them, on hosts with cgroup version 1 or 2.

import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuPeriod } from './container-resources.ts';

/** Limits that are left out are not changed. */
export interface GroupLimits {
  readonly shares?: number;
  /** Microseconds of processor time in each period; -1: no limit. */
  readonly quota?: number;
  /** Bytes; -1: no limit. */
  readonly memory?: number;
  /** Processes; -1: no limit. */
  readonly pids?: number;
}

export const cgroupRoot = '/sys/fs/cgroup';

/** Whether groups are of version 2: all controllers in one tree. */
export function isUnified(root: string): Promise<boolean> {
  return access(join(root, 'cgroup.controllers')).then(
    () => true,
    () => false,
  );
}

/** Creates the group if it does not exist, and sets its limits. Rejects with the system's error. */
export async function writeGroup(root: string, path: string, limits: GroupLimits): Promise<void> {
  if (await isUnified(root)) {
    await makeUnified(root, path);
    return writeFiles(join(root, path), unifiedFiles(limits));
  }
  const mounted = new Set(await readdir(root));
  for (const [controller, files] of Object.entries(legacyFiles(limits))) {
    if (!mounted.has(controller)) continue;
    const folder = join(root, controller, path);
    await mkdir(folder, { recursive: true });
    await writeFiles(folder, files);
  }
}

/** Each group enables its controllers for child groups before one is created below it. */
async function makeUnified(root: string, path: string): Promise<void> {
  let folder = root;
  for (const step of path.split('/').filter((one) => one !== '')) {
    const there = (await readFile(join(folder, 'cgroup.controllers'), 'utf8')).trim().split(/\s+/);
    const wanted = there.filter((name) => ['cpu', 'cpuset', 'memory', 'pids', 'io', 'hugetlb'].includes(name));
    await writeFile(join(folder, 'cgroup.subtree_control'), wanted.map((name) => `+${name}`).join(' '));
    folder = join(folder, step);
    await mkdir(folder, { recursive: true });
  }
}

type Files = Readonly<Record<string, string>>;

export function legacyFiles({ shares, quota, memory, pids }: GroupLimits): Readonly<Record<string, Files>> {
  return {
    cpu: {
      ...(shares === undefined ? {} : { 'cpu.shares': String(shares) }),
      ...(quota === undefined ? {} : { 'cpu.cfs_period_us': String(cpuPeriod), 'cpu.cfs_quota_us': String(quota) }),
    },
    memory: memory === undefined ? {} : { 'memory.limit_in_bytes': String(memory) },
    pids: pids === undefined ? {} : { 'pids.max': amount(pids) },
  };
}

export function unifiedFiles({ shares, quota, memory, pids }: GroupLimits): Files {
  return {
    // From 2..262144 to 1..10000, as runtimes convert shares to weights.
    ...(shares === undefined ? {} : { 'cpu.weight': String(1 + Math.floor(((shares - 2) * 9999) / 262_142)) }),
    ...(quota === undefined ? {} : { 'cpu.max': `${amount(quota)} ${cpuPeriod}` }),
    ...(memory === undefined ? {} : { 'memory.max': amount(memory) }),
    ...(pids === undefined ? {} : { 'pids.max': amount(pids) }),
  };
}

function amount(value: number): string {
  return value < 0 ? 'max' : String(value);
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [file, value] of Object.entries(files)) await writeFile(join(folder, file), value);
}

/** Removes the group, with the groups that containers left in it. Does nothing if it does not exist; one in use stays. */
export async function removeGroup(root: string, path: string): Promise<void> {
  for (const base of await basesOf(root)) await removeTree(join(base, path));
}

/**
 * The same, and kills what still runs in it: a runtime that is killed while it starts a container forgets the process. For groups of pods
 * of this agent only: another one on the same host has its own below the same group.
 */
export async function endGroup(root: string, path: string): Promise<void> {
  for (const base of await basesOf(root)) await killAll(join(base, path), (pid) => void process.kill(pid, 'SIGKILL'));
  await removeGroup(root, path);
}

/** The runtime creates groups in all hierarchies, not only in those with limits of the pod. */
async function basesOf(root: string): Promise<readonly string[]> {
  return (await isUnified(root)) ? [root] : (await readdir(root)).map((name) => join(root, name));
}

/** Hands over each process of the group of this folder and of those below it, but never the agent's own nor the first of the host. */
export async function killAll(folder: string, kill: (pid: number) => void): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await killAll(join(folder, entry.name), kill);
  const pids = (await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '')).split('\n').map(Number);
  // 0: a process of another namespace, which has no number here.
  for (const pid of pids.filter((one) => one > 1 && one !== process.pid)) {
    try {
      kill(pid);
    } catch {
      // It has ended since.
    }
  }
}

/** The names of the groups below a group, in any hierarchy. */
export async function groupsIn(root: string, path: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const base of await basesOf(root)) {
    const entries = await readdir(join(base, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) if (entry.isDirectory()) found.add(entry.name);
  }
  return found;
}

/** The processes of a group and those below it; 0 where they are not counted. */
export async function processesIn(root: string, path: string): Promise<number> {
  const folder = (await isUnified(root)) ? join(root, path) : join(root, 'pids', path);
  return Number(await readFile(join(folder, 'pids.current'), 'utf8').catch(() => '0'));
}

async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    // A group is busy for a moment after its last process ended: the next removal of leftovers retries it.
    if (!['ENOENT', 'ENOTDIR', 'EBUSY', 'EROFS', 'EACCES'].includes(error.code ?? '')) throw error;
  });
}
