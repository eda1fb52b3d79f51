// Refuses privileged containers, in pods and in every template of pods, for servers that do not allow them
// (`--allow-privileged`).

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Resource } from '../../../contract/resource.ts';
import { hostProcessesOf } from './host-processes.ts';
import { podPlaces, podSpecOf } from './spec/pod-places.ts';
import { eachContainer } from './spec/pod-spec.ts';

const groups: ReadonlySet<string> = new Set(['', 'apps', 'batch']);

/** The resource with this further rule; itself when it holds no pods. */
export function withoutPrivileged(resource: Resource): Resource {
  const place = groups.has(resource.group) ? podPlaces.get(resource.kind) : undefined;
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
  const spec = podSpecOf(object);
  if (spec === undefined) return [];
  const errors: FieldError[] = [];
  for (const { container, path } of eachContainer(spec, place.join('.'))) {
    const { securityContext } = container as { readonly securityContext?: { readonly privileged?: boolean } | null };
    if (securityContext?.privileged === true) {
      errors.push({
        type: 'FieldValueForbidden',
        field: `${path}.securityContext.privileged`,
        detail: 'disallowed by cluster policy',
      });
    }
  }
  if (hostProcessesOf(spec) > 0) {
    const detail = 'hostProcess containers are disallowed by cluster policy';
    errors.push({ type: 'FieldValueForbidden', field: place.join('.'), detail });
  }
  return errors;
}
