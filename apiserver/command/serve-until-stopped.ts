// The server as a program: serves until a signal asks it to stop.

import type { Log } from '../../shared/process/log/log.ts';
import { createServiceNotifier } from '../../shared/process/host/sd-notify.ts';
import { stopOnSignals } from '../../shared/process/host/signals.ts';
import { tuneGc } from '../../shared/process/memory/gc-tuning.ts';
import type { ApiServer, ApiServerOptions } from '../config/option/options.ts';
import { optionsOfFlags, type ServerFlags } from '../config/table/server-options.ts';
import { inMemory } from '../config/table/storage-options.ts';
import { clearReadyFile, writeReadyFile } from './ready-file.ts';

/** What both ways to serve are given. */
export interface Serving {
  readonly flags: ServerFlags;
  /** Names of the flags that stood on the command line. */
  readonly given: ReadonlySet<string>;
  readonly log: Log;
  readonly collectGarbage: () => void;
  /** Writes to standard error. */
  readonly error: (text: string) => void;
  /** Starts the server; resolves when it is ready. */
  readonly start: (options: ApiServerOptions) => Promise<ApiServer>;
}

/** Resolves with the exit code 0 after an orderly end. Rejects when the server cannot start. */
export async function serveUntilStopped({ flags, log, collectGarbage, error, start }: Serving): Promise<number> {
  const signal = stopOnSignals();
  const notifier = createServiceNotifier({ log });
  const options = await optionsOfFlags(flags);
  await clearReadyFile(flags['ready-file']);
  if (flags['data-dir'] === undefined && options.dataDir === undefined && options.etcd === undefined)
    error('orch-apiserver: --data-dir is not given: all data are in memory and end with the program\n');
  const server = await start({ ...options, log, collectGarbage });
  try {
    tuneGc();
    await writeReadyFile(flags['ready-file'], server.url);
    log.info(`orch-apiserver serves ${server.url}`, { dataDir: options.dataDir ?? inMemory });
    await notifier.ready(`serving ${server.url}`);
    // The listening socket keeps the process alive until then.
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    }
  } finally {
    log.info('orch-apiserver is stopping');
    void notifier.stopping();
    await clearReadyFile(flags['ready-file']);
    await server.stop();
  }
  log.info('orch-apiserver ended');
  return 0;
}
