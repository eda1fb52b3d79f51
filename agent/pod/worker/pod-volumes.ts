// The volumes of a pod as its worker has them made: before its containers start, and again while they run for what changes.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { podFolder, type PodHost } from '../container/pod-host.ts';
import type { Pod } from '../object/pod.ts';
import { VolumeRefused } from '../volume/payload.ts';
import { prepareVolumes, type VolumePaths } from '../volume/volumes.ts';

/** Rejects with VolumeRefused, of which an event has been written then, or the system's error. */
export async function podVolumes(
  host: PodHost,
  pod: Pod,
  podIps: readonly string[],
  signal: AbortSignal,
): Promise<VolumePaths> {
  const folder = podFolder(host, pod.metadata.uid ?? '');
  await mkdir(join(folder, 'containers'), { recursive: true, mode: 0o750 });
  const facts = {
    pod,
    podIps,
    hostIps: host.hostIps(),
    nodeName: host.nodeName,
    allocatable: host.allocatable(),
    read: host.read,
    token: (audience: string | undefined, seconds: number, stop: AbortSignal) =>
      host.token(pod, audience, seconds, stop),
  };
  try {
    return await prepareVolumes(folder, pod, facts, signal);
  } catch (error) {
    if (error instanceof VolumeRefused && !signal.aborted)
      host.tell(pod, undefined, 'Warning', 'FailedMount', error.message);
    throw error;
  }
}

/** Whether it has volumes whose content may change while it runs: config maps, secrets, tokens. */
export function hasChangingVolumes({ spec }: Pod): boolean {
  return (spec?.volumes ?? []).some(
    ({ configMap, secret, downwardAPI, projected }) => (configMap ?? secret ?? downwardAPI ?? projected) !== undefined,
  );
}
