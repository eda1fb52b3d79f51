// The resources of a server: the table with the built-in ones, those of them that clients may use, and their watch caches.

import type { Schemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { ApiServerOptions } from '../config/option/options.ts';
import { servedUnder } from '../config/option/runtime-config.ts';
import { storeFolder } from '../context/open-store.ts';
import { cacheResources } from '../registry/cached-resources.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import { makeResources } from '../registry/kinds/catalogue.ts';
import { withoutPrivileged } from '../registry/kinds/core/pod/privileged-containers.ts';
import { ResourceTable } from '../registry/table.ts';
import type { ServerContext } from '../context/server-context.ts';
import { defaultHistoryLimits, type HistoryLimits } from '../storage/cache/event-history.ts';
import { WatchCache } from '../storage/cache/watch-cache.ts';
import { recordStorage } from '../storage/upkeep/storage-metrics.ts';

export interface ServerResources {
  /** Every resource that the server has. */
  readonly table: ResourceTable;
  /** Those that clients may use. */
  readonly served: Resources;
  readonly watchCache: WatchCache;
}

/** Throws RuntimeConfigError for a setting that names nothing this server has. */
export function serverResources(
  { vendor, clock, log, store, options, metrics }: ServerContext,
  schemas: Schemas,
): ServerResources {
  const table = new ResourceTable({
    builtIn: builtInResources(vendor, schemas, options),
    onDefect: (error) => log.error('a subscriber of the resource table failed', { error }),
  });
  const { resources: served, warnings } = servedUnder(vendor, table, options.runtimeConfig ?? {});
  for (const warning of warnings) log.warn(warning);
  const watchCache = new WatchCache({ store, clock, log, history: historyOf(options.historyPeriod) });
  cacheResources(table, watchCache);
  recordStorage({
    metrics,
    caches: () => watchCache.caches,
    selections: watchCache.selections,
    forms: watchCache.forms,
    folder: options.etcd === undefined && options.dataDir !== undefined ? storeFolder(options.dataDir) : undefined,
  });
  return { table, served, watchCache };
}

function builtInResources(
  vendor: Vendor,
  schemas: Schemas,
  { eventTtl, allowPrivileged = true }: ApiServerOptions,
): readonly Resource[] {
  const made = makeResources(vendor, schemas);
  const resources = allowPrivileged ? made : made.map(withoutPrivileged);
  if (eventTtl === undefined) return resources;
  const ttlSeconds = eventTtl === 0 ? undefined : Math.ceil(eventTtl / 1000);
  return resources.map((resource) =>
    resource.strategy.ttlSeconds === undefined
      ? resource
      : { ...resource, strategy: { ...resource.strategy, ttlSeconds } },
  );
}

/** The watch cache remembers as long as the store. */
function historyOf(period: number | undefined): HistoryLimits {
  if (period === undefined) return defaultHistoryLimits;
  return { ...defaultHistoryLimits, milliseconds: period === 0 ? Number.POSITIVE_INFINITY : period };
}
