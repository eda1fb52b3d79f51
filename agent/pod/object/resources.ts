// Amounts of resources of pods: of one container, and of the whole pod as it is placed on a node. Pure.

import { parseQuantity } from '../../../shared/object/quantity.ts';
import { type Container, isSidecar, type Pod, type Quantities } from './pod.ts';

export type QosClass = 'Guaranteed' | 'Burstable' | 'BestEffort';

/** In the unit of the quantity: cores, bytes. 0 for a missing or invalid quantity. */
export function amountOf(quantities: Quantities | undefined, name: string): number {
  const text = quantities !== undefined && Object.hasOwn(quantities, name) ? quantities[name] : undefined;
  const quantity = text === undefined ? undefined : parseQuantity(String(text));
  return quantity === undefined ? 0 : Number(quantity.nano) / 1e9;
}

export function milliCpu(quantities: Quantities | undefined): number {
  return Math.ceil(amountOf(quantities, 'cpu') * 1000 - 1e-9);
}

const counted = ['cpu', 'memory'] as const;

/** The QoS class: from requests and limits of CPU and memory only, including initial containers. */
export function qosClassOf({ spec }: Pod): QosClass {
  const sets = spec?.resources === undefined ? [] : [spec.resources];
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])].map(
    ({ resources = {} }) => resources,
  );
  const resources = sets.length > 0 ? sets : containers;
  const isSet = resources.some(({ limits, requests }) =>
    counted.some((name) => amountOf(limits, name) > 0 || amountOf(requests, name) > 0),
  );
  if (!isSet) return 'BestEffort';
  const isGuaranteed = resources.every(({ limits, requests }) =>
    counted.every((name) => {
      const limit = amountOf(limits, name);
      return limit > 0 && (requests?.[name] === undefined || amountOf(requests, name) === limit);
    }),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

/** The resources of a pod on a node: the sum of its containers, or the maximum during its start, plus its overhead. */
export function podAmount({ spec }: Pod, name: string, which: 'requests' | 'limits'): number {
  const of = ({ resources }: Container): number => amountOf(resources?.[which], name);
  let beside = 0;
  let start = 0;
  for (const container of spec?.initContainers ?? []) {
    if (isSidecar(container)) {
      beside += of(container);
      start = Math.max(start, beside);
    } else {
      start = Math.max(start, beside + of(container));
    }
  }
  const run = (spec?.containers ?? []).reduce((sum, container) => sum + of(container), beside);
  const whole = amountOf(spec?.resources?.[which], name);
  return (whole > 0 ? whole : Math.max(run, start)) + amountOf(spec?.overhead, name);
}

/** The names of the resources that the pod requests. */
export function requestedResources({ spec }: Pod): readonly string[] {
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const sets = [spec?.resources?.requests, spec?.overhead, ...containers.map(({ resources }) => resources?.requests)];
  return [...new Set(sets.flatMap((set) => Object.keys(set ?? {})))];
}

/** The names of the resources that the pod requests or limits, its ephemeral containers included. */
export function namedResources({ spec }: Pod): readonly string[] {
  const { initContainers = [], containers = [], ephemeralContainers = [] } = spec ?? {};
  const sets = [...initContainers, ...containers, ...ephemeralContainers].map(({ resources }) => resources);
  const names = [spec?.resources, ...sets].flatMap((set) => [set?.requests, set?.limits]);
  return [...new Set([...names, spec?.overhead].flatMap((set) => Object.keys(set ?? {})))];
}

/** Whether every container limits a resource: only then does the whole pod have a limit. */
export function limitsAll({ spec }: Pod, name: string): boolean {
  if (amountOf(spec?.resources?.limits, name) > 0) return true;
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? []).filter(isSidecar)];
  return containers.length > 0 && containers.every(({ resources }) => amountOf(resources?.limits, name) > 0);
}
