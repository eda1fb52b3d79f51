// A client for the service that a connection file describes.

import { connect } from '../../shared/client/connection/connection.ts';
import { readConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { productVersion } from '../../shared/process/host/product-version.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type ReviewClient, reviewClient } from './review-client.ts';

export interface ReviewServiceOptions {
  /** Connection file: address, authority, and as whom this server asks. */
  readonly configPath: string;
  /** Milliseconds of one call. */
  readonly timeout: number;
  readonly vendor: Vendor;
  readonly clock: Clock;
}

/** Opens no connection yet. Rejects with an Error that names the file, also for an address with a query or fragment. */
export async function openReviewClient(options: ReviewServiceOptions): Promise<ReviewClient> {
  const { configPath, timeout, vendor, clock } = options;
  const config = await readConnectionConfig(configPath);
  const { search, hash } = new URL(config.server);
  if (search !== '' || hash !== '') {
    throw new Error(`${configPath}: the address of the server has a query or a fragment: ${config.server}`);
  }
  const connection = connect(config, { userAgent: `orch-apiserver/${productVersion()}`, clock, vendor, unref: true });
  return reviewClient({ connection, timeout, clock });
}
