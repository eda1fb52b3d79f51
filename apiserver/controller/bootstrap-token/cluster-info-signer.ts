// Keeps the signatures on the config map `cluster-info`: one by each bootstrap token that is meant for signing and has not
// expired. A holder of such a token can trust the authority in that config map, which is readable without credentials.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { bootstrapSecretPlace, readBootstrapToken } from '../../authentication/bootstrap/bootstrap-secret.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop } from '../loop/keyed-loop.ts';
import { configMaps } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { signedData } from './signature.ts';

const account = 'bootstrap-signer';
export const clusterInfoName = 'cluster-info';
/** Longest wait for an expiration in one piece, in milliseconds: timers know no more than 24 days. */
const longestWait = 24 * 3_600_000;

export interface ClusterInfoViews {
  /** The secrets of bootstrap tokens. */
  readonly tokens: Informer<ApiObject>;
  /** The config maps of that name in the public namespace. */
  readonly clusterInfo: Informer<ApiObject>;
}

export function clusterInfoSigner(environment: ControllerEnvironment, views: ClusterInfoViews): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const { clusterInfoKey } = vendor.behaviour;
  const namespace = vendor.fill('{short}-public');
  const client = new ApiClient(transportFor(account), { clock }).resource(configMaps).in(namespace);
  const place = bootstrapSecretPlace(vendor);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(account),
    clock,
    onError: (_key, error) => log.warn('the cluster information is not signed yet; trying again', { error }),
  });
  // Any change makes all signatures again: they are one work item.
  const add = (): void => queue.add(clusterInfoName);
  views.tokens.onChange({ added: add, modified: add, deleted: add });
  views.clusterInfo.onChange({ added: add, modified: add });
  return keyedLoop({
    name: account,
    views: [views.tokens, views.clusterInfo],
    queue,
    workers: 1,
    async work(_key, signal) {
      const now = clock.now();
      const tokens = views.tokens.list().flatMap((secret) => {
        const token = readBootstrapToken(secret, 'signing', { place, now });
        return typeof token === 'string' ? [] : [token];
      });
      const info = views.clusterInfo.get(namespace, clusterInfoName);
      const data = info && signedData((info['data'] ?? {}) as Readonly<Record<string, string>>, tokens, clusterInfoKey);
      if (info !== undefined && data !== undefined) {
        try {
          await client.update({ ...info, data }, { signal });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      }
      const ends = tokens.flatMap(({ expiration }) => (expiration === undefined ? [] : [expiration - now]));
      return ends.length === 0 ? undefined : Math.min(...ends, longestWait);
    },
  });
}
