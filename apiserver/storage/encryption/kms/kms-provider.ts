// A key management plug-in with what depends on it: the transformer of values, the keys it writes with, and whether it is healthy.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import type { PluginConfig } from '../config/encryption-config.ts';
import type { ValueTransformer } from '../contract/value-transformer.ts';
import { EnvelopeTransformer } from './envelope-transformer.ts';
import type { KmsMetrics } from './kms-metrics.ts';
import { PluginClient } from './plugin-client.ts';
import { PluginProbe } from './plugin-probe.ts';
import { WriteKeys } from './write-key.ts';

export interface KmsProvider {
  readonly transformer: ValueTransformer;
  /** Of a call, in milliseconds. */
  readonly timeout: number;
  /** Rejects with an Error for operators when the plug-in is not healthy. */
  check(): Promise<void>;
  /** Asks the plug-in how it is until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  close(): void;
}

export interface KmsProviderOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: KmsMetrics;
}

/** Connects with the first call. */
export function openKmsProvider(config: PluginConfig, { clock, log, metrics }: KmsProviderOptions): KmsProvider {
  const { name, endpoint, timeout } = config;
  const plugin = new PluginClient({ name, endpoint, timeout, metrics });
  const keys = new WriteKeys({ plugin, clock, metrics });
  const probe = new PluginProbe({ name, plugin, keys, clock, metrics, log });
  return {
    transformer: new EnvelopeTransformer({ name, plugin, keys, clock, metrics }),
    timeout,
    check: () => probe.check(),
    run: (signal) => probe.run(signal),
    close: () => plugin.close(),
  };
}
