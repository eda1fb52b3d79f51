// The volumes of a pod on this host: created before its containers start, updated while they run, removed after they end. Each
// has a folder of its own below that of the pod. Unsupported volume types are refused by name.

import { execFile } from 'node:child_process';
import { chmod, lchown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseQuantity, quantityToNumber } from '../../../shared/object/quantity.ts';
import { allContainers, type Pod } from '../object/pod.ts';
import { limitsAll, podAmount } from '../object/resources.ts';
import type { Volume } from '../object/volume.ts';
import { writeAtomically } from './atomic-writer.ts';
import { prepareHostPath } from './host-path.ts';
import { removeTree } from './remove-tree.ts';
import { isMounted, mountsBelow, unmount } from '../../../shared/process/host/mount-table.ts';
import { type PayloadFacts, payloadOf, VolumeRefused } from './payload.ts';

const run = promisify(execFile);
/** Most milliseconds for a mount. */
const mountPatience = 30_000;

export interface VolumePath {
  /** Its path on the host. */
  readonly path: string;
  /** Read-only for all mounts: only the agent writes to it, and trusts its contents. */
  readonly readonly: boolean;
}

/** By the name of the volume. */
export type VolumePaths = ReadonlyMap<string, VolumePath>;

/** `folder` is that of the pod. Rejects with VolumeRefused, whose message names the volume. Repeated, it brings them up to date. */
export async function prepareVolumes(
  folder: string,
  pod: Pod,
  facts: PayloadFacts,
  signal: AbortSignal,
): Promise<VolumePaths> {
  const paths = new Map<string, VolumePath>();
  const used = new Set(allContainers(pod).flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name)));
  for (const volume of pod.spec?.volumes ?? []) {
    // A volume that no container mounts need not exist.
    if (!used.has(volume.name)) continue;
    try {
      paths.set(volume.name, await prepare(folder, pod, volume, facts, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      const text = error instanceof Error ? error.message : String(error);
      throw new VolumeRefused(`MountVolume.SetUp failed for volume "${volume.name}" : ${text}`, { cause: error });
    }
  }
  return paths;
}

async function prepare(
  folder: string,
  pod: Pod,
  volume: Volume,
  facts: PayloadFacts,
  signal: AbortSignal,
): Promise<VolumePath> {
  const group = pod.spec?.securityContext?.fsGroup;
  if (volume.hostPath !== undefined) {
    await prepareHostPath(volume.hostPath.path, volume.hostPath.type ?? '');
    return { path: volume.hostPath.path, readonly: false };
  }
  if (volume.emptyDir !== undefined) {
    const path = join(folder, 'volumes', 'empty-dir', volume.name);
    await prepareEmptyDir(path, volume.emptyDir, group, memoryOf(pod, facts));
    return { path, readonly: false };
  }
  const payload = await payloadOf(facts, volume, signal);
  if (payload === undefined) {
    const kind = Object.keys(volume).find((key) => key !== 'name') ?? 'of no kind';
    throw new VolumeRefused(`volumes of the kind ${kind} are not supported by this agent`);
  }
  const path = join(folder, 'volumes', 'objects', volume.name);
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
  await writeAtomically(path, payload, { group });
  return { path, readonly: true };
}

async function prepareEmptyDir(
  path: string,
  { medium = '', sizeLimit }: NonNullable<Volume['emptyDir']>,
  group: number | undefined,
  memory: number,
): Promise<void> {
  await mkdir(path, { recursive: true });
  if (medium === 'Memory') {
    if (!(await isMounted(path))) {
      const limit = bytesOf(sizeLimit);
      await mountMemory(path, Math.ceil(limit > 0 ? Math.min(limit, memory) : memory));
    }
  } else if (medium !== '') {
    throw new VolumeRefused(`medium ${medium} of emptyDir is not supported by this agent`);
  }
  // Containers may run as any user. If the pod has a group, it owns the files.
  await chmod(path, group === undefined ? 0o777 : 0o2777);
  if (group !== undefined) await lchown(path, 0, group);
}

/** 0 where there is none. */
function bytesOf(quantity: string | undefined): number {
  const found = parseQuantity(quantity ?? '0');
  return found === undefined ? 0 : quantityToNumber(found);
}

/** Not swapped out where the kernel can say so: what is in it may be secret. */
async function mountMemory(path: string, size: number): Promise<void> {
  const mount = (...options: readonly string[]) =>
    run('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', path], { timeout: mountPatience });
  const all = Number.isFinite(size) ? [`size=${size}`] : [];
  // Programs in it get no rights on the host.
  const always = ['rw', 'nosuid', 'nodev', ...all];
  await mount(...always, 'noswap').catch(() => mount(...always));
}

/** Most bytes that files in memory may have: what the pod, and the node, may use. Infinity: the node does not say. */
function memoryOf(pod: Pod, { allocatable }: PayloadFacts): number {
  const whole = bytesOf(allocatable['memory']);
  const own = limitsAll(pod, 'memory') ? podAmount(pod, 'memory', 'limits') : 0;
  return Math.min(...[whole, own].filter((amount) => amount > 0), Number.POSITIVE_INFINITY);
}

/** Unmounts everything in a pod's folder and removes the folder, never the contents of a mount. May be repeated. */
export async function removePodFolder(folder: string): Promise<void> {
  for (const point of await mountsBelow(folder)) await unmount(point);
  const [left] = await mountsBelow(folder);
  if (left !== undefined) throw new Error(`${left} is still mounted: nothing in ${folder} is removed`);
  await removeTree(folder);
}

/** The uids of pods that have a folder. */
export async function podFolders(root: string): Promise<readonly string[]> {
  return readdir(join(root, 'pods')).catch(() => []);
}
