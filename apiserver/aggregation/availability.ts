// Whether the server of a version is available: its service exists, has the port and a ready endpoint, and answers for the
// version. The result is the condition Available of its APIService.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Lister } from '../../shared/object/lister.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { hostPort } from '../outbound/connection-failure.ts';
import { identityHeaders } from './identity-headers.ts';
import { type RemoteConnection, UnreachableError } from './remote-connection.ts';
import type { RemoteVersion } from './remote-versions.ts';

/** The condition without when it began. */
export interface Verdict {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

export interface AvailabilityViews {
  readonly services: Pick<Lister, 'get'>;
  readonly endpointSlices: Pick<Lister, 'list'>;
}

interface ServiceSpec {
  readonly type?: string;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[];
}

interface EndpointSlice extends ApiObject {
  readonly endpoints?: readonly { readonly conditions?: { readonly ready?: boolean } }[] | null;
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[] | null;
}

/** Number of parallel requests; one response is enough. */
const attempts = 5;
/** Milliseconds that an answer may take. */
const patience = 5000;

/** What is wrong with the service itself; undefined: nothing, so that it can be asked. */
export function serviceFault(
  views: AvailabilityViews,
  { service }: RemoteVersion,
  vendor: Vendor,
): Verdict | undefined {
  const { namespace, name, port } = service;
  const fault = (reason: string, message: string): Verdict => ({ status: 'False', reason, message });
  const what = `service/${name} in ${JSON.stringify(namespace)}`;
  const spec = views.services.get(namespace, name)?.['spec'] as ServiceSpec | undefined;
  if (spec === undefined) return fault('ServiceNotFound', `${what} is not present`);
  if ((spec.type ?? 'ClusterIP') !== 'ClusterIP') return undefined;
  const servicePort = spec.ports?.find((one) => one.port === port);
  if (servicePort === undefined) return fault('ServicePortError', `${what} is not listening on port ${port}`);
  const label = vendor.fill('{label}/service-name');
  const slices = views.endpointSlices.list(namespace).filter(({ metadata }) => metadata.labels?.[label] === name);
  if (slices.length === 0) return fault('EndpointsNotFound', `cannot find endpointslices for ${what}`);
  const portName = servicePort.name ?? '';
  if (slices.some((slice) => hasReadyEndpoint(slice, portName))) return undefined;
  return fault(
    'MissingEndpoints',
    `endpointslices for ${what} have no addresses with port name ${JSON.stringify(portName)}`,
  );
}

function hasReadyEndpoint({ endpoints, ports }: EndpointSlice, portName: string): boolean {
  return (
    (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false) &&
    (ports ?? []).some(({ name = '', port }) => name === portName && port !== undefined)
  );
}

/** Asks for what every such server must answer, several times at once. Rejects with the signal's reason only. */
export async function probe(
  connection: RemoteConnection,
  remote: RemoteVersion,
  { vendor, clock }: { readonly vendor: Vendor; readonly clock: Clock },
  signal: AbortSignal,
): Promise<Verdict> {
  const enough = new AbortController();
  const until = AbortSignal.any([signal, enough.signal]);
  const giveUp = (): void => enough.abort(new Error('context deadline exceeded'));
  void clock.sleep(patience, until).then(giveUp, () => {});
  const asked = Array.from({ length: attempts }, () => askOnce(connection, remote, vendor, until));
  try {
    await Promise.any(asked);
    return { status: 'True', reason: 'Passed', message: 'all checks passed' };
  } catch (error) {
    signal.throwIfAborted();
    const last: unknown = error instanceof AggregateError ? error.errors.at(-1) : error;
    const message = last instanceof Error ? last.message : String(last);
    return { status: 'False', reason: 'FailedDiscoveryCheck', message };
  } finally {
    enough.abort();
    await Promise.allSettled(asked);
  }
}

async function askOnce(
  connection: RemoteConnection,
  remote: RemoteVersion,
  vendor: Vendor,
  signal: AbortSignal,
): Promise<void> {
  const path = remote.group === '' ? `/api/${remote.version}` : `/apis/${remote.group}/${remote.version}`;
  const place = connection.placeOf(remote);
  const url = `https://${hostPort(place.host, place.port)}${path}`;
  const failing = (why: string): Error => new Error(`failing or missing response from ${url}: ${why}`);
  const headers = identityHeaders(aggregator(vendor));
  let status: number | undefined;
  try {
    const { response, tunnel } = await connection.ask(remote, { method: 'GET', path, headers, signal }, true);
    tunnel?.socket.destroy();
    response.destroy();
    status = response.statusCode;
  } catch (error) {
    if (error instanceof UnreachableError) {
      throw failing(`Get ${JSON.stringify(url)}: ${error.message.replace(/^error trying to reach service: /, '')}`);
    }
    if (signal.aborted) throw failing(`Get ${JSON.stringify(url)}: context deadline exceeded`);
    throw error;
  }
  if (status === undefined || status < 200 || status > 299) throw failing(`bad status from ${url}: ${status}`);
}

/** The user of requests that this server makes by itself. */
export function aggregator(vendor: Vendor) {
  return { username: vendor.fill('system:{short}-aggregator'), groups: ['system:masters'], extra: new Map() };
}
