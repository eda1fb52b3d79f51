// What is dropped from a pod with the fields of a disabled feature: a volume without its source, and its mounts.

import type { IsDropped } from '../../../contract/kind.ts';

interface Container {
  lifecycle?: { stopSignal?: string };
  restartPolicy?: string;
  volumeMounts?: { readonly name?: string }[];
}

interface PodSpec {
  volumes?: { readonly name?: string; readonly image?: object }[];
  initContainers?: Container[];
  containers?: Container[] | null;
  ephemeralContainers?: Container[];
}

export function dropFromPod(spec: PodSpec, isDropped: IsDropped): void {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const containers = spec.containers ?? [];
  const all = [...initContainers, ...containers, ...ephemeralContainers];
  if (isDropped('ImageVolume')) dropImageVolumes(spec, all);
  if (isDropped('ContainerStopSignals')) {
    for (const container of all) {
      const { stopSignal, ...hooks } = container.lifecycle ?? {};
      if (stopSignal !== undefined && Object.keys(hooks).length === 0) delete container.lifecycle;
    }
  }
  if (isDropped('ContainerRestartRules')) {
    for (const container of [...containers, ...ephemeralContainers]) delete container.restartPolicy;
    for (const container of initContainers) if (container.restartPolicy !== 'Always') delete container.restartPolicy;
  }
}

function dropImageVolumes(spec: PodSpec, containers: readonly Container[]): void {
  const names = new Set((spec.volumes ?? []).flatMap(({ name, image }) => (image === undefined ? [] : [name ?? ''])));
  if (names.size === 0) return;
  spec.volumes = (spec.volumes ?? []).filter(({ image }) => image === undefined);
  if (spec.volumes.length === 0) delete spec.volumes;
  for (const container of containers) {
    const mounts = container.volumeMounts?.filter(({ name }) => !names.has(name ?? '')) ?? [];
    if (mounts.length === 0) delete container.volumeMounts;
    else container.volumeMounts = mounts;
  }
}
