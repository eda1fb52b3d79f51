// The program orch-apiserver: reads the command line, then serves until SIGTERM, or as long as a command runs. Exit codes:
// 0 after an orderly end, 1 when it could not start, 2 for a wrong command line; with --wait that of the command.

import { program } from '../shared/process/command-line/command.ts';
import { runProgram } from '../shared/process/command-line/command-line.ts';
import { UsageError } from '../shared/process/command-line/usage-error.ts';
import { writesToJournal } from '../shared/process/log/systemd-journal.ts';
import { createLogger } from '../shared/process/log/logger.ts';
import { productVersion } from '../shared/process/host/product-version.ts';
import { engineCollector } from '../shared/process/memory/idle-gc.ts';
import { inertWarning } from './config/flag/inert-flags.ts';
import { serverFlags, serverNotes } from './config/table/server-options.ts';
import { serveCommand } from './command/serve-command.ts';
import { type Serving, serveUntilStopped } from './command/serve-until-stopped.ts';
import { startApiServer } from './server.ts';

const words = process.argv.slice(2);
/** Everything after `--` is the command of --wait. A shell that asks for completions has a `--` too. */
const end = words.includes('--') && words[0] !== '__complete' ? words.indexOf('--') : words.length;
const command = words.slice(end + 1);

const orchApiServer = program({
  name: 'orch-apiserver',
  version: productVersion(),
  summary: 'serves the resource API with its controllers, on an embedded store',
  flags: serverFlags,
  notes: () => serverNotes,
  run: async ({ flags, given, output }) => {
    if (flags.wait !== command.length > 0)
      throw new UsageError('--wait and a command belong together: orch-apiserver --wait -- COMMAND...');
    const usual = flags.wait ? 'warn' : 'info';
    const log = createLogger({
      level: flags.v >= 2 ? 'debug' : usual,
      format: flags['logging-format'],
      journal: writesToJournal(process.env),
    });
    const inert = inertWarning(given);
    if (inert !== undefined) log.warn(inert);
    // Made when it is first needed, not while the program starts.
    let collect: (() => void) | undefined;
    const collectGarbage = (): void => (collect ??= engineCollector())();
    const error = (text: string): void => output.error(text);
    const serving: Serving = { flags, given, log, collectGarbage, error, start: startApiServer };
    return flags.wait ? serveCommand(command, serving) : serveUntilStopped(serving);
  },
});

process.exitCode = await runProgram(orchApiServer, words.slice(0, end));
