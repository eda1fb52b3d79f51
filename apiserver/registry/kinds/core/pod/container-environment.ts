// Where the variables of a container come from: its own text, one field of the pod, one key of a map or of a file in a volume, or a
// whole map.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Container, Volume } from './spec/pod-spec.ts';
import type { FileKeySelector, KeySelector, VariableSource } from './spec/pod-spec-parts.ts';
import { invalidValue, notFoundValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { configKeyFaults } from '../config/config-keys.ts';
import { noBackstepErrors } from '../volume/local-paths.ts';
import { objectFieldErrors, resourceFieldErrors, variableFields } from './spec/downward-fields.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

const twice = 'may not have more than one field specified at a time';

export function environmentErrors({ env = [], envFrom = [] }: Container, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { name = '', value = '', valueFrom }] of env.entries()) {
    const place = `${path}.env[${index}]`;
    if (name === '') errors.push(required(`${place}.name`));
    else for (const fault of nameErrors(name, `${place}.name`)) errors.push(fault);
    if (valueFrom !== undefined)
      for (const fault of sourceErrors(valueFrom, value, `${place}.valueFrom`)) errors.push(fault);
  }
  for (const [index, { prefix = '', configMapRef, secretRef }] of envFrom.entries()) {
    const place = `${path}.envFrom[${index}]`;
    if (prefix !== '') addAll(errors, nameErrors(prefix, `${place}.prefix`));
    for (const [field, ref] of Object.entries({ configMapRef, secretRef })) {
      if (ref !== undefined) addAll(errors, mapNameErrors(ref.name ?? '', `${place}.${field}.name`));
    }
    if (configMapRef === undefined && secretRef === undefined)
      errors.push(invalidValue(`${path}.envFrom`, '', 'must specify one of: `configMapRef` or `secretRef`'));
    else if (configMapRef !== undefined && secretRef !== undefined)
      errors.push(invalidValue(`${path}.envFrom`, '', twice));
  }
  return errors;
}

function nameErrors(name: string, path: string): readonly FieldError[] {
  if (/^[ -<>-~]+$/.test(name)) return [];
  const rule = "a valid environment variable name must consist only of printable ASCII characters other than '='";
  return [invalidValue(path, name, rule)];
}

function mapNameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path)];
  return checkDns1123Subdomain(name).map((fault) => invalidValue(path, name, fault));
}

function sourceErrors(source: VariableSource, value: string, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  if (fieldRef !== undefined) addAll(errors, objectFieldErrors(fieldRef, `${path}.fieldRef`, variableFields));
  if (fileKeyRef !== undefined) addAll(errors, fileKeyErrors(fileKeyRef, `${path}.fileKeyRef`));
  if (resourceFieldRef !== undefined)
    addAll(errors, resourceFieldErrors(resourceFieldRef, `${path}.resourceFieldRef`, false));
  for (const [field, ref] of Object.entries({ configMapKeyRef, secretKeyRef })) {
    if (ref !== undefined) addAll(errors, keyErrors(ref, `${path}.${field}`));
  }
  const count = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(
    (one) => one !== undefined,
  ).length;
  if (count === 0) {
    const list = 'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`';
    errors.push(invalidValue(path, '', list));
  } else if (value !== '') errors.push(invalidValue(path, '', 'may not be specified when `value` is not empty'));
  else if (count > 1) errors.push(invalidValue(path, '', twice));
  return errors;
}

function keyErrors({ name = '', key = '' }: KeySelector, path: string): readonly FieldError[] {
  const errors = checkDns1123Subdomain(name).map((fault) => invalidValue(`${path}.name`, name, fault));
  if (key === '') errors.push(required(`${path}.key`));
  else
    addAll(
      errors,
      configKeyFaults(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
    );
  return errors;
}

function fileKeyErrors(
  { key = '', volumeName: volume = '', path: file = '' }: FileKeySelector,
  path: string,
): readonly FieldError[] {
  const errors = key === '' ? [required(`${path}.key`)] : [...nameErrors(key, `${path}.key`)];
  if (volume === '') errors.push(required(`${path}.volumeName`));
  else for (const fault of checkDns1123Label(volume)) errors.push(invalidValue(`${path}.volumeName`, volume, fault));
  addAll(errors, file === '' ? [required(`${path}.path`)] : noBackstepErrors(file, `${path}.path`));
  return errors;
}

/** The files are in empty directories of the pod, which its containers fill. `volumes`: all of them, sound or not. */
export function fileVolumeErrors(
  { env = [] }: Container,
  path: string,
  volumes: readonly Volume[],
): readonly FieldError[] {
  return env.flatMap(({ valueFrom }, index) => {
    const name = valueFrom?.fileKeyRef?.volumeName;
    if (valueFrom?.fileKeyRef === undefined) return [];
    const place = `${path}.env[${index}].valueFrom.fileKeyRef.volumeName`;
    const volume = volumes.find((one) => (one.name ?? '') === (name ?? ''));
    if (volume === undefined) return [notFoundValue(place, name ?? '')];
    return volume['emptyDir'] === undefined
      ? [invalidValue(place, name, 'referenced volume must be of type emptyDir')]
      : [];
  });
}
