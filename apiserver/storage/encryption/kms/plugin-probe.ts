// Whether a key management plug-in is healthy, and which key it writes with: asked for by health checks, and by a loop each minute,
// each ten seconds while it fails. An answer counts for some seconds.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import type { Loop } from '../../../../shared/process/loop/loop.ts';
import { faultOfKeyId, hashOf } from './envelope-rules.ts';
import type { KmsMetrics } from './kms-metrics.ts';
import type { PluginStatus } from './messages.ts';
import type { PluginClient } from './plugin-client.ts';
import type { WriteKeys } from './write-key.ts';

export interface PluginProbeOptions {
  readonly name: string;
  readonly plugin: Pick<PluginClient, 'status'>;
  readonly keys: Pick<WriteKeys, 'confirm'>;
  readonly clock: Clock;
  readonly metrics: KmsMetrics;
  readonly log: Log;
}

/** Milliseconds for which a good answer counts, and a bad one. */
const goodFor = 20_000;
const badFor = 3000;
/** Milliseconds until the loop asks again after a good answer, and after a bad one. */
const goodPause = 60_000;
const badPause = 10_000;
const versions = ['v2', 'v2beta1'];

export class PluginProbe implements Loop {
  readonly name = 'kms-status';
  readonly #options: PluginProbeOptions;
  #last: { readonly until: number; readonly error: Error | undefined } | undefined;
  #running: Promise<void> | undefined;
  /** That of the first status. */
  #version: string | undefined;
  #failing = false;

  constructor(options: PluginProbeOptions) {
    this.#options = options;
  }

  /** Rejects with an Error when the plug-in is not healthy; its message is for operators. */
  async check(): Promise<void> {
    const { clock } = this.#options;
    if (this.#last === undefined || clock.monotonic() >= this.#last.until) {
      this.#running ??= this.#ask().finally(() => {
        this.#running = undefined;
      });
      await this.#running;
    }
    if (this.#last?.error !== undefined) throw this.#last.error;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const good = await this.check().then(
        () => true,
        () => false,
      );
      await clock.sleep(good ? goodPause : badPause, signal).catch(() => {});
    }
  }

  /** Keeps the outcome. */
  async #ask(): Promise<void> {
    const { name, plugin, clock, log } = this.#options;
    let error: Error | undefined;
    try {
      const status = await plugin.status().catch((cause: Error) => {
        throw new Error(
          `failed to perform status section of the healthz check for KMS Provider ${name}, error: ${cause.message}`,
          { cause },
        );
      });
      await this.#judge(status);
    } catch (reason) {
      error = reason instanceof Error ? reason : new Error(String(reason));
    }
    if (error !== undefined && !this.#failing) log.warn('a key management plug-in fails', { provider: name, error });
    if (error === undefined && this.#failing) log.info('a key management plug-in is healthy again', { provider: name });
    this.#failing = error !== undefined;
    this.#last = { until: clock.monotonic() + (error === undefined ? goodFor : badFor), error };
  }

  async #judge({ healthz, version, keyId }: PluginStatus): Promise<void> {
    const { name, keys, metrics } = this.#options;
    const faults: string[] = [];
    if (healthz !== 'ok') faults.push(`got unexpected healthz status: ${healthz}`);
    faults.push(...this.#faultsOfVersion(version));
    const fault = faultOfKeyId(keyId);
    if (fault === undefined) {
      metrics.keyTold(name, keyId);
      await keys.confirm(keyId).catch((error: Error) => void faults.push(error.message));
    } else {
      metrics.keyRefused(name, fault.code);
      faults.push(`got invalid KMSv2 KeyID hash ${JSON.stringify(hashOf(keyId))}: ${fault.message}`);
    }
    if (faults.length === 0) return;
    const text = faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`;
    throw new Error(`kmsv2 Provider ${name} is not healthy, error: ${text}`);
  }

  #faultsOfVersion(version: string): readonly string[] {
    if (!versions.includes(version)) return [`expected KMSv2 API version v2, got ${version}`];
    this.#version ??= version;
    if (this.#version === version) return [];
    return [
      `KMSv2 API version should not change after the initial status response version ${this.#version}, got ${version}`,
    ];
  }
}
