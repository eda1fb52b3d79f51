// Reads the settings of the agent from a command line: the merged configuration, and settings that only flags have.

import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { readConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { checkLabelValue, checkQualifiedName } from '../../shared/object/names.ts';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import { NodeLabelRules } from '../../shared/vendor/node-labels.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AgentSettings } from './agent-settings.ts';
import { nodeNameOf } from '../host/node-name.ts';
import { type ConfigurationFormat, configurationFormat } from './configuration.ts';
import { ConfigurationError, type LoadedConfiguration, loadConfiguration } from './configuration-file.ts';
import { type AgentFlags, configurationOf, flagOf } from './flags.ts';

/** Rejects with UsageError for faults in flags, with ConfigurationError for faults in files. */
export async function configurationOfFlags(
  flags: AgentFlags,
  given: ReadonlySet<string>,
): Promise<LoadedConfiguration & { readonly format: ConfigurationFormat }> {
  const { config, 'config-dir': folder } = flags;
  const format = configurationFormat(vendorOf(flags.vendor), flags.pods === 'on');
  const sources = {
    ...(config === undefined ? {} : { file: config }),
    ...(folder === undefined ? {} : { folder }),
    overrides: configurationOf(flags, given),
    overrideSource: flagOf,
  };
  checkNode(flags);
  try {
    return { ...(await loadConfiguration(sources, format)), format };
  } catch (error) {
    if (error instanceof ConfigurationError && error.ofOverrides) throw new UsageError(error.message);
    throw error;
  }
}

/** Throws UsageError for faults in flags without a field in the configuration. */
function checkNode(flags: AgentFlags): void {
  const { 'hostname-override': name, 'node-ip': ips } = flags;
  if (name !== undefined) {
    try {
      nodeNameOf(name, undefined);
    } catch (error) {
      throw new UsageError(`--hostname-override: ${(error as Error).message}`);
    }
  }
  if (flags.pods === 'on' && flags.kubeconfig === undefined) {
    throw new UsageError('--pods=on needs --kubeconfig: pods come from the API server');
  }
  if (flags['bootstrap-kubeconfig'] !== undefined && flags.kubeconfig === undefined) {
    throw new UsageError('--bootstrap-kubeconfig needs --kubeconfig, where the connection file of the node is written');
  }
  const families = new Set(ips.map((ip) => isIP(ip)));
  if (families.size < ips.length) {
    throw new UsageError(`--node-ip: ${ips.join(',')}: one address, or one of each family`);
  }
  labelsOf(flags['node-labels'], vendorOf(flags.vendor));
}

/** The folders of the agent. */
export function foldersOf(flags: AgentFlags): Pick<AgentSettings, 'rootDirectory' | 'certificateDirectory'> {
  const rootDirectory = resolve(flags['root-dir']);
  return { rootDirectory, certificateDirectory: resolve(flags['cert-dir'] ?? join(rootDirectory, 'pki')) };
}

/** Rejects with UsageError, with ConfigurationError, and for a connection file that cannot be used. */
export async function settingsOf(flags: AgentFlags, given: ReadonlySet<string>): Promise<AgentSettings> {
  return {
    loaded: await configurationOfFlags(flags, given),
    ...(await connectionOf(flags.kubeconfig, flags['bootstrap-kubeconfig'])),
    ...foldersOf(flags),
    runsPods: flags.pods === 'on',
    hostNameOverride: flags['hostname-override'],
    nodeIps: flags['node-ip'],
    schedulable: flags['register-schedulable'],
    cloudProvider: flags['cloud-provider'] === 'external' ? 'external' : 'none',
    nodeLabels: labelsOf(flags['node-labels'], vendorOf(flags.vendor)),
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
  // `checkNode` has ensured that there is one.
  if (kubeconfig === undefined) return { connection: undefined };
  const joining = { bootstrapKubeconfig: resolve(bootstrapKubeconfig), kubeconfig: resolve(kubeconfig) };
  return { connection: undefined, joining };
}

/** Refuses labels that the server does not accept from nodes, at the start instead of at each registration. */
function labelsOf(labels: AgentFlags['node-labels'], vendor: Vendor): Readonly<Record<string, string>> {
  const rules = new NodeLabelRules(vendor);
  const notForNodes = 'a node may not set this label; let an administrator do it';
  for (const { key, value } of labels) {
    const [fault] = [
      ...checkQualifiedName(key),
      ...checkLabelValue(value),
      ...(rules.allows(key) ? [] : [notForNodes]),
    ];
    if (fault !== undefined) throw new UsageError(`--node-labels: ${key}=${value}: ${fault}`);
  }
  return Object.fromEntries(labels.map(({ key, value }) => [key, value]));
}
