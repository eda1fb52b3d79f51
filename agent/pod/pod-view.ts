// The pods of this node: those that are bound here at the API server, and those that only the runtime knows. For pods of the
// server, the server's object says which containers they have.

import type { Runtime } from '../cri/runtime.ts';
import type { Pod } from './object/pod.ts';

/** The pods bound to this node, as last seen. */
export interface BoundPods {
  list(): readonly Pod[];
  get(namespace: string, name: string): Pod | undefined;
}

/** An agent without a server knows no bound pods. */
export const noBoundPods: BoundPods = { list: () => [], get: () => undefined };

/** True when the pod has a container of this name, of any sort. */
export function hasContainer(pod: Pod, name: string): boolean {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {};
  return [...containers, ...initContainers, ...ephemeralContainers].some((container) => container.name === name);
}

/** The pods that the runtime has sandboxes of, one for each pod, in the order of namespace and name. */
export async function runningPods(runtime: Runtime, signal?: AbortSignal): Promise<readonly Pod[]> {
  const [sandboxes, containers] = await Promise.all([
    runtime.listSandboxes(undefined, signal),
    runtime.listContainers(undefined, signal),
  ]);
  const pods = new Map<string, Pod>();
  for (const sandbox of sandboxes) {
    if (!sandbox.ready) continue;
    const own = containers.filter(({ sandboxId, state }) => sandboxId === sandbox.id && state === 'running');
    pods.set(`${sandbox.podNamespace}/${sandbox.podName}`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: sandbox.podName, namespace: sandbox.podNamespace, uid: sandbox.podUid },
      spec: { containers: own.map(({ name, image }) => ({ name, image, resources: {} })) },
      status: {},
    });
  }
  return [...pods.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pod]) => pod);
}

/** A pod by name: as bound here, else as the runtime has it; undefined when it is unknown. */
export async function findPod(
  bound: BoundPods,
  runtime: Runtime,
  namespace: string,
  name: string,
  signal?: AbortSignal,
): Promise<Pod | undefined> {
  const pod = bound.get(namespace, name);
  if (pod !== undefined) return pod;
  const running = await runningPods(runtime, signal);
  return running.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
}
