// Reads the usage of pods: memory from the runtime, processes from the control group, disk from the runtime, logs and volumes.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import type { ContainerUsage } from '../../cri/usage.ts';
import { cgroupRoot, processesIn } from '../container/cgroup-tree.ts';
import { cgroupParent } from '../container/pod-cgroup.ts';
import { podFolder, podLogFolder, type PodHost } from '../container/pod-host.ts';
import type { Pod } from '../object/pod.ts';
import type { ContainerAmounts, PodAmounts } from './pod-usage.ts';

/** Most files that are counted in one folder tree: a pod may create any number. */
const mostFiles = 200_000;

/** By uid. Rejects with RuntimeError. */
export async function readPodUsage(
  host: PodHost,
  pods: readonly Pod[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PodAmounts>> {
  const containers = await host.runtime.containerUsage(signal);
  const cgroup = await host.cgroup(signal);
  const found = new Map<string, PodAmounts>();
  for (const pod of pods) {
    const uid = pod.metadata.uid ?? '';
    const own = containers.filter(({ labels }) => labels.get(criLabels.podUid) === uid);
    // From the control group: a runtime may refuse to measure all pods because of one that has ended.
    const processes = await processesIn(cgroup.root ?? cgroupRoot, cgroupParent(pod, cgroup));
    found.set(uid, { ...(await amountsOf(host, pod, own)), processes });
  }
  return found;
}

async function amountsOf(host: PodHost, pod: Pod, usages: readonly ContainerUsage[]): Promise<PodAmounts> {
  const logs = podLogFolder(host, pod);
  const containers = new Map<string, ContainerAmounts>();
  let inodes = 0;
  for (const { name, memory, writableLayer } of usages) {
    const log = await sizeOf(join(logs, name));
    inodes += (writableLayer?.inodesUsed ?? 0) + log.files;
    containers.set(name, {
      memory: memory?.workingSetBytes ?? 0,
      disk: (writableLayer?.usedBytes ?? 0) + log.bytes,
    });
  }
  const emptyDirs = new Map<string, number>();
  for (const { name, emptyDir } of pod.spec?.volumes ?? []) {
    if (emptyDir === undefined || emptyDir.medium === 'Memory') continue;
    const size = await sizeOf(join(podFolder(host, pod.metadata.uid ?? ''), 'volumes', 'empty-dir', name));
    inodes += size.files;
    emptyDirs.set(name, size.bytes);
  }
  const sum = (values: Iterable<number>): number => [...values].reduce((one, other) => one + other, 0);
  return {
    memory: sum([...containers.values()].map(({ memory }) => memory)),
    disk: sum([...containers.values()].map(({ disk }) => disk)) + sum(emptyDirs.values()),
    inodes,
    processes: 0,
    containers,
    emptyDirs,
  };
}

/** The size of all files below a folder, without following links. Files that are removed meanwhile do not count. */
async function sizeOf(folder: string): Promise<{ readonly bytes: number; readonly files: number }> {
  const waiting = [folder];
  let [bytes, files] = [0, 0];
  for (let next = waiting.pop(); next !== undefined && files < mostFiles; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      const path = join(next, entry.name);
      files += 1;
      if (entry.isDirectory()) waiting.push(path);
      else bytes += ((await lstat(path).catch(() => undefined))?.blocks ?? 0) * 512;
    }
  }
  return { bytes, files };
}
