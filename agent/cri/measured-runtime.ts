// Calls of the runtime, counted and timed under the names that dashboards of node agents ask for.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import { type CallObserver, keptByLabels, observedCall } from '../../shared/process/metric/observed-call.ts';
import { type Runtime, RuntimeError } from './runtime.ts';

/** From 5 ms to about 12 minutes: checkpoints of large containers take minutes. */
const buckets = Array.from({ length: 14 }, (_, step) => 0.005 * 2.5 ** step);

/** The same runtime with metrics. A call that its caller aborted is counted, but not as an error. */
export function measuredRuntime(runtime: Runtime, metrics: Metrics, clock: Clock): Runtime {
  const labels = ['operation_type'];
  const calls = metrics.counter({
    name: 'kubelet_runtime_operations_total',
    help: 'Calls of the container runtime.',
    labels,
    stability: 'ALPHA',
  });
  const errors = metrics.counter({
    name: 'kubelet_runtime_operations_errors_total',
    help: 'Calls of the container runtime that failed.',
    labels,
    stability: 'ALPHA',
  });
  const seconds = metrics.histogram({
    name: 'kubelet_runtime_operations_duration_seconds',
    help: 'Duration of calls of the container runtime in seconds.',
    labels,
    buckets,
    stability: 'ALPHA',
  });

  const observers = keptByLabels((operation): CallObserver => {
    const of = { operation_type: operation };
    const duration = seconds.series(of);
    return {
      succeeded: (took) => duration.observe(took),
      failed: (took, error) => {
        duration.observe(took);
        if (!(error instanceof RuntimeError && error.failure === 'aborted')) errors.increment(of);
      },
    };
  });
  const now = (): number => clock.monotonic();
  const measured = <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    calls.increment({ operation_type: operation });
    return observedCall(now, observers(operation), call);
  };

  return {
    version: (signal) => measured('version', () => runtime.version(signal)),
    status: (signal) => measured('status', () => runtime.status(signal)),
    cgroupDriver: (signal) => measured('runtime_config', () => runtime.cgroupDriver(signal)),
    setPodCidrs: (podCidrs, signal) => measured('update_runtime_config', () => runtime.setPodCidrs(podCidrs, signal)),
    listSandboxes: (labels, signal) => measured('list_podsandbox', () => runtime.listSandboxes(labels, signal)),
    listContainers: (of, signal) => measured('list_containers', () => runtime.listContainers(of, signal)),
    sandboxStates: (signal) => measured('list_podsandbox', () => runtime.sandboxStates(signal)),
    containerStates: (signal) => measured('list_containers', () => runtime.containerStates(signal)),
    containerStatus: (id, signal) => measured('container_status', () => runtime.containerStatus(id, signal)),
    sandboxPid: (id, signal) => measured('podsandbox_status', () => runtime.sandboxPid(id, signal)),
    containerPid: (id, signal) => measured('container_status', () => runtime.containerPid(id, signal)),
    sandboxUsage: (signal) => measured('list_podsandbox_stats', () => runtime.sandboxUsage(signal)),
    containerUsage: (signal) => measured('list_container_stats', () => runtime.containerUsage(signal)),
    checkpoint: (request, signal) => measured('checkpoint_container', () => runtime.checkpoint(request, signal)),
    listImages: (signal) => measured('list_images', () => runtime.listImages(signal)),
    sandboxImage: (signal) => measured('status', () => runtime.sandboxImage(signal)),
    filesystems: (signal) => measured('image_fs_info', () => runtime.filesystems(signal)),
    close: () => runtime.close(),
  };
}
