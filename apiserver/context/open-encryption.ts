// Encryption at rest, as the options configure it: a layer between the server and the storage engine.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { EncryptionOptions } from '../config/option/options.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { Store } from '../storage/contract/store.ts';
import { collectionOf } from '../storage/format/keys.ts';
import { resourceLabels } from '../storage/upkeep/measured-store.ts';

export interface OpenEncryption {
  readonly loops: readonly Loop[];
  /** Whether plug-ins can be asked, where any are, or may be after a reload. */
  readonly checks: readonly HealthCheck[];
  /** A store over another one, which closes this with it. `placeOf`: the key as the engine stores it. */
  over(store: Store, placeOf: (key: string) => string): Store;
  close(): void;
}

export interface EncryptionTools {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** All resources that have plug-ins share it. */
const healthCheckName = 'kms-providers';

/** Undefined: nothing is encrypted. Throws an Error that names the file and what is wrong in it. */
export async function openEncryption(
  options: EncryptionOptions | undefined,
  { vendor, clock, log, metrics }: EncryptionTools,
): Promise<OpenEncryption | undefined> {
  if (options === undefined) return undefined;
  // Ciphers and gRPC are loaded only where they are used.
  const parts = await import('../storage/encryption/parts.ts');
  const schemas = loadSchemas(vendor);
  const kmsMetrics = parts.kmsMetrics({ metrics, clock });
  const transformations = parts.transformationMetrics({ metrics, clock });
  const tools = { clock, log, metrics: kmsMetrics };
  const encryption = await parts.Encryption.open({
    path: options.configPath,
    reload: options.reload ?? false,
    parse: (text) => parts.checkConfig(parts.readEncryptionConfig(text, vendor, schemas), vendor),
    open: (config) =>
      new parts.EncryptionSet({
        config,
        vendor,
        metrics: transformations,
        openPlugin: (plugin) => parts.openKmsProvider(plugin, tools),
      }),
    clock,
    log,
    metrics: parts.reloadMetrics(metrics, clock, 'encryption'),
  });
  return {
    loops: [encryption],
    checks: encryption.hasHealth ? [{ name: healthCheckName, check: () => encryption.check() }] : [],
    over: (store, placeOf) =>
      parts.encryptedStore({
        store,
        placeOf,
        closed: () => encryption.close(),
        transformerOf: (key) => {
          const collection = collectionOf(key);
          return collection === undefined ? undefined : encryption.transformerOf(resourceLabels(collection));
        },
      }),
    close: () => encryption.close(),
  };
}
