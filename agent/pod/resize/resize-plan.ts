// What is to be done so that running containers have what their pod was promised: told to the runtime, or started anew where the pod
// wants that. Pure.

import type { Container, Pod, Resources } from '../object/pod.ts';
import { amountOf } from '../object/resources.ts';
import { newestRun, type SeenContainer, type SeenPod } from '../seen/seen-pod.ts';
import { isSameAmount, isSameOf, resizableContainers } from './allocation.ts';

export interface Resizing {
  readonly container: Container;
  readonly run: SeenContainer;
  /** What it has now. */
  readonly actual: Resources;
  /** It has to start anew for it. */
  readonly restarts: boolean;
}

/**
 * Of containers that run and have something else than the pod was promised: those first that give memory back. What does not run starts
 * with what it was promised. `actual`: by the id of the container; undefined: as promised.
 */
export function resizingsOf(
  allocated: Pod,
  seen: SeenPod,
  actual: (containerId: string) => Resources | undefined,
): readonly Resizing[] {
  const found = resizableContainers(allocated).flatMap((container): readonly Resizing[] => {
    const run = newestRun(seen, container.name);
    if (run?.state !== 'running') return [];
    const has = actual(run.id);
    if (has === undefined || isSameAmount(has, container.resources)) return [];
    return [{ container, run, actual: has, restarts: needsRestart(container, has) }];
  });
  return found.toSorted((one, other) => growth(one) - growth(other));
}

function needsRestart({ resources, resizePolicy = [] }: Container, actual: Resources): boolean {
  const changed = (['cpu', 'memory'] as const).filter((name) => !isSameOf(name, resources, actual));
  return changed.some((name) =>
    resizePolicy.some(
      ({ resourceName, restartPolicy }) => resourceName === name && restartPolicy === 'RestartContainer',
    ),
  );
}

/** Bytes. */
function growth({ container, actual }: Resizing): number {
  return amountOf(container.resources?.limits, 'memory') - amountOf(actual.limits, 'memory');
}

/**
 * Why memory cannot be taken back: what is in use already would be more than the new limit, and the kernel would end the program. Empty:
 * it can. `used`: bytes by the id of the container; undefined: not known.
 */
export function memoryInTheWay(
  resizings: readonly Resizing[],
  used: (containerId: string) => number | undefined,
): readonly string[] {
  return resizings.flatMap((one) => {
    const limit = Math.floor(amountOf(one.container.resources?.limits, 'memory'));
    if (!takesMemory(one)) return [];
    const usage = used(one.run.id);
    const { name } = one.container;
    if (usage === undefined) return [`missing container "${name}" memory usage`];
    if (usage < limit) return [];
    return [`attempting to set container "${name}" memory limit (${limit}) below current usage (${usage})`];
  });
}

/** Whether it is to have less memory than now, or a limit for the first time. */
export function takesMemory({ container, actual }: Resizing): boolean {
  const [after, before] = [amountOf(container.resources?.limits, 'memory'), amountOf(actual.limits, 'memory')];
  return after > 0 && (before === 0 || after < before);
}

/** What operators read when a pod has what it asked for. */
export function completionText(allocated: Pod): string {
  const summary = (containers: readonly Container[] | undefined) =>
    (containers ?? []).map(({ name, resources = {} }) => ({ name, resources }));
  const { initContainers, containers } = allocated.spec ?? {};
  const [before, main] = [summary(initContainers), summary(containers)];
  const shown = {
    ...(before.length === 0 ? {} : { initContainers: before }),
    ...(main.length === 0 ? {} : { containers: main }),
  };
  return `Pod resize completed: ${JSON.stringify(shown)}`;
}
