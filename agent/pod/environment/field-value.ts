// The downward API: fields of the pod's object, and amounts of its resources, for its containers. Pure.

import { parseQuantity } from '../../../shared/object/quantity.ts';
import type { Pod, Quantities, ResourceFieldSelector } from '../object/pod.ts';
import { allContainers } from '../object/pod.ts';
import { amountOf } from '../object/resources.ts';

export interface FieldFacts {
  readonly pod: Pod;
  readonly podIps: readonly string[];
  readonly hostIps: readonly string[];
  readonly nodeName: string;
  /** The allocatable resources of the node, which replace limits that are not set. */
  readonly allocatable: Quantities;
}

/** A reference to an unknown field; the message names it. */
export class UnknownField extends Error {
  override readonly name = 'UnknownField';
}

/** Throws UnknownField. */
export function fieldValue({ pod, podIps, hostIps, nodeName }: FieldFacts, path: string): string {
  const { metadata, spec } = pod;
  const keyed = /^metadata\.(labels|annotations)\['([^']*)'\]$/.exec(path);
  if (keyed !== null) {
    const [, map, key = ''] = keyed;
    const values = (map === 'labels' ? metadata.labels : metadata.annotations) ?? {};
    return Object.hasOwn(values, key) ? (values[key] ?? '') : '';
  }
  switch (path) {
    case 'metadata.name':
      return metadata.name ?? '';
    case 'metadata.namespace':
      return metadata.namespace ?? '';
    case 'metadata.uid':
      return metadata.uid ?? '';
    case 'metadata.labels':
      return lines(metadata.labels ?? {});
    case 'metadata.annotations':
      return lines(metadata.annotations ?? {});
    case 'spec.nodeName':
      return spec?.nodeName ?? nodeName;
    case 'spec.serviceAccountName':
      return spec?.serviceAccountName ?? '';
    case 'status.hostIP':
      return hostIps[0] ?? '';
    case 'status.hostIPs':
      return hostIps.join(',');
    case 'status.podIP':
      return podIps[0] ?? '';
    case 'status.podIPs':
      return podIps.join(',');
    default:
      throw new UnknownField(`unsupported fieldPath: ${path}`);
  }
}

function lines(values: Readonly<Record<string, string>>): string {
  return Object.keys(values)
    .sort()
    .map((key) => `${key}=${JSON.stringify(values[key])}`)
    .join('\n');
}

/** In whole multiples of the divisor, rounded up. `container`: the one that asks, unless another is named. Throws UnknownField. */
export function resourceValue(
  { pod, allocatable }: Pick<FieldFacts, 'pod' | 'allocatable'>,
  { containerName, resource, divisor = '1' }: ResourceFieldSelector,
  container: string,
): string {
  const name = containerName ?? container;
  const found = allContainers(pod).find((one) => one.name === name);
  if (found === undefined) throw new UnknownField(`container ${name} not found`);
  const [, set, amount = ''] = /^(limits|requests)\.(.+)$/.exec(resource) ?? [];
  if (set === undefined) throw new UnknownField(`unsupported container resource : ${resource}`);
  const { limits, requests } = found.resources ?? {};
  const own = amountOf(set === 'limits' ? limits : requests, amount);
  const value = own > 0 || set === 'requests' ? own : amountOf(allocatable, amount);
  const parsed = parseQuantity(divisor);
  const unit = parsed === undefined ? 1 : Number(parsed.nano) / 1e9;
  return String(Math.ceil(value / (unit > 0 ? unit : 1) - 1e-9));
}
