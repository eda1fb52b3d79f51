// Whether a container that does not run is started (again). Pure.

import { type Container, isSidecar, type Pod } from '../object/pod.ts';
import { newestRun, type SeenPod } from '../seen/seen-pod.ts';

/** For main containers: by the restart policy of the pod and the exit code of the last run. */
export function shouldStart(pod: Pod, container: Container, seen: SeenPod): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  const run = newestRun(seen, container.name);
  if (run === undefined) return true;
  switch (run.state) {
    case 'running':
      return false;
    case 'unknown':
    case 'created':
      return true;
    case 'exited':
      return isSidecar(container) || policyAllows(pod, run.exitCode);
  }
}

/** Whether the pod's policy restarts a container that ended with this code. */
export function policyAllows(pod: Pod, exitCode: number): boolean {
  const policy = pod.spec?.restartPolicy ?? 'Always';
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

/** Whether the policy restarts failed containers. */
export function restartsFailed(pod: Pod): boolean {
  return pod.spec?.restartPolicy !== 'Never';
}
