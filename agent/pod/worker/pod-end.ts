// What goes of a pod: runs that are too many while it lives, all that runs when it ends, and what is left when the server has let it go.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removePodCgroup } from '../container/pod-cgroup.ts';
import { podFolder, podLogFolder, type PodHost } from '../container/pod-host.ts';
import type { Pod } from '../object/pod.ts';
import { readPod } from '../seen/pod-reader.ts';
import type { SeenPod } from '../seen/seen-pod.ts';
import { removePodFolder } from '../volume/volumes.ts';
import { endPod, graceOf } from './terminate.ts';

/** Runs of a container that are kept: the newest, and the one before it. */
const keptRuns = 2;

/** Of each container the newest runs are kept, and of sandboxes the newest. Rejects with RuntimeError. */
export async function forgetRuns(host: PodHost, pod: Pod, seen: SeenPod, signal: AbortSignal): Promise<void> {
  const counts = new Map<string, number>();
  for (const { id, name, state, restartCount } of seen.containers) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count <= keptRuns || state !== 'exited') continue;
    await host.podRuntime.removeContainer(id, signal);
    await rm(join(podLogFolder(host, pod), name, `${restartCount}.log`), { force: true });
  }
  const used = new Set(seen.containers.map(({ sandboxId }) => sandboxId));
  for (const { id, ready } of seen.sandboxes.slice(1)) {
    if (!ready && !used.has(id)) await host.podRuntime.removeSandbox(id, signal);
  }
}

/**
 * Ends all that runs of a pod, and resolves with what the runtime shows then. `most`: seconds that it has at most; undefined: as many as
 * its own. Rejects when something still runs.
 */
export async function stopPod(
  host: PodHost,
  pod: Pod,
  seen: SeenPod,
  most: number | undefined,
  signal: AbortSignal,
): Promise<SeenPod> {
  const grace = most === undefined ? {} : { grace: Math.min(most, graceOf(pod)) };
  await endPod(host, pod, seen, grace, signal).catch((error: unknown) => {
    if (!signal.aborted) host.tell(pod, undefined, 'Warning', 'FailedKillPod', `error killing pod: ${String(error)}`);
    throw error;
  });
  const after = await readPod(host, pod.metadata.uid ?? '', signal);
  if (after.containers.some(({ state }) => state === 'running'))
    throw new Error('containers run after they were ended');
  return after;
}

/** What a pod that has ended needs no more: its folder, its control group. Records and logs stay for readers. */
export async function putAwayPod(host: PodHost, pod: Pod, signal: AbortSignal): Promise<void> {
  const uid = pod.metadata.uid ?? '';
  await removePodFolder(podFolder(host, uid));
  await removePodCgroup(pod, await host.cgroup(signal));
  host.images.forget(uid);
}

/** The pod is gone from the server: so are its sandboxes, containers and logs. */
export async function clearPod(host: PodHost, pod: Pod, seen: SeenPod, signal: AbortSignal): Promise<void> {
  for (const { id } of seen.sandboxes) {
    await host.podRuntime.stopSandbox(id, signal);
    await host.podRuntime.removeSandbox(id, signal);
  }
  for (const { id } of seen.containers) await host.podRuntime.removeContainer(id, signal);
  await rm(podLogFolder(host, pod), { recursive: true, force: true });
}
