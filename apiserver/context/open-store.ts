// Which engine holds the objects, etcd where one is named, the embedded one otherwise; and what is around it.

import { join } from 'node:path';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { markStore, requireStore } from '../config/folder/store-mark.ts';
import { keepStoreVendor } from '../config/folder/store-vendor.ts';
import type { ApiServerOptions, EtcdOptions } from '../config/option/options.ts';
import type { HealthCheck } from '../health/health-check.ts';
import { openEncryption } from './open-encryption.ts';
import { openEmbeddedStore } from '../storage/embedded/engine/embedded-store.ts';
import type { Store } from '../storage/contract/store.ts';
import { KeySpace } from '../storage/etcd/key-space.ts';
import { measuredStore } from '../storage/upkeep/measured-store.ts';

export interface OpenStore {
  /** Measured, and encrypted where the options say so. */
  readonly store: Store;
  /** What the store needs to run beside it. */
  readonly loops: readonly Loop[];
  readonly checks: readonly HealthCheck[];
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
}

interface Engine {
  readonly store: Store;
  readonly loops: readonly Loop[];
  /** A key as the engine stores it. */
  readonly placeOf: (key: string) => string;
}

/**
 * Throws an Error when the configuration of encryption or the data folder cannot be used, etcd does not answer, or it holds objects
 * of another vendor.
 */
export async function openStore(
  options: ApiServerOptions,
  vendor: Vendor,
  tools: Surroundings & { readonly metrics: Metrics },
): Promise<OpenStore> {
  const { clock, log, metrics } = tools;
  const encryption = await openEncryption(options.encryption, { ...tools, vendor });
  const engine = await openEngine(options, vendor, { clock, log }).catch((error: unknown) => {
    encryption?.close();
    throw error;
  });
  const store = measuredStore({ store: engine.store, metrics, now: () => clock.monotonic() });
  if (encryption === undefined) return { store, loops: engine.loops, checks: [] };
  return {
    store: encryption.over(store, engine.placeOf),
    loops: [...engine.loops, ...encryption.loops],
    checks: encryption.checks,
  };
}

async function openEngine(
  { etcd, dataDir, unsafeNoFsync = false }: ApiServerOptions,
  vendor: Vendor,
  surroundings: Surroundings,
): Promise<Engine> {
  if (etcd !== undefined) {
    const keys = new KeySpace(etcd.prefix ?? defaultPrefix);
    return { store: await etcdStore(etcd, vendor, surroundings), loops: [], placeOf: (key) => keys.place(key) };
  }
  const folder = dataDir === undefined ? undefined : storeFolder(dataDir);
  if (dataDir !== undefined && folder !== undefined) await requireStore(dataDir, folder);
  const store = await openEmbeddedStore({ folder, flush: !unsafeNoFsync, ...surroundings });
  if (dataDir !== undefined) await markStore(dataDir, surroundings.log);
  return { store, loops: [store.sweeper], placeOf: (key) => key };
}

/** Of keys in etcd. */
const defaultPrefix = '/registry';

/** Where the embedded store keeps its files. */
export function storeFolder(dataDir: string): string {
  return join(dataDir, 'store');
}

/** gRPC is loaded only where it is used: it costs a start several dozen milliseconds. */
async function etcdStore(
  { servers, prefix = defaultPrefix, ca, client }: EtcdOptions,
  vendor: Vendor,
  surroundings: Surroundings,
): Promise<Store> {
  const { openEtcdStore } = await import('../storage/etcd/etcd-store.ts');
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
