// The table of nodes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { TablePrinter } from '../../contract/resource.ts';
import { ageColumn, ageOf, column, nameColumn, wide } from './columns.ts';

interface Printed extends ApiObject {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
    readonly addresses?: readonly { readonly type?: string; readonly address?: string }[];
    readonly nodeInfo?: Readonly<Record<string, string>>;
  };
}

export function nodePrinter(vendor: Vendor): TablePrinter {
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
      const node = object as Printed;
      const info = node.status?.nodeInfo ?? {};
      return [
        node.metadata.name ?? '',
        statusOf(node),
        rolesOf(node, rolePrefix, roleLabel),
        ageOf(node),
        info.kubeletVersion ?? '',
        addressOf(node, 'InternalIP'),
        addressOf(node, 'ExternalIP'),
        known(info.osImage),
        known(info.kernelVersion),
        known(info.containerRuntimeVersion),
      ];
    },
  };
}

function statusOf({ spec, status }: Printed): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${word},SchedulingDisabled` : word;
}

function rolesOf({ metadata }: Printed, prefix: string, label: string): string {
  const roles = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(prefix) && key.length > prefix.length) roles.add(key.slice(prefix.length));
    else if (key === label && value !== '') roles.add(value);
  }
  return roles.size === 0 ? '<none>' : [...roles].sort().join(',');
}

function addressOf({ status }: Printed, type: string): string {
  return status?.addresses?.find((entry) => entry.type === type)?.address ?? '<none>';
}

function known(text: string | undefined): string {
  return text === undefined || text === '' ? '<unknown>' : text;
}
