// Encryption at rest of one server: loads its configuration, and optionally reloads it when the file changes. If the new file is
// invalid, or its plug-ins are not healthy, the previous configuration stays.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { GroupResource } from '../../../shared/object/group-version.ts';
import type { EncryptionConfig } from './config/encryption-config.ts';
import type { ValueTransformer } from './contract/value-transformer.ts';
import type { EncryptionSet } from './encryption-set.ts';
import type { ReloadMetrics } from '../../config-file/reload-metrics.ts';

export interface EncryptionOptions {
  readonly path: string;
  /** Whether the file is read again each minute. */
  readonly reload: boolean;
  /** Throws an Error that says what is wrong in the text. */
  readonly parse: (text: string) => EncryptionConfig;
  readonly open: (config: EncryptionConfig) => EncryptionSet;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: ReloadMetrics;
}

/** Milliseconds between two reads of the file, and pauses after a failure. */
const lookPause = 60_000;
const retries: BackOff = { initial: 5, cap: lookPause };
/** Milliseconds that new plug-ins have at least to become healthy, and between two checks of them. */
const shortestPatience = 10_000;
const healthPause = 100;

interface Loaded {
  readonly set: EncryptionSet;
  readonly hash: string;
  /** Ends the loops of the set. */
  readonly end: AbortController;
}

export class Encryption implements Loop {
  readonly name = 'encryption-config';
  readonly #options: EncryptionOptions;
  #loaded: Loaded;
  readonly #running = new Set<Promise<void>>();

  private constructor(options: EncryptionOptions, loaded: Loaded) {
    this.#options = options;
    this.#loaded = loaded;
  }

  /**
   * Reads the file and asks its plug-ins once; one that does not answer yet is asked again by `run`. Throws an Error that names the
   * file and what is wrong in it.
   */
  static async open(options: EncryptionOptions): Promise<Encryption> {
    const { text, hash } = await readConfigFile(options.path);
    const set = options.open(usable(options, text));
    // A plug-in may start after this server. The probe logs failures.
    await set.check().catch(() => {});
    options.metrics.loaded(hash);
    return new Encryption(options, { set, hash, end: new AbortController() });
  }

  transformerOf(resource: GroupResource): ValueTransformer {
    return this.#loaded.set.transformerOf(resource);
  }

  /** Whether health depends on plug-ins, now or after a reload. */
  get hasHealth(): boolean {
    return this.#options.reload || this.#loaded.set.asksPlugins;
  }

  /** Rejects with an Error for operators when a plug-in is not healthy. */
  check(): Promise<void> {
    return this.#loaded.set.check();
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#start(this.#loaded, signal);
    if (this.#options.reload) await this.#follow(signal);
    await Promise.all(this.#running);
  }

  close(): void {
    this.#loaded.end.abort();
    this.#loaded.set.close();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { clock, log, metrics, path } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      const pause = failures === 0 ? lookPause : backOffDelay(retries, failures);
      await clock.sleep(pause, signal).catch(() => {});
      if (signal.aborted) return;
      try {
        if (await this.#reload(signal)) {
          metrics.reloaded('success');
          log.info('a new encryption configuration is in use', { path });
        }
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        metrics.reloaded('failure');
        if (failures === 0)
          log.error('the encryption configuration was not reloaded; the previous one stays in use', { path, error });
        failures += 1;
      }
    }
  }

  /** False: the file is the one that is in use. Rejects when it cannot be used; then nothing has changed. */
  async #reload(signal: AbortSignal): Promise<boolean> {
    const { path, open, metrics } = this.#options;
    const { text, hash } = await readConfigFile(path);
    if (hash === this.#loaded.hash) return false;
    const set = open(usable(this.#options, text));
    try {
      await this.#healthy(set, signal);
    } catch (error) {
      set.close();
      throw error;
    }
    const before = this.#loaded;
    this.#loaded = { set, hash, end: new AbortController() };
    this.#start(this.#loaded, signal);
    this.#retire(before, signal);
    metrics.loaded(hash);
    return true;
  }

  async #healthy(set: EncryptionSet, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const end = clock.monotonic() + Math.max(set.patience, shortestPatience);
    for (;;) {
      try {
        await set.check();
        return;
      } catch (error) {
        if (clock.monotonic() >= end) throw error;
        await clock.sleep(healthPause, signal);
      }
    }
  }

  #start({ set, end }: Loaded, signal: AbortSignal): void {
    this.#keep(set.run(AbortSignal.any([signal, end.signal])));
  }

  /** What began with the configuration before ends with it. */
  #retire({ set, end }: Loaded, signal: AbortSignal): void {
    this.#keep(
      this.#options.clock
        .sleep(set.patience, signal)
        .catch(() => {})
        .then(() => {
          end.abort();
          set.close();
        }),
    );
  }

  #keep(running: Promise<void>): void {
    const kept = running.finally(() => this.#running.delete(kept));
    this.#running.add(kept);
  }
}

function usable({ parse, path }: EncryptionOptions, text: string): EncryptionConfig {
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`the encryption configuration ${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** The hash is kept in place of the text, which holds keys. */
async function readConfigFile(path: string): Promise<{ readonly text: string; readonly hash: string }> {
  try {
    const bytes = await readFile(path);
    return { text: bytes.toString('utf8'), hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
  } catch (error) {
    throw new Error(`the encryption configuration ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
