// A configuration file that is reloaded when it changes. Its folder is watched; the file is also read once a minute, for file
// systems without notifications. If the content is invalid, the configuration in use stays. The failure is logged and counted
// once for each content.

import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import { ConfigDocumentError } from './config-document.ts';
import type { ReloadMetrics } from './reload-metrics.ts';

export interface FollowedFileOptions {
  readonly path: string;
  /** Of the configuration, for messages and as the name of the loop: `authorization`. */
  readonly subject: string;
  /** Puts a content to use. Rejects with an Error that says what is wrong in it; then nothing has changed. */
  readonly use: (text: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: ReloadMetrics;
}

const lookPause = 60_000;
/** Milliseconds that a change gets to be complete before the file is read. */
const settling = 50;

export class FollowedFile implements Loop {
  readonly name: string;
  readonly #options: FollowedFileOptions;
  #hash: string;

  private constructor(options: FollowedFileOptions, hash: string) {
    this.#options = options;
    this.name = `${options.subject}-config`;
    this.#hash = hash;
  }

  /** Uses the file. Rejects with an Error that names it and what is wrong in it. */
  static async open(options: FollowedFileOptions): Promise<FollowedFile> {
    const { text, hash } = await read(options);
    await use(options, text);
    options.metrics.loaded(hash);
    return new FollowedFile(options, hash);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const change = new AbortController();
      const watcher = this.#watch(() => change.abort());
      try {
        await this.#look(signal);
        await clock.sleep(lookPause, AbortSignal.any([signal, change.signal]));
      } catch {
        // A change, or the end.
        await clock.sleep(settling, signal).catch(() => {});
      } finally {
        watcher?.close();
      }
    }
  }

  /** Undefined where the folder cannot be watched: the file is then read once a minute. */
  #watch(changed: () => void): FSWatcher | undefined {
    try {
      // Of the folder: files are replaced by renaming, and links to them are.
      const watcher = watch(dirname(this.#options.path), { persistent: false }, changed);
      watcher.on('error', changed);
      return watcher;
    } catch {
      return undefined;
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { subject, path, log, metrics } = this.#options;
    let seen: string | undefined;
    try {
      const { text, hash } = await read(this.#options);
      if (hash === this.#hash) return;
      seen = hash;
      await use(this.#options, text);
      this.#hash = hash;
      metrics.reloaded('success');
      metrics.loaded(hash);
      log.info(`a new ${subject} configuration is in use`, { path });
    } catch (error) {
      if (signal.aborted) return;
      // The same content has the same faults; what did not answer may do so the next time.
      if (seen !== undefined && (error as Error).cause instanceof ConfigDocumentError) this.#hash = seen;
      metrics.reloaded('failure');
      log.error(`the ${subject} configuration was not reloaded; the previous one stays in use`, { path, error });
    }
  }
}

async function use({ subject, path, use: apply }: FollowedFileOptions, text: string): Promise<void> {
  try {
    await apply(text);
  } catch (error) {
    throw new Error(`the ${subject} configuration ${path} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

async function read({ subject, path }: FollowedFileOptions): Promise<{ readonly text: string; readonly hash: string }> {
  try {
    const bytes = await readFile(path);
    return { text: bytes.toString('utf8'), hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
  } catch (error) {
    throw new Error(`the ${subject} configuration ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
