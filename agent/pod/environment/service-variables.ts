// The environment variables with the addresses of services that existed before the container started. Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';

export interface Service extends ApiObject {
  readonly spec?: {
    readonly clusterIP?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number; readonly protocol?: string }[];
  };
}

/**
 * Of the services of the pod's namespace where it wants them, and always of the API server, which is a service of the default
 * namespace. One of the pod's own namespace wins.
 */
export function serviceVariables(
  services: readonly Service[],
  namespace: string,
  apiService: string,
  enableServiceLinks: boolean,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, Service>();
  for (const service of services) {
    const { name = '', namespace: own } = service.metadata;
    if (!hasAddress(service)) continue;
    if (own === namespace && enableServiceLinks) chosen.set(name, service);
    else if (own === 'default' && name === apiService && !chosen.has(name)) chosen.set(name, service);
  }
  return new Map([...chosen.values()].flatMap(variablesOf));
}

function hasAddress({ spec }: Service): boolean {
  return spec?.clusterIP !== undefined && spec.clusterIP !== '' && spec.clusterIP !== 'None';
}

function variablesOf({ metadata, spec }: Service): [string, string][] {
  const prefix = (metadata.name ?? '').toUpperCase().replaceAll('-', '_');
  const address = spec?.clusterIP ?? '';
  const host = address.includes(':') ? `[${address}]` : address;
  const [first, ...rest] = spec?.ports ?? [];
  if (first === undefined) return [];
  const ports = [first, ...rest];
  return [
    [`${prefix}_SERVICE_HOST`, address],
    [`${prefix}_SERVICE_PORT`, String(first.port)],
    ...ports
      .filter(({ name = '' }) => name !== '')
      .map(({ name = '', port }): [string, string] => [
        `${prefix}_SERVICE_PORT_${name.toUpperCase().replaceAll('-', '_')}`,
        String(port),
      ]),
    [`${prefix}_PORT`, `${(first.protocol ?? 'TCP').toLowerCase()}://${host}:${first.port}`],
    ...ports.flatMap(({ port, protocol = 'TCP' }): [string, string][] => {
      const one = `${prefix}_PORT_${port}_${protocol.toUpperCase()}`;
      return [
        [one, `${protocol.toLowerCase()}://${host}:${port}`],
        [`${one}_PROTO`, protocol.toLowerCase()],
        [`${one}_PORT`, String(port)],
        [`${one}_ADDR`, address],
      ];
    }),
  ];
}
