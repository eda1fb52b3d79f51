// The mounts of a container: volumes of its pod, each path once, and block devices with separate paths.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Container, Volume, VolumeMount } from './spec/pod-spec.ts';
import {
  forbiddenField,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { descendingPathErrors } from '../volume/local-paths.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

const propagations = ['Bidirectional', 'HostToContainer', 'None'];
const recursions = ['Disabled', 'Enabled', 'IfPossible'];

/** `volumes`: those of the pod by name. */
export function mountErrors(
  container: Container,
  path: string,
  volumes: ReadonlyMap<string, Volume>,
): readonly FieldError[] {
  const { volumeMounts = [], volumeDevices = [] } = container;
  const errors: FieldError[] = [];
  const taken = new Set<string>();
  for (const [index, mount] of volumeMounts.entries()) {
    const place = `${path}.volumeMounts[${index}]`;
    const { name = '', mountPath = '' } = mount;
    if (name === '') errors.push(required(`${place}.name`));
    if (!volumes.has(name)) errors.push(notFoundValue(`${place}.name`, name));
    if (mountPath === '') errors.push(required(`${place}.mountPath`));
    if (taken.has(mountPath)) errors.push(invalidValue(`${place}.mountPath`, mountPath, 'must be unique'));
    taken.add(mountPath);
    if (volumeDevices.some((device) => device.name === name))
      errors.push(invalidValue(`${place}.name`, name, 'must not already exist in volumeDevices'));
    if (volumeDevices.some((device) => device.devicePath === mountPath))
      errors.push(invalidValue(`${place}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'));
    for (const fault of subPathErrors(mount, place, `${path}.volumeMounts`)) errors.push(fault);
    for (const fault of modeErrors(mount, container, `${path}.volumeMounts`)) errors.push(fault);
  }
  if (volumeDevices.length > 0) addAll(errors, deviceErrors(container, `${path}.volumeDevices`, volumes));
  return errors;
}

/** `all`: the field of all mounts, where most of these errors are reported. */
function subPathErrors({ subPath = '', subPathExpr = '' }: VolumeMount, place: string, all: string) {
  const errors: FieldError[] = [];
  if (subPath !== '') addAll(errors, descendingPathErrors(subPath, `${all}.subPath`));
  if (subPathExpr === '') return errors;
  const both = 'subPathExpr and subPath are mutually exclusive';
  if (subPath !== '') errors.push(invalidValue(`${place}.subPathExpr`, subPathExpr, both));
  return [...errors, ...descendingPathErrors(subPathExpr, `${all}.subPathExpr`)];
}

function modeErrors(
  { mountPropagation, recursiveReadOnly, readOnly }: VolumeMount,
  container: Container,
  all: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (mountPropagation !== undefined) {
    const path = `${all}.mountPropagation`;
    if (!propagations.includes(mountPropagation)) errors.push(notSupported(path, mountPropagation, propagations));
    if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
      const detail = 'Bidirectional mount propagation is available only to privileged containers';
      errors.push(forbiddenField(path, detail));
    }
  }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return errors;
  const path = `${all}.recursiveReadOnly`;
  if (!recursions.includes(recursiveReadOnly)) return [...errors, notSupported(path, recursiveReadOnly, recursions)];
  if (readOnly !== true) errors.push(forbiddenField(path, 'may only be specified when readOnly is true'));
  if ((mountPropagation ?? 'None') !== 'None')
    errors.push(forbiddenField(path, 'may only be specified when mountPropagation is None or not specified'));
  return errors;
}

function deviceErrors(
  { volumeMounts = [], volumeDevices = [] }: Container,
  path: string,
  volumes: ReadonlyMap<string, Volume>,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const [index, { name = '', devicePath = '' }] of volumeDevices.entries()) {
    const at = { name: `${path}[${index}].name`, path: `${path}[${index}].devicePath` };
    const volume = volumes.get(name);
    if (name === '') errors.push(required(at.name));
    if (names.has(name)) errors.push(invalidValue(at.name, name, 'must be unique'));
    if (volume === undefined) errors.push(notFoundValue(at.name, name));
    else if (volume['persistentVolumeClaim'] === undefined && volume['ephemeral'] === undefined) {
      const detail = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
      errors.push(invalidValue(at.name, name, detail));
    }
    if (devicePath === '') errors.push(required(at.path));
    if (paths.has(devicePath)) errors.push(invalidValue(at.path, devicePath, 'must be unique'));
    if (devicePath.split('/').includes('..'))
      errors.push(invalidValue(at.path, devicePath, "can not contain backsteps ('..')"));
    else paths.add(devicePath);
    if (volumeMounts.some((mount) => mount.name === name))
      errors.push(invalidValue(at.name, name, 'must not already exist in volumeMounts'));
    if (volumeMounts.some((mount) => mount.mountPath === devicePath))
      errors.push(invalidValue(at.path, devicePath, 'must not already exist as a path in volumeMounts'));
    if (name !== '') names.add(name);
  }
  return errors;
}
