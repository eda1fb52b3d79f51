// The program orch-apiserver: reads the command line, runs the server, ends on SIGTERM. Exit codes: 0 after an orderly end,
// 1 when it could not start, 2 for a wrong command line.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../shared/process/command.ts';
import { runProgram } from '../shared/process/command-line.ts';
import { writesToJournal } from '../shared/process/journal.ts';
import { createLogger } from '../shared/process/logger.ts';
import { productVersion } from '../shared/process/product-version.ts';
import { engineCollector } from '../shared/process/quiet-collector.ts';
import { createServiceNotifier } from '../shared/process/sd-notify.ts';
import { stopOnSignals } from '../shared/process/signals.ts';
import { keepObjectsYoung } from '../shared/process/young-objects.ts';
import { serverFlags, serverNotes } from './config/flags.ts';
import { optionsOfFlags } from './config/options-of-flags.ts';
import { startApiServer } from './server.ts';

const orchApiServer = program({
  name: 'orch-apiserver',
  version: productVersion(),
  summary: 'serves the resource API with its controllers, on an embedded store',
  flags: serverFlags,
  notes: () => serverNotes,
  run: async ({ flags, output }) => {
    const signal = stopOnSignals();
    const log = createLogger({
      level: flags.v >= 2 ? 'debug' : 'info',
      format: flags['logging-format'],
      journal: writesToJournal(process.env),
    });
    const notifier = createServiceNotifier({ log });
    const options = await optionsOfFlags(flags);
    const dataDir = flags['data-dir'] ?? (await mkdtemp(join(tmpdir(), 'orch-apiserver-')));
    if (flags['data-dir'] === undefined) {
      output.error(`orch-apiserver: --data-dir is not given: data go to ${dataDir} and stay there\n`);
    }
    // Made when it is first needed, not while the program starts.
    let collect: (() => void) | undefined;
    const collectGarbage = (): void => (collect ??= engineCollector())();
    const server = await startApiServer({ ...options, dataDir, log, collectGarbage });
    keepObjectsYoung();
    log.info(`orch-apiserver serves ${server.url}`, { dataDir });
    await notifier.ready(`serving ${server.url}`);
    // The listening socket keeps the process alive until then.
    if (!signal.aborted) {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    }
    log.info('orch-apiserver is stopping');
    void notifier.stopping();
    await server.stop();
    log.info('orch-apiserver ended');
  },
});

process.exitCode = await runProgram(orchApiServer, process.argv.slice(2));
