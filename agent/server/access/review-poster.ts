// Posts access reviews to the API service. A caller waits for each response, so one time limit covers all of it, including the
// pauses of Retry-After. A request is sent again once after a broken connection, because the lease loop drops all connections
// when one of them hangs.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { ConnectionError } from '../../../shared/client/connection/connection.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { objectClient } from '../../connection/object-client.ts';
import type { PostReview } from './delegated-access.ts';

/** Milliseconds until a review must have its response. */
const patience = 10_000;

/**
 * `resource`: the plural of the reviews that are posted. They reject with LateResponseError after ten seconds, and with
 * ConnectionError when a second attempt has no response either.
 */
export function reviewPoster(transport: Transport, group: string, resource: string, clock: Clock): PostReview {
  const client = new ApiClient(transport, { clock }).resource({ group, version: 'v1', resource });
  const reviews = objectClient(client, patience, clock);
  return (review, signal) =>
    reviews.create(review, signal).catch((error: unknown) => {
      if (!(error instanceof ConnectionError)) throw error;
      return reviews.create(review, signal);
    });
}
