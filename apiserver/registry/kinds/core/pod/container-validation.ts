// The containers of a pod: each has a unique name, an image, ports, mounts, environment variables and resources. Init containers
// and ephemeral containers may have less.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Container, ContainerPort, PodSpec, Volume } from './spec/pod-spec.ts';
import type { ResourceNames } from '../../rule/resource-names.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkPortName } from '../../../../../shared/object/names.ts';
import { environmentErrors, fileVolumeErrors } from './container-environment.ts';
import { handlerErrors, noHandlerErrors } from './container-handlers.ts';
import { mountErrors } from './container-mounts.ts';
import { initRestartErrors, restartErrors } from './restart-rules.ts';
import { ephemeralFieldErrors } from './spec/ephemeral-fields.ts';
import { resourceErrors } from './container-resources.ts';
import { containerSecurityErrors } from './pod-security-validation.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

const highestPort = 65_535;
const defaultGraceSeconds = 30;

/** What the containers of one pod are checked against. */
interface Surroundings {
  readonly spec: PodSpec;
  readonly volumes: ReadonlyMap<string, Volume>;
  readonly resources: ResourceNames;
  readonly claims: readonly string[];
}

/** All containers of a pod; `volumes` are those it has. */
export function containersErrors(
  spec: PodSpec,
  path: string,
  volumes: ReadonlyMap<string, Volume>,
  resources: ResourceNames,
): readonly FieldError[] {
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const containers = spec.containers ?? []; // Null when there are none.
  const claims = (spec.resourceClaims ?? []).flatMap(({ name = '' }) => (name === '' ? [] : [name]));
  const around: Surroundings = { spec, volumes, resources, claims };
  const errors: FieldError[] = containers.length === 0 ? [required(`${path}.containers`)] : [];
  const names = new Set<string>();
  const grace = spec.terminationGracePeriodSeconds ?? defaultGraceSeconds;
  for (const [index, container] of containers.entries()) {
    const place = `${path}.containers[${index}]`;
    addAll(errors, containerErrors(container, place, around));
    addAll(errors, nameErrors(container, place, names));
    addAll(errors, handlerErrors(container, place, grace));
    addAll(errors, stopSignalErrors(container, place, spec));
    addAll(errors, restartErrors(container, place));
  }
  addAll(errors, hostPortErrors(containers, `${path}.containers`));
  // Init containers run one after the other: only the ports of one of them can be in each other's way. Faults name no index.
  for (const container of initContainers) addAll(errors, hostPortErrors([container], `${path}.initContainers`));
  for (const [index, container] of initContainers.entries()) {
    const place = `${path}.initContainers[${index}]`;
    addAll(errors, containerErrors(container, place, around));
    addAll(errors, nameErrors(container, place, names));
    addAll(errors, initRestartErrors(container, place));
    addAll(errors, initErrors(container, place, spec, grace));
  }
  const others = new Set(names);
  for (const [index, container] of ephemeralContainers.entries()) {
    const place = `${path}.ephemeralContainers[${index}]`;
    addAll(errors, containerErrors(container, place, around));
    addAll(errors, nameErrors(container, place, names));
    const target = container.targetContainerName ?? '';
    if (target !== '' && !others.has(target)) errors.push(notFoundValue(`${place}.targetContainerName`, target));
    addAll(errors, ephemeralFieldErrors(container, place));
  }
  return errors;
}

/** Adds the name to `names`. */
function nameErrors({ name = '' }: Container, path: string, names: Set<string>): readonly FieldError[] {
  if (name === '') return [];
  if (names.has(name)) return [duplicateValue(`${path}.name`, name)];
  names.add(name);
  return [];
}

function initErrors(container: Container, path: string, spec: PodSpec, grace: number): readonly FieldError[] {
  if (container.restartPolicy === 'Always')
    return [...handlerErrors(container, path, grace), ...stopSignalErrors(container, path, spec)];
  return noHandlerErrors(container, path, 'may not be set for init containers without restartPolicy=Always');
}

const signalsOfWindows = ['SIGKILL', 'SIGTERM'];

/** Systems have different signals: the pod has to say which its own is. The schema knows those of the other one. */
function stopSignalErrors({ lifecycle }: Container, path: string, { os }: PodSpec): readonly FieldError[] {
  const signal = lifecycle?.stopSignal;
  if (signal === undefined) return [];
  const place = `${path}.lifecycle.stopSignal`;
  if (os === undefined) return [forbiddenField(place, 'may not be set for containers with empty `spec.os.name`')];
  if (os.name !== 'windows' || signalsOfWindows.includes(signal)) return [];
  return [notSupported(place, signal, signalsOfWindows)];
}

function containerErrors(container: Container, path: string, around: Surroundings): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', image = '', ports, resources, securityContext, resizePolicy } = container;
  if (name === '') errors.push(required(`${path}.name`));
  else for (const fault of checkDns1123Label(name)) errors.push(invalidValue(`${path}.name`, name, fault));
  if (image === '') errors.push(required(`${path}.image`));
  if (ports !== undefined) addAll(errors, portErrors(ports, `${path}.ports`));
  addAll(errors, environmentErrors(container, path));
  addAll(errors, fileVolumeErrors(container, path, around.spec.volumes ?? []));
  addAll(errors, mountErrors(container, path, around.volumes));
  if (resources !== undefined)
    addAll(errors, resourceErrors(resources, `${path}.resources`, around.resources, around.claims));
  if (resizePolicy !== undefined)
    addAll(errors, resizeErrors(resizePolicy, `${path}.resizePolicy`, around.spec.restartPolicy));
  if (securityContext !== undefined) {
    const hostUsers = around.spec.hostUsers !== false;
    addAll(errors, containerSecurityErrors(securityContext, `${path}.securityContext`, hostUsers));
  }
  return errors;
}

function resizeErrors(
  policies: NonNullable<Container['resizePolicy']>,
  path: string,
  restart: string | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const oneOf = (value: string, allowed: readonly string[]): readonly FieldError[] => {
    if (value === '') return [required(path)];
    return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
  };
  for (const [index, { resourceName = '', restartPolicy = '' }] of policies.entries()) {
    if (seen.has(resourceName)) errors.push(duplicateValue(`${path}[${index}]`, resourceName));
    seen.add(resourceName);
    addAll(errors, oneOf(resourceName, ['cpu', 'memory']));
    addAll(errors, oneOf(restartPolicy, ['NotRequired', 'RestartContainer']));
    if (restart === 'Never' && restartPolicy !== 'NotRequired')
      errors.push(invalidValue(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
  }
  return errors;
}

function portErrors(ports: readonly ContainerPort[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const [index, { name = '', containerPort = 0, hostPort = 0 }] of ports.entries()) {
    const place = `${path}[${index}]`;
    if (name !== '') {
      const faults = checkPortName(name);
      addAll(
        errors,
        faults.map((fault) => invalidValue(`${place}.name`, name, fault)),
      );
      if (faults.length === 0 && names.has(name)) errors.push(duplicateValue(`${place}.name`, name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(required(`${place}.containerPort`));
    else addAll(errors, portNumberErrors(containerPort, `${place}.containerPort`));
    if (hostPort !== 0) addAll(errors, portNumberErrors(hostPort, `${place}.hostPort`));
  }
  return errors;
}

export function portNumberErrors(port: number | undefined, path: string): readonly FieldError[] {
  if (port !== undefined && port >= 1 && port <= highestPort) return [];
  return [invalidValue(path, port, `must be between 1 and ${highestPort}, inclusive`)];
}

function hostPortErrors(containers: readonly Container[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const taken = new Set<string>();
  for (const [index, { ports = [] }] of containers.entries()) {
    for (const [at, port] of ports.entries()) {
      if ((port.hostPort ?? 0) === 0) continue;
      const use = `${port.protocol ?? 'TCP'}/${port.hostIP ?? ''}/${port.hostPort}`;
      if (taken.has(use)) errors.push(duplicateValue(`${path}[${index}].ports[${at}].hostPort`, use));
      taken.add(use);
    }
  }
  return errors;
}

/** What only pods are asked for, not the templates of them. */
export function imageErrors({ initContainers, containers }: PodSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [field, list] of Object.entries({ containers, initContainers })) {
    for (const [index, { image = '' }] of (list ?? []).entries()) {
      if (image.trim() === image) continue;
      const place = `${path}.${field}[${index}].image`;
      errors.push(invalidValue(place, image, 'must not have leading or trailing whitespace'));
    }
  }
  return errors;
}
