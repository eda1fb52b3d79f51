// What keeps the node clean of what pods leave, composed.

import type { Loop } from '../shared/process/loop/loop.ts';
import type { AgentParts } from './agent-parts.ts';
import { readHostMetrics } from './host/host-metrics.ts';
import type { NodeLoops } from './node-loops.ts';
import type { PodHost } from './pod/container/pod-host.ts';
import { ImageCollector } from './pod/upkeep/image-collector.ts';
import { leftovers } from './pod/upkeep/leftovers.ts';
import { logRotation } from './pod/upkeep/log-rotation.ts';

/** `known`: the uids of all pods; undefined while that cannot be said. */
export function upkeepLoops(
  { settings, environment, runtime, monitor }: AgentParts,
  host: PodHost,
  node: NodeLoops,
  known: () => ReadonlySet<string> | undefined,
): readonly Loop[] {
  const { configuration } = settings.loaded;
  const { clock, log } = environment;
  const images = new ImageCollector({
    runtime,
    podRuntime: host.podRuntime,
    disk: async () => {
      const { imageMountpoint, containerMountpoint } = monitor.view();
      const { rootDirectory } = settings;
      return (await readHostMetrics({ rootDirectory, imageMountpoint, containerMountpoint })).imageDisk;
    },
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
  return [leftovers({ host, known }), images, logs];
}
