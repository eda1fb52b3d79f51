// The runs of a pod's containers that the runtime still has records of, those that ended included.

import type { Container, Runtime } from '../cri/runtime.ts';

/**
 * All runs, the newest first. Where a sandbox of the given uid exists only its containers count, so that a pod made anew
 * under an old name does not show the old one's; pods that were started by hand may have any uid.
 */
export async function containersOfPod(
  runtime: Runtime,
  pod: { readonly namespace: string; readonly name: string; readonly uid: string | undefined },
  signal?: AbortSignal,
): Promise<readonly Container[]> {
  const [sandboxes, containers] = await Promise.all([
    runtime.listSandboxes(undefined, signal),
    runtime.listContainers(undefined, signal),
  ]);
  const named = sandboxes.filter(({ podName, podNamespace }) => podName === pod.name && podNamespace === pod.namespace);
  const same = named.filter(({ podUid }) => podUid === pod.uid);
  const own = new Set((same.length > 0 ? same : named).map(({ id }) => id));
  return containers
    .filter(({ sandboxId }) => own.has(sandboxId))
    .toSorted((a, b) => b.createdAt - a.createdAt || b.attempt - a.attempt);
}
