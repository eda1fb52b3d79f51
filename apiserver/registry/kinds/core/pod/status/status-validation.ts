// Validation of a status of a pod that takes the place of another: what a node agent may tell of a pod, and what can no longer
// change.

import type { FieldError } from '../../../../../../shared/object/field-error.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../../shared/object/field-error-message.ts';
import { addAll } from '../../../../../../shared/object/add-all.ts';
import { checkDns1123Label, checkDns1123Subdomain, checkQualifiedName } from '../../../../../../shared/object/names.ts';
import type { Container, PodSpec } from '../spec/pod-spec.ts';
import { podAddressErrors, type PodAddresses } from './pod-addresses.ts';

interface ContainerUser {
  readonly uid?: number;
  readonly gid?: number;
  readonly supplementalGroups?: readonly number[];
}

interface AllocatedResource {
  readonly name?: string;
  readonly resources?: readonly { readonly resourceID?: string; readonly health?: string }[];
}

interface ContainerStatus {
  readonly name?: string;
  readonly state?: { readonly terminated?: { readonly exitCode?: number }; readonly running?: object };
  readonly resources?: object;
  readonly user?: { readonly linux?: ContainerUser };
  readonly allocatedResourcesStatus?: readonly AllocatedResource[];
}

interface RequestMapping {
  readonly containerName?: string;
  readonly resourceName?: string;
  readonly requestName?: string;
}

interface ExtendedClaimStatus {
  readonly resourceClaimName?: string;
  readonly requestMappings?: readonly RequestMapping[] | null;
}

export interface PodStatus extends PodAddresses {
  phase?: string;
  qosClass?: string;
  nominatedNodeName?: string;
  observedGeneration?: number;
  conditions?: { type?: string; status?: string; observedGeneration?: number; [field: string]: unknown }[];
  containerStatuses?: readonly ContainerStatus[];
  initContainerStatuses?: readonly ContainerStatus[];
  ephemeralContainerStatuses?: readonly ContainerStatus[];
  extendedResourceClaimStatus?: ExtendedClaimStatus;
  resourceClaimStatuses?: { readonly name?: string; readonly resourceClaimName?: string }[];
  [field: string]: unknown;
}

const negative = 'must be a non-negative integer';

/** `spec` is that of the stored pod. */
export function podStatusErrors(status: PodStatus, old: PodStatus, spec: PodSpec): readonly FieldError[] {
  const errors: FieldError[] = [];
  addAll(errors, conditionErrors(status.conditions ?? []));
  addAll(errors, nominationErrors(status, old));
  const { observedGeneration: seen = 0, qosClass = '' } = status;
  if (seen < 0) errors.push(invalidValue('status.observedGeneration', seen, negative));
  if (qosClass !== (old.qosClass ?? '')) errors.push(invalidValue('status.qosClass', qosClass, 'field is immutable'));
  addAll(errors, lifeErrors(status, old, spec));
  addAll(errors, claimStatusErrors(status.resourceClaimStatuses ?? [], spec.resourceClaims ?? []));
  if (status.extendedResourceClaimStatus !== undefined)
    addAll(errors, extendedClaimErrors(status.extendedResourceClaimStatus, spec));
  addAll(errors, podAddressErrors(status, old));
  for (const field of ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const)
    addAll(errors, userErrors(status[field] ?? [], `status.${field}`, spec.os?.name ?? 'linux'));
  addAll(errors, allocationErrors(status.containerStatuses, 'status.containerStatuses', spec.containers));
  addAll(errors, allocationErrors(status.initContainerStatuses, 'status.initContainerStatuses', spec.initContainers));
  for (const [index, { allocatedResourcesStatus: some = [] }] of (status.ephemeralContainerStatuses ?? []).entries()) {
    const path = `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`;
    if (some.length > 0) errors.push(forbiddenField(path, 'must not be specified in container status'));
  }
  return errors;
}

/** Conditions of the system itself, whose names need no check. */
const systemConditions: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

function conditionErrors(conditions: NonNullable<PodStatus['conditions']>): readonly FieldError[] {
  return conditions.flatMap(({ type = '', observedGeneration: seen = 0 }, index) => {
    const path = `status.conditions[${index}]`;
    const faults = systemConditions.has(type) ? [] : checkQualifiedName(type);
    return [
      ...(seen < 0 ? [invalidValue(`${path}.observedGeneration`, seen, negative)] : []),
      ...faults.map((fault) => invalidValue(`${path}.Type`, type, fault)),
    ];
  });
}

/** A pod that has its node may still be nominated to another. */
function nominationErrors(status: PodStatus, old: PodStatus): readonly FieldError[] {
  const { nominatedNodeName: node = '' } = status;
  if (node === '' || node === old.nominatedNodeName) return [];
  return checkDns1123Subdomain(node).map((fault) => invalidValue('status.nominatedNodeName', node, fault));
}

/** A container that ended for good does not come back to life. */
function lifeErrors(status: PodStatus, old: PodStatus, spec: PodSpec): readonly FieldError[] {
  const policy = spec.restartPolicy ?? 'Always';
  const named = (containers: readonly Container[] | undefined, name: string | undefined) =>
    containers?.find((container) => container.name === name);
  const byPolicy = (code: number): boolean => policy === 'Always' || (policy === 'OnFailure' && code !== 0);
  const restarts = {
    containerStatuses: (name: string | undefined, code: number) => {
      const container = named(spec.containers, name);
      return container !== undefined && restartsAfter(container, code, byPolicy);
    },
    initContainerStatuses: (name: string | undefined, code: number) =>
      byPolicy(code) || named(spec.initContainers, name)?.restartPolicy === 'Always',
    ephemeralContainerStatuses: () => false,
  };
  return Object.entries(restarts).flatMap(([field, mayRestart]) => {
    const before = (old[field] ?? []) as readonly ContainerStatus[];
    const now = (status[field] ?? []) as readonly ContainerStatus[];
    return before.flatMap(({ name, state }, index) => {
      const ended = state?.terminated;
      if (ended === undefined || mayRestart(name, ended.exitCode ?? 0)) return [];
      const alive = now.some((one) => one.name === name && one.state?.terminated === undefined);
      const detail = 'may not be transitioned to non-terminated state';
      return alive ? [forbiddenField(`status.${field}[${index}].state`, detail)] : [];
    });
  });
}

/** By its own rules, else by its own policy, else by that of the pod. */
function restartsAfter(container: Container, code: number, byPolicy: (code: number) => boolean): boolean {
  const { restartPolicy: own, restartPolicyRules: rules = [] } = container;
  if (own === undefined) return byPolicy(code);
  const matched = rules.find(({ exitCodes }) => {
    const isListed = exitCodes?.values?.includes(code) ?? false;
    return exitCodes !== undefined && (exitCodes.operator === 'NotIn' ? !isListed : isListed);
  });
  if (matched?.action === 'Restart') return true;
  if (own === 'Always') return true;
  if (own === 'OnFailure') return code !== 0;
  return own === 'Never' ? false : byPolicy(code);
}

/** What became of the claims of the pod: each once, by the name that the pod has for it. */
function claimStatusErrors(
  statuses: readonly { readonly name?: string; readonly resourceClaimName?: string }[],
  claims: readonly { readonly name?: string }[],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const known = new Set(claims.map(({ name }) => name));
  for (const [index, { name = '', resourceClaimName: claim }] of statuses.entries()) {
    const path = `status.resourceClaimStatuses[${index}].name`;
    if (!known.has(name))
      errors.push(invalidValue(path, name, 'must match the name of an entry in `spec.resourceClaims`'));
    if (seen.has(name)) errors.push(duplicateValue(path, name));
    seen.add(name);
    if (claim !== undefined)
      for (const fault of checkDns1123Subdomain(claim)) errors.push(invalidValue(path, claim, fault));
  }
  return errors;
}

/** The claim that was made for extended resources: which request stands for which resource of which container. */
function extendedClaimErrors(
  { requestMappings, resourceClaimName: claim = '' }: ExtendedClaimStatus,
  { containers, initContainers }: PodSpec,
): readonly FieldError[] {
  const path = 'status.extendedResourceClaimStatus';
  const mappings = requestMappings ?? []; // Null when it was left out.
  const errors: FieldError[] = [];
  if (mappings.length === 0)
    errors.push(required(`${path}.requestMappings`, 'at least one request mapping is required'));
  const known = new Map([...(initContainers ?? []), ...(containers ?? [])].map((one) => [one.name ?? '', one]));
  const seen = new Set<string>();
  const among = (part: string) => `an entry in spec.initContainers.${part} or spec.containers.${part}`;
  for (const [index, { containerName = '', resourceName = '', requestName = '' }] of mappings.entries()) {
    const place = `${path}.requestMappings[${index}]`;
    const container = known.get(containerName);
    if (container === undefined) {
      const detail = `must match the name of ${among('name')}`;
      errors.push(invalidValue(`${place}.containerName`, containerName, detail));
    } else if (!Object.hasOwn(container.resources?.requests ?? {}, resourceName)) {
      const detail = `must match the extended resource name of ${among('resources.requests')}`;
      errors.push(invalidValue(`${place}.resourceName`, resourceName, detail));
    }
    for (const fault of checkDns1123Label(requestName))
      errors.push(invalidValue(`${path}.requestName`, requestName, fault));
    if (seen.has(`${containerName}/${resourceName}`)) {
      errors.push(duplicateValue(`${place}.containerName`, containerName));
      errors.push(duplicateValue(`${place}.resourceName`, resourceName));
    }
    seen.add(`${containerName}/${resourceName}`);
  }
  if (claim === '') errors.push(required(`${path}.resourceClaimName`));
  else
    for (const fault of checkDns1123Subdomain(claim))
      errors.push(invalidValue(`${path}.resourceClaimName`, claim, fault));
  return errors;
}

const mostId = 2 ** 31 - 1;

function userErrors(statuses: readonly ContainerStatus[], path: string, system: string): readonly FieldError[] {
  return statuses.flatMap(({ user }, index) => {
    const [linux, place] = [user?.linux, `${path}[${index}].user.linux`];
    if (linux === undefined) return [];
    if (system === 'windows') return [forbiddenField(place, 'cannot be set for a windows pod')];
    const { uid = 0, gid = 0, supplementalGroups: groups = [] } = linux;
    const ids: readonly (readonly [string, number])[] = [
      ['uid', uid],
      ['gid', gid],
      ...groups.map((group, at) => [`supplementalGroups[${at}]`, group] as const),
    ];
    return ids
      .filter(([, id]) => id < 0 || id > mostId)
      .map(([field, id]) => invalidValue(`${place}.${field}`, id, `must be between 0 and ${mostId}, inclusive`));
  });
}

const healths = ['Healthy', 'Unhealthy', 'Unknown'];

/** The health of devices: of a resource that the container asks for, each device once. */
function allocationErrors(
  statuses: readonly ContainerStatus[] = [],
  path: string,
  containers: readonly Container[] = [],
): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { name, allocatedResourcesStatus: allocated = [] }] of statuses.entries()) {
    const container = containers.find((one) => one.name === name);
    for (const [at, { name: resource = '', resources = [] }] of allocated.entries()) {
      const place = `${path}[${index}].allocatedResourcesStatus[${at}]`;
      const fault = container && allocatedNameFault(container, resource);
      if (fault !== undefined) errors.push(invalidValue(`${place}.name`, resource, fault));
      const seen = new Set<string>();
      for (const [nth, { resourceID: id = '', health = '' }] of resources.entries()) {
        const device = `${place}.resources[${nth}]`;
        if (!healths.includes(health)) errors.push(notSupported(`${device}.health`, health, healths));
        if (seen.has(id)) errors.push(duplicateValue(`${device}.resourceID`, id));
        seen.add(id);
      }
    }
  }
  return errors;
}

function allocatedNameFault({ resources }: Container, name: string): string | undefined {
  const { claims = [], requests = {} } = (resources ?? {}) as {
    readonly claims?: readonly { readonly name?: string; readonly request?: string }[];
    readonly requests?: Readonly<Record<string, string>>;
  };
  if (!name.startsWith('claim:'))
    return Object.hasOwn(requests, name) ? undefined : "must match one of the container's resource requests";
  const isKnown = claims.some(
    ({ name: claim = '', request = '' }) => name === (request === '' ? `claim:${claim}` : `claim:${claim}/${request}`),
  );
  const detail =
    "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty";
  return isKnown ? undefined : detail;
}
