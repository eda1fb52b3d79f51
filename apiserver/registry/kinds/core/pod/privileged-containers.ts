// Refuses privileged containers, in pods and in every template of pods, for servers that do not allow them
// (`--allow-privileged`).

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Resource } from '../../../contract/resource.ts';
import { hostProcessesOf } from './host-processes.ts';
import { eachContainer, type PodSpec } from './spec/pod-spec.ts';

/** Where each kind keeps the specification of a pod. */
const places: ReadonlyMap<string, readonly string[]> = new Map([
  ['Pod', ['spec']],
  ['PodTemplate', ['template', 'spec']],
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
  ...['ReplicationController', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job'].map(
    (kind): [string, readonly string[]] => [kind, ['spec', 'template', 'spec']],
  ),
]);
const groups: ReadonlySet<string> = new Set(['', 'apps', 'batch']);

/** The resource with this further rule; itself when it holds no pods. */
export function withoutPrivileged(resource: Resource): Resource {
  const place = groups.has(resource.group) ? places.get(resource.kind) : undefined;
  if (place === undefined) return resource;
  const { strategy } = resource;
  const check = (object: ApiObject): readonly FieldError[] => privilegedErrors(object, place);
  return {
    ...resource,
    strategy: {
      ...strategy,
      validateCreate: (object) => [...(strategy.validateCreate?.(object) ?? []), ...check(object)],
      validateUpdate: (object, old, warn) => [
        ...(strategy.validateUpdate?.(object, old, warn) ?? []),
        ...check(object),
      ],
    },
  };
}

function privilegedErrors(object: ApiObject, place: readonly string[]): readonly FieldError[] {
  let value: unknown = object;
  for (const field of place) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  }
  if (typeof value !== 'object' || value === null) return [];
  const errors: FieldError[] = [];
  for (const { container, path } of eachContainer(value as PodSpec, place.join('.'))) {
    const { securityContext } = container as { readonly securityContext?: { readonly privileged?: boolean } | null };
    if (securityContext?.privileged === true) {
      errors.push({
        type: 'FieldValueForbidden',
        field: `${path}.securityContext.privileged`,
        detail: 'disallowed by cluster policy',
      });
    }
  }
  if (hostProcessesOf(value as PodSpec) > 0) {
    const detail = 'hostProcess containers are disallowed by cluster policy';
    errors.push({ type: 'FieldValueForbidden', field: place.join('.'), detail });
  }
  return errors;
}
