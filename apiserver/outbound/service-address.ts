// The address of a service for a server that may be outside of the cluster's network: a ready endpoint of it, or its cluster
// address if endpoints are not known. A server that reaches cluster addresses also reaches endpoints: the node
// translates one to the other before it sends. The cluster's DNS is not used.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Lister } from '../../shared/object/lister.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { ServiceResolver } from './contract/outbound.ts';

export interface ServiceViews {
  readonly services: Lister;
  readonly endpointSlices: Lister;
}

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly externalName?: string;
  readonly ports?: readonly { readonly name?: string; readonly port: number }[];
}

interface EndpointSlice extends ApiObject {
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[] | null;
  readonly endpoints?:
    | readonly { readonly addresses?: readonly string[]; readonly conditions?: { readonly ready?: boolean } }[]
    | null;
}

/** `random`: [0, 1); chooses between endpoints. The resolver throws Error with a message for clients. */
export function serviceResolver(
  { services, endpointSlices }: ServiceViews,
  vendor: Vendor,
  random: () => number,
): ServiceResolver {
  const serviceLabel = vendor.fill('{label}/service-name');
  const endpointsOf = (namespace: string, name: string, portName: string): { host: string; port: number }[] =>
    endpointSlices
      .list(namespace)
      .filter(({ metadata }) => metadata.labels?.[serviceLabel] === name)
      .flatMap((slice) => readyEndpoints(slice as EndpointSlice, portName));
  return ({ namespace, name, port }) => {
    const spec = services.get(namespace, name)?.['spec'] as ServiceSpec | undefined;
    if (spec === undefined) throw new Error(`service ${JSON.stringify(name)} not found`);
    if (spec.type === 'ExternalName') return { host: spec.externalName ?? '', port };
    const servicePort = spec.ports?.find((one) => one.port === port);
    if (servicePort === undefined) {
      throw new Error(`no service port ${port} found for service ${JSON.stringify(name)}`);
    }
    const endpoints = endpointsOf(namespace, name, servicePort.name ?? '');
    const chosen = endpoints[Math.floor(random() * endpoints.length)];
    if (chosen !== undefined) return chosen;
    const { clusterIP = '' } = spec;
    if (clusterIP !== '' && clusterIP !== 'None') return { host: clusterIP, port };
    throw new Error(`no endpoints available for service ${JSON.stringify(name)}`);
  };
}

function readyEndpoints({ ports, endpoints }: EndpointSlice, portName: string): { host: string; port: number }[] {
  const port = ports?.find(({ name = '' }) => name === portName)?.port;
  if (port === undefined) return [];
  return (endpoints ?? [])
    .filter(({ conditions }) => conditions?.ready !== false)
    .flatMap(({ addresses = [] }) => addresses.slice(0, 1).map((host) => ({ host, port })));
}
