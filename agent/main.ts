// The program orch-agent: reads the command line and the configuration, runs the agent, ends on SIGTERM. Exit codes:
// 0 after an orderly end, 1 when it could not start or run, 2 for a wrong command line.

import { program } from '../shared/process/command-line/command.ts';
import { runProgram } from '../shared/process/command-line/command-line.ts';
import { describeGates } from '../shared/process/command-line/feature-gates.ts';
import { writesToJournal } from '../shared/process/log/systemd-journal.ts';
import { createLogger } from '../shared/process/log/logger.ts';
import { productVersion } from '../shared/process/host/product-version.ts';
import { createServiceNotifier } from '../shared/process/host/sd-notify.ts';
import { stopOnSignals } from '../shared/process/host/signals.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import { startAgent } from './agent.ts';
import { checkpointCommand } from './command/checkpoint-command.ts';
import { configCommand } from './command/config-command.ts';
import { seccompCommand } from './command/seccomp-command.ts';
import { simulateCommand } from './command/simulate-command.ts';
import { verifyCommand } from './command/verify-command.ts';
import { agentFlags } from './config/flags.ts';
import { agentGates } from './config/gates.ts';
import { refusedNote } from './config/refused-flags.ts';
import { settingsOf } from './config/settings.ts';

const orchAgent = program({
  name: 'orch-agent',
  version: productVersion(),
  summary: 'registers this host as a node, keeps its status and lease, and serves the node endpoints',
  flags: agentFlags,
  commands: [checkpointCommand, configCommand, seccompCommand, simulateCommand, verifyCommand],
  notes: () => `${describeGates(agentGates)}\n\n${refusedNote}`,
  run: async ({ flags, given }) => {
    const signal = stopOnSignals();
    const log = createLogger({
      level: flags.v >= 2 ? 'debug' : 'info',
      format: flags['logging-format'],
      journal: writesToJournal(process.env),
    });
    const notifier = createServiceNotifier({ log });
    const vendor = vendorOf(flags.vendor);
    const settings = await settingsOf(flags, given);
    const agent = await startAgent(settings, { vendor, clock: systemClock, log, notifier, signal }).catch(
      (error: unknown) => {
        // Stopped while it waited to join.
        if (signal.aborted && error === signal.reason) return undefined;
        throw error;
      },
    );
    if (agent === undefined) return;
    log.info(`orch-agent serves node ${agent.nodeName}`, { port: agent.port, healthPort: agent.healthPort });
    await notifier.ready(`node ${agent.nodeName} on port ${agent.port}`);
    signal.addEventListener('abort', () => void notifier.stopping(), { once: true });
    await agent.ended;
    log.info('orch-agent ended');
  },
});

process.exitCode = await runProgram(orchAgent, process.argv.slice(2));
