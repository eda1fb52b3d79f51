// The way to a service that reviews: a connection file of the administrator.

import { type Connection, connect } from '../../../shared/client/connection/connection.ts';
import { readConnectionConfig } from '../../../shared/client/connection/connection-config.ts';
import { productVersion } from '../../../shared/process/host/product-version.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** Opens no connection yet. Rejects with an Error that names the file, also where the vendor refuses the query or fragment of an address. */
export async function reviewService(
  path: string,
  { vendor, clock }: { readonly vendor: Vendor; readonly clock: Clock },
): Promise<Connection> {
  const config = await readConnectionConfig(path);
  const { search, hash } = new URL(config.server);
  if (vendor.behaviour.webhookAddressQuery === 'refused' && (search !== '' || hash !== '')) {
    throw new Error(`${path}: the address of the server has a query or a fragment: ${config.server}`);
  }
  return connect(config, { userAgent: `orch-apiserver/${productVersion()}`, clock, vendor, unref: true });
}
