// Removes leftovers of deleted pods: sandboxes and containers in the runtime, folders, mounts, logs and control groups. They
// remain when a pod is deleted while no agent runs, or when the agent is killed while it removes a pod.

import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import type { Sandbox } from '../../cri/runtime.ts';
import { cgroupRoot, endGroup, groupsIn, removeGroup } from '../container/cgroup-tree.ts';
import { podFolder, type PodHost } from '../container/pod-host.ts';
import { podFolders, removePodFolder } from '../volume/volumes.ts';

export interface LeftoversOptions {
  readonly host: PodHost;
  /** The uids of all known pods; undefined: they are not known completely yet. */
  readonly known: () => ReadonlySet<string> | undefined;
}

/** A uid that names a folder of its own: labels of the runtime's records are any text, and what they name is removed. */
const folderName = /^[A-Za-z0-9][\w.-]*$/;
/** Milliseconds. What is younger than a round may belong to a pod that is just being learned of. */
const period = 60_000;

/** Failures are retried in the next round. */
export function leftovers({ host, known }: LeftoversOptions): Loop {
  const { clock, log } = host;
  /** Seen as unknown in the round before. */
  let suspects: ReadonlySet<string> = new Set();
  return {
    name: 'pod-leftovers',
    run: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(period, signal).catch(() => undefined);
        if (signal.aborted) return;
        const uids = known();
        if (uids === undefined) continue;
        try {
          suspects = await round(host, uids, suspects, signal);
        } catch (error) {
          if (!signal.aborted) log.warn('leftovers of deleted pods could not be removed', { error: String(error) });
        }
      }
    },
  };
}

/** Removes what was already unknown in the previous round. Resolves with the uids that are unknown now. */
async function round(
  host: PodHost,
  known: ReadonlySet<string>,
  suspects: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const sandboxes = await host.runtime.listSandboxes(undefined, signal);
  const containers = await host.runtime.listContainers(undefined, signal);
  const uidOf = ({ labels }: Pick<Sandbox, 'labels'>): string => labels.get(criLabels.podUid) ?? '';
  // Running pods are stopped elsewhere first.
  const alive = new Set([
    ...sandboxes.filter(({ ready }) => ready).map(uidOf),
    ...containers.filter(({ state }) => state === 'running').map(uidOf),
  ]);
  const options = await host.cgroup(signal);
  const root = options.root ?? cgroupRoot;
  const top = `/${options.vendor.fill('{short}pods')}`;
  const groups = options.driver === 'systemd' ? new Map<string, string>() : await podGroups(root, top);
  const logs = await logFolders(host.logFolder);
  const own = new Set([...sandboxes.map(uidOf), ...(await podFolders(host.rootDirectory)), ...logs.keys()]);
  const found = new Set([...own, ...groups.keys()]);
  const unknown = new Set([...found].filter((uid) => folderName.test(uid) && !known.has(uid) && !alive.has(uid)));
  for (const uid of unknown) {
    if (!suspects.has(uid)) continue;
    for (const one of sandboxes) if (uidOf(one) === uid) await host.podRuntime.removeSandbox(one.id, signal);
    await removePodFolder(podFolder(host, uid));
    const [log, group] = [logs.get(uid), groups.get(uid)];
    if (log !== undefined) await rm(log, { recursive: true, force: true });
    if (group !== undefined) await (own.has(uid) ? endGroup : removeGroup)(root, group);
  }
  await removeLooseLinks(join(host.logFolder, '..', 'containers'), host.logFolder);
  return unknown;
}

/** Folders `namespace_name_uid`, by the uid. Others are left alone. */
async function logFolders(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder).catch(() => []);
  return new Map(
    names.flatMap((name) => {
      const [, uid] = /^[a-z0-9-]+_[a-z0-9.-]+_([\w.-]+)$/.exec(name) ?? [];
      return uid === undefined ? [] : [[uid, join(folder, name)] as const];
    }),
  );
}

/** The control groups of pods, by uid. */
async function podGroups(root: string, top: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const group of [top, `${top}/burstable`, `${top}/besteffort`]) {
    for (const name of await groupsIn(root, group)) {
      const [, uid] = /^pod([\w-]{8,})$/.exec(name) ?? [];
      if (uid !== undefined) found.set(uid, `${group}/${name}`);
    }
  }
  return found;
}

/** Removes links to logs that no longer exist. Links to anything else belong to other programs. */
async function removeLooseLinks(folder: string, logFolder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined || !target.startsWith(`${logFolder}/`)) continue;
    const isLoose = await stat(path).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    if (isLoose) await rm(path, { force: true });
  }
}
