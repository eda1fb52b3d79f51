// The addresses of the servers, as the endpoints of the service by which workloads find the API. The service has no selector:
// nothing else writes them. Each server adds its own address and removes it when it stops; one that was killed is removed by
// the others when its record ends. Written by each server itself, not by controllers that another program may run.

import { isDeepStrictEqual } from 'node:util';
import { isIPv6 } from 'node:net';
import { ApiClient, type ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isAlreadyExists } from '../../../shared/client/request/failure.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { roundLoop } from '../../../shared/process/loop/round-loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { endpoints, resourcesOf } from '../api/resources.ts';
import type { LiveServers } from './live-servers.ts';

export interface ApiEndpointsOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  /** Acts as a member of `system:masters`. */
  readonly transport: Transport;
  /** The address and port of this server, as other hosts reach it. */
  readonly address: string;
  readonly port: number;
  readonly servers: LiveServers;
}

/** Milliseconds between two rounds; the record of a server lasts half as long again. */
export const announcePeriod = 10_000;
/** Milliseconds after a round that failed. */
const retryPeriod = 1_000;
/** Milliseconds that a stop waits for the removal of the address. */
const withdrawLimit = 1_000;

const namespace = 'default';

interface Endpoints extends ApiObject {
  readonly subsets?: readonly { readonly addresses?: readonly { readonly ip?: string }[]; readonly ports?: unknown }[];
}

/** Announces the server until the signal aborts, and then withdraws it. A failed round is logged and tried again. */
export function apiEndpoints(options: ApiEndpointsOptions): Loop {
  const { log, clock, servers, address } = options;
  const name = 'api-endpoints';
  const client = new ApiClient(options.transport, { clock });
  /** Ports are set at the start only: servers at one address with different ports would overwrite each other for ever. */
  let started = false;
  const rounds = roundLoop({
    name,
    clock,
    period: announcePeriod,
    retryPeriod,
    failed: (error) => log.warn('the endpoints of the service of the API are not written yet', { error }),
    async round(signal) {
      await writeEndpoints(client, options, await servers.announce(address), { setPorts: !started, signal });
      started = true;
    },
  });
  return {
    name,
    async run(signal) {
      await rounds.run(signal);
      const limit = AbortSignal.timeout(withdrawLimit);
      try {
        await writeEndpoints(client, options, await servers.withdraw(address), { setPorts: false, signal: limit });
      } catch (error) {
        log.debug('the address of the server stays in the endpoints of the service of the API', { error });
      }
    },
  };
}

interface EndpointsWrite {
  readonly setPorts: boolean;
  readonly signal: AbortSignal;
}

async function writeEndpoints(
  client: ApiClient,
  { vendor, port }: ApiEndpointsOptions,
  addresses: readonly string[],
  { setPorts, signal }: EndpointsWrite,
): Promise<void> {
  const ports = [{ name: 'https', port, protocol: 'TCP' }];
  const collection = client.resource<Endpoints>(endpoints).in(namespace);
  const existing = await collection.find(vendor.fill('{maker}'), { signal });
  const wanted = endpointsOf(vendor, existing, addresses, (!setPorts && existing?.subsets?.[0]?.ports) || ports);
  await write(collection, existing, wanted, ['subsets'], signal);
  const slices = client.resource(resourcesOf(vendor).endpointSlices).in(namespace);
  const slice = sliceOf(vendor, wanted);
  const present = await slices.find(slice.metadata.name ?? '', { signal });
  if (present !== undefined && present['addressType'] !== slice['addressType']) {
    await slices.delete(slice.metadata.name ?? '', { signal });
    await write(slices, undefined, slice, [], signal);
  } else {
    await write(slices, present, slice, ['endpoints', 'ports'], signal);
  }
}

/** The addresses as Endpoints. Labels and annotations of others are kept. */
function endpointsOf(
  vendor: Vendor,
  existing: Endpoints | undefined,
  addresses: readonly string[],
  ports: unknown,
): Endpoints {
  const label = { [vendor.fill('endpointslice.{label}/skip-mirror')]: 'true' };
  const subset = { addresses: [...addresses].sort().map((ip) => ({ ip })), ports };
  return {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: {
      ...(existing?.metadata ?? { name: vendor.fill('{maker}'), namespace }),
      labels: { ...existing?.metadata.labels, ...label },
    },
    ...(addresses.length === 0 ? {} : { subsets: [subset] }),
  };
}

/** The same as an EndpointSlice: of one family, IPv6 only if all addresses are. */
function sliceOf(vendor: Vendor, { metadata, subsets = [] }: Endpoints): ApiObject {
  const [{ addresses = [], ports = [] } = {}] = subsets;
  const texts = addresses.map(({ ip = '' }) => ip);
  const isSix = texts.length > 0 && texts.every(isIPv6);
  return {
    apiVersion: vendor.fill('discovery.{api}/v1'),
    kind: 'EndpointSlice',
    metadata: {
      name: metadata.name ?? '',
      namespace,
      labels: { [vendor.fill('{label}/service-name')]: metadata.name ?? '' },
    },
    addressType: isSix ? 'IPv6' : 'IPv4',
    endpoints: texts
      .filter((text) => isIPv6(text) === isSix)
      .map((text) => ({ addresses: [text], conditions: { ready: true } })),
    ports,
  };
}

/** Creates or updates the object, if its labels or one of the fields are not as wanted. */
async function write<T extends ApiObject>(
  resource: ResourceClient<T>,
  existing: T | undefined,
  wanted: T,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (existing === undefined) {
    await resource.create(wanted, { signal }).catch((error: unknown) => {
      // Another server was first: the next round adds what it did not know.
      if (!isAlreadyExists(error)) throw error;
    });
    return;
  }
  const same =
    isDeepStrictEqual(existing.metadata.labels, wanted.metadata.labels) &&
    fields.every((field) => isDeepStrictEqual(existing[field] ?? [], wanted[field] ?? []));
  if (!same) await resource.update(wanted, { signal });
}
