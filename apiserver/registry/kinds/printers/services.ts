// The tables of services, endpoints and what leads traffic to them.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { TablePrinter } from '../../contract/resource.ts';
import type { Service } from '../core/services.ts';
import { labelsText, selectorText } from '../../object/selector-text.ts';
import { ageColumn, ageOf, column, nameColumn, orNone, wide } from './columns.ts';

export const servicePrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Type', 'string', 'How the service is reached.'),
    column('Cluster-IP', 'string', 'Its address inside of the cluster.'),
    column('External-IP', 'string', 'Its addresses outside of the cluster.'),
    column('Port(s)', 'string', 'Its ports, with the ports of the nodes that lead to them.'),
    ageColumn,
    wide('Selector', 'string', 'Labels of the pods that answer.'),
  ],
  cells(object) {
    const service = object as Service;
    const { spec = {} } = service;
    const ports = (spec.ports ?? []).map(({ port, nodePort, protocol }) =>
      (nodePort ?? 0) > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
    );
    return [
      object.metadata.name ?? '',
      spec.type ?? '',
      orNone(spec.clusterIP),
      externalAddress(service),
      orNone(ports.join(',')),
      ageOf(object),
      orNone(labelsText(spec.selector)),
    ];
  },
};

function externalAddress({ spec = {}, status }: Service): string {
  const named = Array.isArray(spec.externalIPs) ? spec.externalIPs.join(',') : '';
  if (spec.type === 'ExternalName') return spec.externalName ?? '';
  if (spec.type !== 'LoadBalancer') return orNone(named);
  const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '').join(',');
  if (ingress === '' && named === '') return '<pending>';
  return [ingress, named].filter((text) => text !== '').join(',');
}

interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip?: string }[];
    readonly ports?: readonly { readonly port?: number }[];
  }[];
}

const mostEndpoints = 3;

export const endpointsPrinter: TablePrinter = {
  columns: [nameColumn, column('Endpoints', 'string', 'Addresses and ports that answer.'), ageColumn],
  cells(object) {
    const all = ((object as Endpoints).subsets ?? []).flatMap(({ addresses = [], ports = [] }) =>
      ports.length === 0
        ? addresses.map(({ ip }) => ip ?? '')
        : ports.flatMap(({ port }) => addresses.map(({ ip }) => `${ip}:${port}`)),
    );
    return [object.metadata.name ?? '', orNone(shortened(all)), ageOf(object)];
  },
};

interface EndpointSlice extends ApiObject {
  readonly addressType?: string;
  readonly ports?: readonly { readonly port?: number }[];
  readonly endpoints?: readonly { readonly addresses?: readonly string[] }[];
}

export const endpointSlicePrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('AddressType', 'string', 'Kind of the addresses.'),
    column('Ports', 'string', 'Ports of the endpoints.'),
    column('Endpoints', 'string', 'Addresses of the endpoints.'),
    ageColumn,
  ],
  cells(object) {
    const slice = object as EndpointSlice;
    const ports = (slice.ports ?? []).map(({ port }) => (port === undefined ? '*' : String(port)));
    const addresses = (slice.endpoints ?? []).flatMap((endpoint) => endpoint.addresses ?? []);
    const portText = slice.ports === undefined || ports.length === 0 ? '<unset>' : shortened(ports);
    return [
      object.metadata.name ?? '',
      slice.addressType ?? '',
      portText,
      addresses.length === 0 ? '<unset>' : shortened(addresses),
      ageOf(object),
    ];
  },
};

function shortened(all: readonly string[]): string {
  const shown = all.slice(0, mostEndpoints).join(',');
  return all.length > mostEndpoints ? `${shown} + ${all.length - mostEndpoints} more...` : shown;
}

interface Ingress extends ApiObject {
  readonly spec?: {
    readonly ingressClassName?: string;
    readonly rules?: readonly { readonly host?: string }[];
    readonly tls?: readonly unknown[];
  };
  readonly status?: {
    readonly loadBalancer?: { readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[] };
  };
}

export const ingressPrinter: TablePrinter = {
  columns: [
    nameColumn,
    column('Class', 'string', 'Class of the ingress.'),
    column('Hosts', 'string', 'Hosts that its rules name.'),
    column('Address', 'string', 'Addresses that it is reached at.'),
    column('Ports', 'string', 'Ports that it serves.'),
    ageColumn,
  ],
  cells(object) {
    const { spec, status } = object as Ingress;
    const hosts = (spec?.rules ?? []).map(({ host }) => host ?? '').filter((host) => host !== '');
    const address = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '').join(',');
    return [
      object.metadata.name ?? '',
      orNone(spec?.ingressClassName),
      hosts.length === 0 ? '*' : shortened(hosts),
      address,
      (spec?.tls?.length ?? 0) > 0 ? '80, 443' : '80',
      ageOf(object),
    ];
  },
};

interface NetworkPolicy extends ApiObject {
  readonly spec?: { readonly podSelector?: LabelSelectorObject };
}

export const networkPolicyPrinter: TablePrinter = {
  columns: [nameColumn, column('Pod-Selector', 'string', 'Labels of the pods that it holds for.'), ageColumn],
  cells: (object) => [
    object.metadata.name ?? '',
    orNone(selectorText((object as NetworkPolicy).spec?.podSelector)),
    ageOf(object),
  ],
};
