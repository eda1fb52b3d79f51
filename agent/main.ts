// The program orch-agent: reads the command line and the configuration, runs the agent, ends on SIGTERM. Exit codes:
// 0 after an orderly end, 1 when it could not start or run, 2 for a wrong command line.

import { join, resolve } from 'node:path';
import { readConnectionConfig } from '../shared/client/connection-config.ts';
import { checkLabelValue, checkQualifiedName } from '../shared/object/names.ts';
import { program } from '../shared/process/command.ts';
import { runProgram, UsageError } from '../shared/process/command-line.ts';
import { describeGates } from '../shared/process/feature-gates.ts';
import { createLogger } from '../shared/process/logger.ts';
import { productVersion } from '../shared/process/product-version.ts';
import { createServiceNotifier } from '../shared/process/sd-notify.ts';
import { stopOnSignals } from '../shared/process/signals.ts';
import { systemClock } from '../shared/process/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import { startAgent } from './agent.ts';
import type { AgentSettings } from './agent-parts.ts';
import { configurationFormat } from './config/configuration.ts';
import { loadConfiguration } from './config/configuration-file.ts';
import { type AgentFlags, agentFlags, configurationOf } from './config/flags.ts';
import { agentGates } from './config/gates.ts';

const orchAgent = program({
  name: 'orch-agent',
  version: productVersion(),
  summary: 'registers this host as a node, keeps its status and lease, and serves the node endpoints',
  flags: agentFlags,
  notes: () => describeGates(agentGates),
  run: async ({ flags, given }) => {
    const signal = stopOnSignals();
    const log = createLogger({ level: flags.v >= 2 ? 'debug' : 'info', format: flags['logging-format'] });
    const notifier = createServiceNotifier({ log });
    const vendor = vendorOf(flags.vendor);
    const settings = await settingsOf(flags, given);
    const agent = await startAgent(settings, { vendor, clock: systemClock, log, notifier, signal }).catch(
      (error: unknown) => {
        // Told to end while it waited to be let in.
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

async function settingsOf(flags: AgentFlags, given: ReadonlySet<string>): Promise<AgentSettings> {
  const { config, 'config-dir': folder, kubeconfig } = flags;
  const rootDirectory = resolve(flags['root-dir']);
  const loaded = await loadConfiguration(
    {
      ...(config === undefined ? {} : { file: config }),
      ...(folder === undefined ? {} : { folder }),
      overrides: configurationOf(flags, given),
    },
    configurationFormat(vendorOf(flags.vendor)),
  );
  return {
    loaded,
    ...(await connectionOf(kubeconfig, flags['bootstrap-kubeconfig'])),
    rootDirectory,
    certificateDirectory: resolve(flags['cert-dir'] ?? join(rootDirectory, 'pki')),
    hostNameOverride: flags['hostname-override'],
    nodeIps: flags['node-ip'],
    nodeLabels: labelsOf(flags['node-labels']),
  };
}

/** A host that joins may have no connection file yet. */
async function connectionOf(
  kubeconfig: string | undefined,
  bootstrapKubeconfig: string | undefined,
): Promise<Pick<AgentSettings, 'connection' | 'joining'>> {
  if (bootstrapKubeconfig === undefined) {
    return { connection: kubeconfig === undefined ? undefined : await readConnectionConfig(kubeconfig) };
  }
  if (kubeconfig === undefined) {
    throw new UsageError('--bootstrap-kubeconfig needs --kubeconfig, where the connection file of the node is written');
  }
  const joining = { bootstrapKubeconfig: resolve(bootstrapKubeconfig), kubeconfig: resolve(kubeconfig) };
  return { connection: undefined, joining };
}

function labelsOf(labels: AgentFlags['node-labels']): Readonly<Record<string, string>> {
  for (const { key, value } of labels) {
    const [fault] = [...checkQualifiedName(key), ...checkLabelValue(value)];
    if (fault !== undefined) throw new UsageError(`--node-labels: ${key}=${value}: ${fault}`);
  }
  return Object.fromEntries(labels.map(({ key, value }) => [key, value]));
}
