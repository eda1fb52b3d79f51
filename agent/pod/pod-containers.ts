// The runs of a pod's containers that the runtime still lists, ended ones included.

import type { Container, Runtime } from '../cri/runtime.ts';

/**
 * All runs, newest first. If a sandbox with the given uid exists, only its containers count, so that a new pod does not show
 * those of an old pod with the same name. Pods that were started by hand may have any uid.
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
