// Deletes the secrets of bootstrap tokens that have expired, at the moment they do. A failure is retried; until then
// the token is refused anyway, because authentication checks its expiration.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isConflict, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { bootstrapSecretPlace, expirationOf } from '../../authentication/bootstrap/bootstrap-secret.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import { secrets } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';

const account = 'token-cleaner';
/** Longest wait for an expiration in one piece, in milliseconds: timers know no more than 24 days. */
const longestWait = 24 * 3_600_000;

/** `tokens`: the secrets of bootstrap tokens, others are left alone. */
export function tokenCleaner(environment: ControllerEnvironment, tokens: Informer<ApiObject>): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock }).resource(secrets);
  const place = bootstrapSecretPlace(vendor);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(account),
    clock,
    onError: (key, error) => log.warn('an expired bootstrap token is not deleted yet; trying again', { key, error }),
  });
  const add = (secret: ApiObject): void => queue.add(keyOf(secret));
  tokens.onChange({ added: add, modified: add });
  return keyedLoop({
    name: account,
    views: [tokens],
    queue,
    workers: 1,
    async work(key, signal): Promise<number | void> {
      const { namespace, name } = splitKey(key);
      const secret = tokens.get(namespace, name);
      if (secret === undefined || secret['type'] !== place.type || namespace !== place.namespace) return;
      const expiration = expirationOf(secret);
      if (expiration === undefined) return;
      const left = expiration - clock.now();
      if (left > 0) return Math.min(left, longestWait);
      const { uid, resourceVersion } = secret.metadata;
      // Only as it was seen: a token that was prolonged meanwhile stays.
      const preconditions = {
        ...(uid === undefined ? {} : { uid }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      };
      try {
        await client.in(namespace).delete(name, { preconditions, signal });
        log.info('an expired bootstrap token is deleted', { secret: name });
      } catch (error) {
        if (!isNotFound(error) && !isConflict(error)) throw error;
      }
    },
  });
}
