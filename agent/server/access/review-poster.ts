// Asks the API service about callers and their accesses. A caller waits for each response, so that it has a time limit with
// everything, also when the service asks to be left alone; and a broken connection is no response: the loop that keeps the lease
// drops all connections when one of them hangs.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { ConnectionError } from '../../../shared/client/connection/connection.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import { objectClient } from '../../connection/object-client.ts';
import type { PostReview } from './delegated-access.ts';

/** Milliseconds that an answer may take. */
const patience = 10_000;

/**
 * `resource`: the plural of the reviews that are posted. They reject with LateResponseError after ten seconds, and with
 * ConnectionError when a second try has no answer either.
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
