// Nodes: what they can hold is what they have until the agent says less; the provider's id and the pod ranges are set
// once.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy, TablePrinter } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { checkLabelValue, checkQualifiedName } from '../../../../shared/object/names.ts';
import { checkCidr } from '../../../../shared/schema/format.ts';
import { orElse } from '../fields/selectable-fields.ts';
import { ageColumn, ageOf, column, nameColumn, wide } from '../printers/columns.ts';
import { addressWarnings } from '../rule/address-warnings.ts';
import { type ResourceNames, resourceNames } from '../rule/resource-names.ts';

interface Taint {
  key?: string;
  value?: string;
  effect?: string;
  timeAdded?: string | null;
}

interface NodeInfo {
  kubeletVersion?: string;
  osImage?: string;
  kernelVersion?: string;
  containerRuntimeVersion?: string;
  swap?: { capacity?: number | bigint };
}

interface Node extends ApiObject {
  spec?: {
    taints?: Taint[];
    unschedulable?: boolean;
    providerID?: string;
    podCIDR?: string;
    podCIDRs?: string[];
    configSource?: object;
    externalID?: string;
  };
  status?: {
    capacity?: Record<string, string>;
    allocatable?: Record<string, string>;
    config?: object;
    conditions?: { type?: string; status?: string }[];
    addresses?: { type?: string; address?: string }[];
    nodeInfo?: NodeInfo;
    [field: string]: unknown;
  };
}

function nodeStrategy(vendor: Vendor): Strategy {
  const names = resourceNames(vendor);
  const addresses = addressWarnings(vendor);
  return {
    takesStatusOnCreate: true,
    warnings: ({ spec }: Node) => [
      ...((spec?.externalID ?? '') === ''
        ? []
        : [vendor.fill('spec.externalID: this field is deprecated, and is unused by {Maker}')]),
      ...podRanges(spec).flatMap((range, index) => addresses.ofCidr(range, `spec.podCIDRs[${index}]`)),
    ],
    prepareCreate: (object) => dropRemoteConfig(object, undefined),
    prepareUpdate: (object, old) => dropRemoteConfig(object, old),
    prepareStatusUpdate: (object, old) => dropRemoteConfig(object, old),
    applyDefaults(object) {
      const { spec, status } = object as Node;
      const ranges = podRanges(spec);
      if (spec !== undefined && ranges[0] !== undefined) {
        spec.podCIDR = ranges[0];
        spec.podCIDRs = [...ranges];
      }
      if (status?.capacity !== undefined && status.allocatable === undefined)
        status.allocatable = { ...status.capacity };
    },
    validateCreate: (object) => nodeErrors(object, names),
    validateStatusUpdate: (object: Node) => [...nodeErrors(object, names), ...addressErrors(object.status?.addresses)],
    validateUpdate(object, old) {
      const spec = (object as Node).spec ?? {};
      const before = (old as Node).spec ?? {};
      const errors = [...nodeErrors(object, names), ...addressErrors((object as Node).status?.addresses)];
      const fixed = (field: string, named: string): void => {
        errors.push(forbiddenField(`spec.${field}`, `node updates may not change ${named} except from "" to valid`));
      };
      const { providerID = '' } = before;
      if (providerID !== '' && spec.providerID !== providerID) fixed('providerID', 'providerID');
      if ((spec.externalID ?? '') !== (before.externalID ?? ''))
        errors.push(forbiddenField('spec.externalID', 'may not be updated'));
      const ranges = podRanges(before);
      if (ranges.length > 0 && !isDeepStrictEqual(podRanges(spec), ranges)) fixed('podCIDRs', 'podCIDR');
      return errors;
    },
  };
}

function nodeErrors({ spec, status }: Node, names: ResourceNames): readonly FieldError[] {
  return [
    ...taintErrors(spec?.taints),
    ...amountErrors(status, names),
    ...rangeErrors(podRanges(spec)),
    ...swapErrors(status?.nodeInfo?.swap?.capacity),
  ];
}

/** Of what a node has, and has left: none is less than nothing, and what is counted in ones is whole. */
function amountErrors(status: Node['status'], names: ResourceNames): readonly FieldError[] {
  return (['capacity', 'allocatable'] as const).flatMap((field) =>
    Object.entries(status?.[field] ?? {}).flatMap(([name, text]) =>
      names.amount(name, text, `status.${field}.${name}`),
    ),
  );
}

/** Agents are not configured through the server any more; only nodes that were keep what they had. */
function dropRemoteConfig({ spec, status }: Node, old: Node | undefined): void {
  if (old?.spec?.configSource === undefined) delete spec?.configSource;
  if (old?.status?.config === undefined) delete status?.config;
}

/** A node has each of its addresses once, though of a kind it may have several. */
function addressErrors(addresses: readonly { type?: string; address?: string }[] = []): readonly FieldError[] {
  const seen = new Set<string>();
  return addresses.flatMap(({ type = '', address = '' }, index) => {
    const identity = JSON.stringify([type, address]);
    const repeated = seen.has(identity);
    seen.add(identity);
    return repeated ? [duplicateValue(`status.addresses[${index}]`, { Type: type, Address: address })] : [];
  });
}

function swapErrors(capacity: number | bigint | undefined): readonly FieldError[] {
  const path = 'metadata.nodeSwapStatus.capacity'; // So it is reported.
  return capacity === undefined || capacity > 0 ? [] : [invalidValue(path, capacity, 'must be greater than zero')];
}

/** The ranges of the node's pods. The older field holds the first of them, and counts where the two differ. */
function podRanges(spec: Node['spec']): readonly string[] {
  const { podCIDR = '', podCIDRs = [] } = spec ?? {};
  return podCIDR === '' || podCIDRs[0] === podCIDR ? podCIDRs : [podCIDR];
}

function rangeErrors(ranges: readonly string[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, range] of ranges.entries())
    for (const fault of checkCidr(range)) errors.push(invalidValue(`spec.podCIDRs[${index}]`, range, fault));
  if (ranges.length < 2) return errors;
  const wrong = ranges.findIndex((range) => checkCidr(range).length > 0);
  if (wrong >= 0) {
    const reason = `invalid CIDR[${wrong}]: <nil> (invalid CIDR address: ${ranges[wrong]})`;
    const detail = `invalid PodCIDRs. failed to check with dual stack with error:${reason}`;
    errors.push({ type: 'InternalError', field: 'spec.podCIDRs', detail });
  }
  const families = new Set(ranges.map((range) => range.includes(':')));
  if (wrong >= 0 || families.size < ranges.length)
    errors.push(invalidValue('spec.podCIDRs', ranges, 'may specify no more than one CIDR for each IP family'));
  return errors;
}

const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function taintErrors(taints: readonly Taint[] | undefined): readonly FieldError[] {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  for (const [index, taint] of (taints ?? []).entries()) {
    const path = `metadata.taints[${index}]`; // This is how the path is reported.
    const key = taint.key ?? '';
    addAll(
      errors,
      checkQualifiedName(key).map((fault) => invalidValue(`${path}.key`, key, fault)),
    );
    const { value = '' } = taint;
    const faults = checkLabelValue(value);
    if (faults.length > 0) errors.push(invalidValue(`${path}.value`, value, faults.join(';')));
    const { effect = '' } = taint;
    if (effect === '') errors.push(required(`${path}.effect`));
    else if (!taintEffects.includes(effect)) errors.push(notSupported(`${path}.effect`, effect, taintEffects));
    const identity = `${key}:${effect}`;
    if (known.has(identity)) {
      const shown = { Key: key, Value: taint.value ?? '', Effect: effect, TimeAdded: taint.timeAdded ?? null };
      errors.push({ ...duplicateValue(path, shown), detail: 'taints must be unique by key and effect pair' });
    }
    known.add(identity);
  }
  return errors;
}

function nodePrinter(vendor: Vendor): TablePrinter {
  const rolePrefix = vendor.fill('node-role.{label}/');
  const roleLabel = vendor.fill('{label}/role');
  return {
    columns: [
      nameColumn,
      column('Status', 'string', 'Whether the node is ready, and whether pods are kept away from it.'),
      column('Roles', 'string', 'Roles that its labels name.'),
      ageColumn,
      column('Version', 'string', 'Version of its agent.'),
      wide('Internal-IP', 'string', 'First address inside of the cluster.'),
      wide('External-IP', 'string', 'First address outside of the cluster.'),
      wide('OS-Image', 'string', 'Its operating system.'),
      wide('Kernel-Version', 'string', 'Version of its kernel.'),
      wide('Container-Runtime', 'string', 'Container runtime and its version.'),
    ],
    cells(object) {
      const node = object as Node;
      const info = node.status?.nodeInfo ?? {};
      return [
        node.metadata.name ?? '',
        statusOf(node),
        rolesOf(node, rolePrefix, roleLabel),
        ageOf(node),
        info.kubeletVersion ?? '',
        addressOf(node, 'InternalIP'),
        addressOf(node, 'ExternalIP'),
        orUnknown(info.osImage),
        orUnknown(info.kernelVersion),
        orUnknown(info.containerRuntimeVersion),
      ];
    },
  };
}

function statusOf({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${word},SchedulingDisabled` : word;
}

function rolesOf({ metadata }: Node, prefix: string, label: string): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(prefix) && key.length > prefix.length) roles.add(key.slice(prefix.length));
    else if (key === label && value !== '') roles.add(value);
  }
  return roles.size === 0 ? '<none>' : [...roles].sort().join(',');
}

function addressOf({ status }: Node, type: string): string {
  return status?.addresses?.find((entry) => entry.type === type)?.address ?? '<none>';
}

function orUnknown(text: string | undefined): string {
  return text === undefined || text === '' ? '<unknown>' : text;
}

export default {
  group: '',
  kind: 'Node',
  name: 'nodes',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['no'],
  subresources: [
    { name: 'proxy', kind: 'NodeProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    'status',
  ],
  strategy: nodeStrategy,
  printer: nodePrinter,
  selectableFields: [orElse('spec.unschedulable', 'false')],
} satisfies KindRecord;
