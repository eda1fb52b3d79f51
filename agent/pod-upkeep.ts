// What keeps the node clean of what pods leave, composed.

import type { Loop } from '../shared/process/loop/loop.ts';
import type { AgentParts } from './agent-parts.ts';
import { type HostMetrics, readHostMetrics } from './host/host-metrics.ts';
import { type NodeLoops, watchedThresholds } from './node-loops.ts';
import { Eviction } from './pod/eviction/eviction.ts';
import { readPodUsage } from './pod/eviction/usage-reader.ts';
import type { Pods } from './pod/worker/pods.ts';
import type { PodHost } from './pod/container/pod-host.ts';
import { ImageCollector } from './pod/upkeep/image-collector.ts';
import { leftovers } from './pod/upkeep/leftovers.ts';
import { logRotation } from './pod/upkeep/log-rotation.ts';

/** The loops that remove what pods leave, and end pods when the node runs short. */
export function upkeepLoops(
  { settings, environment, runtime, monitor }: AgentParts,
  host: PodHost,
  node: NodeLoops,
  pods: Pods,
): readonly Loop[] {
  const { configuration } = settings.loaded;
  const { clock, log } = environment;
  const figures = (): Promise<HostMetrics> => {
    const { imageMountpoint, containerMountpoint } = monitor.view();
    return readHostMetrics({ rootDirectory: settings.rootDirectory, imageMountpoint, containerMountpoint });
  };
  const images = new ImageCollector({
    runtime,
    podRuntime: host.podRuntime,
    disk: async () => (await figures()).imageDisk,
    highPercent: configuration.imageGCHighThresholdPercent,
    lowPercent: configuration.imageGCLowThresholdPercent,
    leastAge: configuration.imageMinimumGCAge,
    mostAge: configuration.imageMaximumGCAge,
    tell: (reason, message) => node.tell('Warning', reason, message),
    clock,
    log,
  });
  const logs = logRotation({
    runtime,
    podRuntime: host.podRuntime,
    folder: configuration.podLogsDir,
    mostBytes: configuration.containerLogMaxSize,
    mostFiles: configuration.containerLogMaxFiles,
    period: configuration.containerLogMonitorInterval,
    clock,
    log,
  });
  const eviction = new Eviction({
    thresholds: watchedThresholds(configuration),
    figures,
    pods: () => pods.evictable(),
    usage: (ones, signal) => readPodUsage(host, ones, signal),
    giveUp: (signal) => images.freeAll(signal),
    mostGrace: configuration.evictionMaxPodGracePeriod,
    clock,
    log,
  });
  return [leftovers({ host, known: () => pods.known() }), images, logs, eviction];
}
