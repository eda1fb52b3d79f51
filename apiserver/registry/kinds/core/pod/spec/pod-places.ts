// Where the kinds that have pods, or templates of them, keep the specification of the pod.

import type { ApiObject } from '../../../../../../shared/object/api-object.ts';
import type { PodSpec } from './pod-spec.ts';

export const podPlaces: ReadonlyMap<string, readonly string[]> = new Map([
  ['Pod', ['spec']],
  ['PodTemplate', ['template', 'spec']],
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
  ...['ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job'].map(
    (kind): [string, readonly string[]] => [kind, ['spec', 'template', 'spec']],
  ),
]);

/** Undefined where there is none. `object`: of one of these kinds. */
export function podSpecOf(object: ApiObject): PodSpec | undefined {
  const place = podPlaces.get(object.kind ?? '');
  if (place === undefined) return undefined;
  let value: unknown = object;
  for (const field of place) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  }
  return typeof value === 'object' && value !== null ? (value as PodSpec) : undefined;
}
