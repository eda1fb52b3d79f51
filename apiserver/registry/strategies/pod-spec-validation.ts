// What a pod's specification must hold: the rules that users meet first. Shared by pods and by every pod template.

import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Container, ContainerPort, PodSpec, PodTemplate, ResourceRequirements } from './pod-spec.ts';
import {
  duplicateValue,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
} from '../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from '../../../shared/object/names.ts';
import { compareQuantities, formatQuantity, parseQuantity } from '../../../shared/object/quantity.ts';
import { labelErrors } from '../metadata-validation.ts';
import { handlerErrors } from './container-handlers.ts';
import { eachContainer } from './pod-spec.ts';

const highestPort = 65_535;

export function validatePodSpec(spec: PodSpec | undefined, path: string): readonly FieldError[] {
  if (spec === undefined) return [required(`${path}.containers`)];
  const errors: FieldError[] = [];
  if ((spec.containers?.length ?? 0) === 0) errors.push(required(`${path}.containers`));
  const volumes = volumeNames(spec, path, errors);
  const names = new Set<string>();
  for (const { container, path: place } of eachContainer(spec, path)) {
    for (const fault of containerErrors(container, place, volumes)) errors.push(fault);
    const name = container.name ?? '';
    if (name !== '' && names.has(name)) errors.push(duplicateValue(`${place}.name`, name));
    names.add(name);
  }
  for (const fault of hostPortErrors(spec, path)) errors.push(fault);
  if ((spec.nodeName ?? '') !== '') {
    errors.push(
      ...checkDns1123Subdomain(spec.nodeName ?? '').map((fault) =>
        invalidValue(`${path}.nodeName`, spec.nodeName, fault),
      ),
    );
  }
  if ((spec.serviceAccountName ?? '') !== '') {
    const account = spec.serviceAccountName ?? '';
    errors.push(
      ...checkDns1123Subdomain(account).map((fault) => invalidValue(`${path}.serviceAccountName`, account, fault)),
    );
  }
  for (const fault of placeErrors(spec, path)) errors.push(fault);
  const deadline = spec.activeDeadlineSeconds;
  if (deadline !== undefined && (deadline < 1 || deadline > 2 ** 31 - 1)) {
    errors.push(invalidValue(`${path}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive'));
  }
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    const grace = spec.terminationGracePeriodSeconds;
    errors.push(invalidValue(`${path}.terminationGracePeriodSeconds`, grace, 'must be greater than or equal to 0'));
  }
  return errors;
}

/** The name of the host that a pod is, and the nodes it bears. */
function placeErrors(
  { hostname = '', subdomain = '', tolerations = [] }: PodSpec,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [field, name] of Object.entries({ hostname, subdomain })) {
    if (name === '') continue;
    errors.push(...checkDns1123Label(name).map((fault) => invalidValue(`${path}.${field}`, name, fault)));
  }
  for (const [index, { key = '', operator = 'Equal', effect, tolerationSeconds }] of tolerations.entries()) {
    const place = `${path}.tolerations[${index}]`;
    if (key === '' && operator !== 'Exists') {
      const fault = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(invalidValue(`${place}.operator`, operator, fault));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const fault = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalidValue(`${place}.effect`, effect ?? '', fault));
    }
  }
  return errors;
}

/** A template: its labels, and a specification whose restart policy is one of those its kind allows. */
export function validatePodTemplate(
  template: PodTemplate | undefined,
  path: string,
  restartPolicies: readonly string[],
): readonly FieldError[] {
  const errors = [
    ...labelErrors(template?.metadata?.labels, `${path}.metadata.labels`),
    ...validatePodSpec(template?.spec, `${path}.spec`),
  ];
  const policy = template?.spec?.restartPolicy;
  if (policy !== undefined && !restartPolicies.includes(policy)) {
    errors.push(notSupported(`${path}.spec.restartPolicy`, policy, restartPolicies));
  }
  return errors;
}

/** Sources of volumes that mean nothing without a name, and the field of it; the schema asks for that of claims. */
const namedSources = [
  ['configMap', 'name'],
  ['secret', 'secretName'],
] as const;

function volumeNames(spec: PodSpec, path: string, errors: FieldError[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    const place = `${path}.volumes[${index}]`;
    const name = volume.name ?? '';
    if (name === '') errors.push(required(`${place}.name`));
    else errors.push(...checkDns1123Label(name).map((fault) => invalidValue(`${place}.name`, name, fault)));
    if (names.has(name)) errors.push(duplicateValue(`${place}.name`, name));
    names.add(name);
    for (const [source, field] of namedSources) {
      const held = volume[source] as Readonly<Record<string, unknown>> | undefined;
      if (held !== undefined && (held[field] ?? '') === '') errors.push(required(`${place}.${source}.${field}`));
    }
    const sources = Object.keys(volume).filter((key) => key !== 'name');
    if (sources.length > 1) {
      for (const source of sources.slice(1)) {
        errors.push({
          type: 'FieldValueForbidden',
          field: `${place}.${source}`,
          detail: 'may not specify more than 1 volume type',
        });
      }
    }
  }
  return names;
}

function containerErrors(container: Container, path: string, volumes: ReadonlySet<string>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const name = container.name ?? '';
  if (name === '') errors.push(required(`${path}.name`));
  else errors.push(...checkDns1123Label(name).map((fault) => invalidValue(`${path}.name`, name, fault)));
  const image = container.image ?? '';
  if (image === '') errors.push(required(`${path}.image`));
  else if (image.trim() !== image)
    errors.push(invalidValue(`${path}.image`, image, 'must not have leading or trailing whitespace'));
  for (const fault of portErrors(container.ports ?? [], `${path}.ports`)) errors.push(fault);
  for (const [index, variable] of (container.env ?? []).entries()) {
    const variableName = variable.name ?? '';
    if (variableName === '') errors.push(required(`${path}.env[${index}].name`));
    else if (!/^[ -<>-~]+$/.test(variableName)) {
      errors.push(
        invalidValue(
          `${path}.env[${index}].name`,
          variableName,
          "a valid environment variable name must consist only of printable ASCII characters other than '='",
        ),
      );
    }
    if (variable.valueFrom !== undefined && (variable.value ?? '') !== '') {
      errors.push(
        invalidValue(`${path}.env[${index}].valueFrom`, '', 'may not be specified when `value` is not empty'),
      );
    }
  }
  const mounted = new Set<string>();
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    const place = `${path}.volumeMounts[${index}]`;
    if ((mount.name ?? '') === '') errors.push(required(`${place}.name`));
    else if (!volumes.has(mount.name ?? '')) {
      errors.push(notFoundValue(`${place}.name`, mount.name));
    }
    if ((mount.mountPath ?? '') === '') errors.push(required(`${place}.mountPath`));
    if (mounted.has(mount.mountPath ?? '')) {
      errors.push(invalidValue(`${place}.mountPath`, mount.mountPath, 'must be unique'));
    }
    mounted.add(mount.mountPath ?? '');
  }
  for (const fault of resourceErrors(container.resources, `${path}.resources`)) errors.push(fault);
  for (const fault of sourceErrors(container, path)) errors.push(fault);
  for (const fault of handlerErrors(container, path)) errors.push(fault);
  return errors;
}

/** Where variables come from, if not from their own value: each from one place. */
function sourceErrors({ env, envFrom }: Container, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { configMapRef, secretRef }] of (envFrom ?? []).entries()) {
    if (configMapRef === undefined && secretRef === undefined)
      errors.push(invalidValue(`${path}.envFrom[${index}]`, '', 'must specify one of: `configMapRef` or `secretRef`'));
  }
  for (const [index, { valueFrom }] of (env ?? []).entries()) {
    if (valueFrom !== undefined && Object.keys(valueFrom).length === 0)
      errors.push(
        invalidValue(
          `${path}.env[${index}].valueFrom`,
          '',
          'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
        ),
      );
  }
  return errors;
}

function portErrors(ports: readonly ContainerPort[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const place = `${path}[${index}]`;
    const name = port.name ?? '';
    if (name !== '') {
      errors.push(...portNameFaults(name).map((fault) => invalidValue(`${place}.name`, name, fault)));
      if (names.has(name)) errors.push(duplicateValue(`${place}.name`, name));
      names.add(name);
    }
    if ((port.containerPort ?? 0) === 0) errors.push(required(`${place}.containerPort`));
    else errors.push(...portNumberErrors(port.containerPort, `${place}.containerPort`));
    if ((port.hostPort ?? 0) !== 0) errors.push(...portNumberErrors(port.hostPort, `${place}.hostPort`));
  }
  return errors;
}

export function portNumberErrors(port: number | undefined, path: string): readonly FieldError[] {
  if (port !== undefined && port >= 1 && port <= highestPort) return [];
  return [invalidValue(path, port, `must be between 1 and ${highestPort}, inclusive`)];
}

/** A port name: at most 15 characters, lower-case letters, digits and single dashes, with a letter. */
export function portNameFaults(name: string): readonly string[] {
  const faults: string[] = [];
  if (name.length > 15) faults.push('must be no more than 15 characters');
  if (!/^[-a-z0-9]+$/.test(name)) faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) faults.push('must contain at least one letter (a-z)');
  if (name.includes('--')) faults.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) faults.push('must not begin or end with a hyphen');
  return faults;
}

function hostPortErrors(spec: PodSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const taken = new Set<string>();
  for (const [index, container] of (spec.containers ?? []).entries()) {
    for (const [place, port] of (container.ports ?? []).entries()) {
      if ((port.hostPort ?? 0) === 0) continue;
      const use = `${port.protocol ?? 'TCP'}//${port.hostPort}`;
      if (taken.has(use)) errors.push(duplicateValue(`${path}.containers[${index}].ports[${place}].hostPort`, use));
      taken.add(use);
    }
  }
  return errors;
}

function resourceErrors(resources: ResourceRequirements | undefined, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const part of ['limits', 'requests'] as const) {
    for (const [name, text] of Object.entries(resources?.[part] ?? {})) {
      const place = `${path}.${part}[${name}]`;
      errors.push(...checkQualifiedName(name).map((fault) => invalidValue(place, name, fault)));
      const quantity = parseQuantity(text);
      if (quantity === undefined) errors.push(invalidValue(place, text, 'must be a quantity'));
      else if (quantity.nano < 0n)
        errors.push(invalidValue(place, formatQuantity(quantity), 'must be greater than or equal to 0'));
    }
  }
  for (const [name, text] of Object.entries(resources?.requests ?? {})) {
    const limitText = resources?.limits?.[name];
    const request = parseQuantity(text);
    const limit = limitText === undefined ? undefined : parseQuantity(limitText);
    if (request !== undefined && limit !== undefined && compareQuantities(request, limit) > 0) {
      errors.push(
        invalidValue(`${path}.requests`, text, `must be less than or equal to ${name} limit of ${limitText}`),
      );
    }
  }
  return errors;
}
