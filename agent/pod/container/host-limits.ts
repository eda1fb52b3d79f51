// The facts of this host that limits of containers depend on. They are read once.

import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cgroupRoot, isUnified } from './cgroup-tree.ts';
import type { HostLimits } from './container-resources.ts';

const pagesFolder = '/sys/kernel/mm/hugepages';

/** `memory`: bytes of the host. */
export async function readHostLimits(memory: number): Promise<HostLimits> {
  const unified = await isUnified(cgroupRoot);
  const folders = await readdir(pagesFolder).catch(() => []);
  return {
    memory,
    pageSizes: pageSizesOf(folders),
    // The root of version 2 has no limits, and with the controller each group below has that of swap.
    hasSwapLimits: unified
      ? await someGroupHas('memory.swap.max')
      : await isThere(join(cgroupRoot, 'memory', 'memory.memsw.limit_in_bytes')),
    isUnified: unified,
  };
}

/** Of the names of the kernel's folders, `hugepages-2048kB`: the sizes as runtimes write them, the smallest first. */
export function pageSizesOf(folders: readonly string[]): readonly string[] {
  const sizes = folders.flatMap((name) => /^hugepages-(\d+)kB$/.exec(name)?.slice(1).map(Number) ?? []);
  return sizes
    .toSorted((one, other) => one - other)
    .map((size) => {
      if (size % 1024 ** 2 === 0) return `${size / 1024 ** 2}GB`;
      return size % 1024 === 0 ? `${size / 1024}MB` : `${size}KB`;
    });
}

async function someGroupHas(file: string): Promise<boolean> {
  const groups = await readdir(cgroupRoot, { withFileTypes: true }).catch(() => []);
  for (const group of groups)
    if (group.isDirectory() && (await isThere(join(cgroupRoot, group.name, file)))) return true;
  return false;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
