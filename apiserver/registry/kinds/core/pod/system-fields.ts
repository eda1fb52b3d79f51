// Fields that belong to one operating system: a pod that says which one it is for may not have those of the other.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { PodSpec } from './spec/pod-spec.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { forbiddenField } from '../../../../../shared/object/field-error-message.ts';
import { eachContainer } from './spec/pod-spec.ts';

/** Fields of the security of a pod, and of a container, that mean nothing on Windows. */
const linuxOfPods = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const linuxOfContainers = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

export function systemFieldErrors(spec: PodSpec, path: string): readonly FieldError[] {
  if (spec.os?.name === 'linux') {
    const refused = (security: object | undefined, place: string): readonly FieldError[] =>
      present(
        security,
        ['windowsOptions'],
        `${place}.securityContext`,
        'windows options cannot be set for a linux pod',
      );
    return [
      ...refused(spec.securityContext, path),
      ...eachContainer(spec, path).flatMap((each) => refused(each.container.securityContext, each.path)),
    ];
  }
  return spec.os?.name === 'windows' ? linuxErrors(spec, path) : [];
}

function linuxErrors(spec: PodSpec, path: string): readonly FieldError[] {
  const detail = 'cannot be set for a windows pod';
  const errors: FieldError[] = [];
  const { hostUsers, hostPID, hostIPC, shareProcessNamespace, securityContext: security } = spec;
  if (security !== undefined) {
    const shared = { hostUsers, hostPID: hostPID || undefined, hostIPC: hostIPC || undefined, shareProcessNamespace };
    addAll(errors, present(shared, Object.keys(shared), path, detail));
    addAll(errors, present(security, linuxOfPods, `${path}.securityContext`, detail));
    if ((security.sysctls?.length ?? 0) > 0) errors.push(forbiddenField(`${path}.securityContext.sysctls`, detail));
  }
  for (const { container, path: place } of eachContainer(spec, path))
    addAll(errors, present(container.securityContext, linuxOfContainers, `${place}.securityContext`, detail));
  return errors;
}

/** A refusal of each of these fields that the holder has. */
function present(holder: object | undefined, fields: readonly string[], path: string, detail: string): FieldError[] {
  const values = (holder ?? {}) as Readonly<Record<string, unknown>>;
  return fields
    .filter((field) => values[field] !== undefined && values[field] !== null)
    .map((field) => forbiddenField(`${path}.${field}`, detail));
}
