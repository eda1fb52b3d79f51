// Publishes the authority that signed the server's certificate to every namespace, where pods mount it beside their token.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isAlreadyExists, isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop } from '../loop/keyed-loop.ts';
import { configMaps } from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import { isActiveNamespace, isTerminatingRefusal } from './active-namespace.ts';

const account = 'root-ca-cert-publisher';
const dataKey = 'ca.crt';

export interface RootCaOptions {
  readonly namespaces: Informer<ApiObject>;
  /** The config maps of the published name in all namespaces. */
  readonly configMaps: Informer<ApiObject>;
  /** The certificates of the authority, as PEM. */
  readonly rootCa: string;
}

export function rootCaName(vendor: Vendor): string {
  return vendor.fill('{short}-root-ca.crt');
}

export function rootCaPublisher(environment: ControllerEnvironment, options: RootCaOptions): Loop {
  const { vendor, clock, log, transportFor } = environment;
  const client = new ApiClient(transportFor(account), { clock }).resource(configMaps);
  const name = rootCaName(vendor);
  const queue = new WorkQueue({
    observer: environment.observeQueue?.(account),
    clock,
    onError: (namespace, error) => log.warn('the root CA is not published yet; trying again', { namespace, error }),
  });
  const addNamespace = ({ metadata }: ApiObject): void => queue.add(metadata.name ?? '');
  const addOwner = ({ metadata }: ApiObject): void => {
    if (metadata.name === name) queue.add(metadata.namespace ?? '');
  };
  options.namespaces.onChange({ added: addNamespace, modified: addNamespace });
  // Also a new one: another server may have been first with another authority.
  options.configMaps.onChange({ added: addOwner, modified: addOwner, deleted: addOwner });
  return keyedLoop({
    name: account,
    views: [options.namespaces, options.configMaps],
    queue,
    async work(namespace, signal) {
      if (!isActiveNamespace(options.namespaces.get('', namespace))) return;
      const existing = options.configMaps.get(namespace, name);
      const next = publishedMap(existing, { name, namespace }, options.rootCa, vendor);
      if (next === undefined) return;
      try {
        await (existing === undefined
          ? client.in(namespace).create(next, { signal })
          : client.in(namespace).update(next, { signal }));
      } catch (error) {
        if (!isAlreadyExists(error) && !isNotFound(error) && !isTerminatingRefusal(error)) throw error;
      }
    },
  });
}

/**
 * The config map as it should be, with a description; undefined when it is. Texts of others beside the certificate are not kept,
 * what else there is in the map is.
 */
export function publishedMap(
  existing: ApiObject | undefined,
  metadata: { readonly name: string; readonly namespace: string },
  rootCa: string,
  vendor: Vendor,
): ApiObject | undefined {
  const data = existing?.['data'] as Readonly<Record<string, string>> | undefined;
  const key = vendor.fill('{label}/description');
  const { annotations = {} } = existing?.metadata ?? {};
  const isDescribed = (annotations[key] ?? '') !== '';
  if (
    isDescribed &&
    data !== undefined &&
    Object.keys(data).length === 1 &&
    Object.hasOwn(data, dataKey) &&
    data[dataKey] === rootCa
  ) {
    return undefined;
  }
  const description =
    'The authority of the API server for clients inside the cluster. Mounted into pods beside their token.';
  return {
    ...existing,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...(existing?.metadata ?? metadata),
      annotations: { ...annotations, [key]: description },
    },
    data: { [dataKey]: rootCa },
  };
}
