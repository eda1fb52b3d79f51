// The sub-resource `ephemeralcontainers` of pods.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { UpdateStrategy } from '../../../contract/update-strategy.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../../contract/resource.ts';
import type { Container, PodSpec } from '../pod/spec/pod-spec.ts';
import { mirrorAnnotation } from '../../../../../shared/object/mirror-annotation.ts';
import type { Pod } from '../pod/pod-strategy.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notFoundValue,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { checkDns1123Label } from '../../../../../shared/object/names.ts';
import { environmentErrors } from '../pod/container-environment.ts';
import { mountErrors } from '../pod/container-mounts.ts';
import { ephemeralFieldErrors } from '../pod/spec/ephemeral-fields.ts';
import { containerSecurityErrors } from '../pod/pod-security-validation.ts';
import { ownMetadata } from '../../../object/metadata.ts';
import { keepMetadata, keepOnly } from '../../../object/preserve-fields.ts';

/** Containers added to a running pod for a look inside; those that are there stay as they are. */
export const ephemeralContainers = (_strategy: Strategy, vendor: Vendor): UpdateStrategy => ({
  subresource: 'ephemeralcontainers',
  prepare(object, old) {
    const added = (object as Pod).spec?.ephemeralContainers;
    keepOnly(object, old, ['metadata']);
    keepMetadata(object, old, ownMetadata);
    const { ephemeralContainers: _before, ...spec } = (old as Pod).spec ?? {};
    (object as Pod).spec = { ...spec, ...(added === undefined ? {} : { ephemeralContainers: added }) };
  },
  validate(object, old) {
    if (old.metadata.annotations?.[mirrorAnnotation(vendor)] !== undefined)
      return [forbiddenField('[]', 'static pods do not support ephemeral containers')];
    const [spec, before] = [(object as Pod).spec ?? {}, (old as Pod).spec ?? {}];
    const errors = [...ephemeralErrors(spec)];
    addAll(errors, lostErrors(spec.ephemeralContainers ?? [], before.ephemeralContainers ?? []));
    return errors;
  },
});

/** Of those that are there, each that is gone or different. */
function lostErrors(containers: readonly Container[], before: readonly Container[]): readonly FieldError[] {
  const now = new Map(containers.map((container) => [container.name, container] as const));
  return before.flatMap((old) => {
    const container = now.get(old.name);
    if (container !== undefined && isDeepStrictEqual(old, container)) return [];
    const fate = container === undefined ? 'removed' : 'changed';
    const detail = `existing ephemeral containers ${JSON.stringify(old.name)} may not be ${fate}\n`;
    return [forbiddenField('spec.ephemeralContainers', detail)];
  });
}

function ephemeralErrors(spec: PodSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  const others = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const targets = new Set(others.map(({ name }) => name));
  const names = new Set(targets);
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name ?? '', volume] as const));
  for (const [index, container] of (spec.ephemeralContainers ?? []).entries()) {
    const path = `spec.ephemeralContainers[${index}]`;
    if ((container.name ?? '') === '') errors.push(required(`${path}.name`));
    else if (names.has(container.name)) errors.push(duplicateValue(`${path}.name`, container.name));
    for (const fault of checkDns1123Label(container.name ?? ''))
      if (container.name) errors.push(invalidValue(`${path}.name`, container.name, fault));
    if ((container.image ?? '') === '') errors.push(required(`${path}.image`));
    names.add(container.name);
    addAll(errors, environmentErrors(container, path));
    addAll(errors, mountErrors(container, path, volumes));
    if (container.securityContext !== undefined)
      addAll(
        errors,
        containerSecurityErrors(container.securityContext, `${path}.securityContext`, spec.hostUsers !== false),
      );
    const target = container.targetContainerName ?? '';
    if (target !== '' && !targets.has(target)) errors.push(notFoundValue(`${path}.targetContainerName`, target));
    addAll(errors, ephemeralFieldErrors(container, path));
  }
  return errors;
}
