// What a pod was promised on its node: the processors and memory of those of its containers that may be resized while they run. A pod may
// ask for another amount at any time; until that is granted, everything goes by what was promised. Pure.

import { type Container, isSidecar, type Pod, type Resources } from '../object/pod.ts';
import { amountOf } from '../object/resources.ts';

/** By the name of the container. */
export type Allocation = ReadonlyMap<string, Resources>;

const resizable = ['cpu', 'memory'] as const;
const parts = ['requests', 'limits'] as const;

/** The containers whose resources may change: those that run as long as their pod does. */
export function resizableContainers({ spec }: Pod): readonly Container[] {
  return [...(spec?.initContainers ?? []).filter(isSidecar), ...(spec?.containers ?? [])];
}

/** What the pod asks for. */
export function allocationOf(pod: Pod): Allocation {
  return new Map(resizableContainers(pod).map(({ name, resources = {} }) => [name, resources]));
}

/** The pod as it was promised; the same object where it asks for nothing else. */
export function withAllocation(pod: Pod, allocation: Allocation): Pod {
  const differs = resizableContainers(pod).some((one) => !isAsAllocated(one, allocation));
  if (!differs) return pod;
  const resized = (one: Container): Container => {
    const allocated = allocation.get(one.name);
    return allocated === undefined || isAsAllocated(one, allocation) ? one : { ...one, resources: allocated };
  };
  const { initContainers, containers } = pod.spec ?? {};
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(initContainers === undefined
        ? {}
        : { initContainers: initContainers.map((one) => (isSidecar(one) ? resized(one) : one)) }),
      ...(containers === undefined ? {} : { containers: containers.map(resized) }),
    },
  };
}

function isAsAllocated({ name, resources }: Container, allocation: Allocation): boolean {
  const allocated = allocation.get(name);
  return allocated === undefined || isSameAmount(resources, allocated);
}

/** Whether both have the same amounts of what can be resized, however they are written. */
export function isSameAmount(one: Resources | undefined, other: Resources | undefined): boolean {
  return resizable.every((name) => isSameOf(name, one, other));
}

/** The same of one of them. */
export function isSameOf(
  name: (typeof resizable)[number],
  one: Resources | undefined,
  other: Resources | undefined,
): boolean {
  return parts.every((part) => amountOf(one?.[part], name) === amountOf(other?.[part], name));
}
