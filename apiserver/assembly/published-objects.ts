// What a server publishes of itself while it serves: its address as an endpoint of the API's service, and the range of
// service addresses.

import type { Transport } from '../../shared/client/contract/transport.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import { publicAddress } from '../config/folder/public-address.ts';
import type { ServerAddress } from '../config/option/server-address.ts';
import type { ServerContext } from '../context/server-context.ts';
import { announcePeriod, apiEndpoints } from '../controller/api-service/api-endpoints.ts';
import { serviceRangePublisher } from '../controller/api-service/default-service-range.ts';
import { onlyServer } from '../controller/api-service/live-servers.ts';
import { pacedTransport } from '../http/transport/local/paced-transport.ts';
import { ServerRecords } from '../storage/upkeep/server-records.ts';
import { defaultServiceRange } from './server-bootstrap.ts';

/** None without controllers: objects change only by what clients do then. `transport` acts as a user of the system. */
export function publishedObjects(
  { options, store, ...context }: ServerContext,
  transport: Transport,
  { port }: ServerAddress,
): readonly Loop[] {
  if (options.controllers === false) return [];
  const { vendor, clock, log } = context;
  const shared = { vendor, clock, log, transport: pacedTransport(transport, 1) };
  const range = serviceRangePublisher({ ...shared, range: options.serviceRange ?? defaultServiceRange });
  const address = publicAddress(options);
  if (options.publishEndpoint === false) return [range];
  if (address === undefined) {
    log.debug('the server has no address that other hosts can reach: it is no endpoint of the service of the API');
    return [range];
  }
  const servers =
    options.etcd === undefined ? onlyServer : new ServerRecords({ store, ttlSeconds: (announcePeriod * 1.5) / 1_000 });
  return [range, apiEndpoints({ ...shared, address, port, servers })];
}
