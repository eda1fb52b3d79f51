// The defaults that pods get and pod templates do not: an older server, or a later change of the template, must not find in
// a template what is absent there. In place; repeatable.

import type { Quantity } from '../../../../../shared/object/quantity.ts';
import type { Container, PodSpec, ResourceRequirements } from './spec/pod-spec.ts';
import { formatQuantity } from '../../../../../shared/object/quantity.ts';
import { totalOf } from './pod-resources.ts';
import { isHugePages } from '../../rule/resource-names.ts';

export function defaultPod(spec: PodSpec): void {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) {
    if (resources?.limits !== undefined) fill(resources, 'requests', Object.entries(resources.limits));
  }
  if (spec.resources !== undefined) defaultPodResources(spec, spec.resources);
  spec.enableServiceLinks ??= true;
  // A negative period once meant: end without waiting.
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  if (spec.hostNetwork === true) for (const container of containers) useHostPorts(container);
}

/** Resources of the pod as a whole: what its containers ask for together, else the limit. */
function defaultPodResources(spec: PodSpec, resources: ResourceRequirements): void {
  const given = { ...resources.requests, ...resources.limits };
  if (Object.keys(given).length === 0) return;
  const limits = [...totalOf(spec, 'limits')].filter(
    ([name]) => isHugePages(name) && !Object.hasOwn(resources.requests ?? {}, name),
  );
  fill(resources, 'limits', limits.map(inWords));
  if (Object.keys(resources.limits ?? {}).length === 0) return;
  const requests = [...totalOf(spec, 'requests')].filter(([name]) => isCompute(name));
  fill(resources, 'requests', requests.map(inWords));
  const bounds = Object.entries(resources.limits ?? {}).filter(([name]) => isCompute(name) || isHugePages(name));
  fill(resources, 'requests', bounds);
}

function inWords([name, quantity]: readonly [string, Quantity]): readonly [string, string] {
  return [name, formatQuantity(quantity)];
}

/** Adds the amounts that are not given yet, in the order of their names. */
function fill(
  resources: ResourceRequirements,
  part: 'limits' | 'requests',
  amounts: readonly (readonly [string, string])[],
): void {
  const given = Object.entries(resources[part] ?? {});
  const known = new Set(given.map(([name]) => name));
  const added = amounts.filter(([name]) => !known.has(name));
  if (added.length === 0) return;
  resources[part] = Object.fromEntries([...given, ...added].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isCompute(name: string): boolean {
  return name === 'cpu' || name === 'memory';
}

function useHostPorts(container: Container): void {
  for (const port of container.ports ?? []) {
    if ((port.hostPort ?? 0) === 0 && port.containerPort !== undefined) port.hostPort = port.containerPort;
  }
}
