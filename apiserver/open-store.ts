// Which engine holds the objects: etcd where one is named, the embedded one otherwise.

import { join } from 'node:path';
import type { Clock } from '../shared/process/time/clock.ts';
import type { Log } from '../shared/process/log/log.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import { markStore, requireStore } from './config/folder/store-mark.ts';
import { keepStoreVendor } from './config/folder/store-vendor.ts';
import type { ApiServerOptions, EtcdOptions } from './config/option/options.ts';
import { openEmbeddedStore } from './storage/embedded/engine/embedded-store.ts';
import type { Store } from './storage/contract/store.ts';

export interface OpenStore {
  readonly store: Store;
  /** What the store needs to run beside it. */
  readonly loops: readonly Loop[];
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
}

/** Throws an Error when the data folder cannot be used, etcd does not answer, or it holds objects of another vendor. */
export async function openStore(
  { etcd, dataDir }: ApiServerOptions,
  vendor: Vendor,
  surroundings: Surroundings,
): Promise<OpenStore> {
  if (etcd !== undefined) return { store: await etcdStore(etcd, vendor, surroundings), loops: [] };
  const folder = dataDir === undefined ? undefined : storeFolder(dataDir);
  if (dataDir !== undefined && folder !== undefined) await requireStore(dataDir, folder);
  const store = await openEmbeddedStore({ folder, ...surroundings });
  if (dataDir !== undefined) await markStore(dataDir, surroundings.log);
  return { store, loops: [store.sweeper] };
}

/** Where the embedded store keeps its files. */
export function storeFolder(dataDir: string): string {
  return join(dataDir, 'store');
}

/** gRPC is loaded only where it is used: it costs a start several dozen milliseconds. */
async function etcdStore(
  { servers, prefix = '/registry', ca, client }: EtcdOptions,
  vendor: Vendor,
  surroundings: Surroundings,
): Promise<Store> {
  const { openEtcdStore } = await import('./storage/etcd/etcd-store.ts');
  const certificates = { ...(ca === undefined ? {} : { ca }), ...(client === undefined ? {} : { client }) };
  const tls = ca === undefined && client === undefined ? {} : { tls: certificates };
  const store = openEtcdStore({ servers, prefix, ...tls, ...surroundings });
  try {
    await keepStoreVendor(store, vendor.id);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
