// The settings of one agent: the merged configuration, and what only flags set.

import type { ConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import type { HostNetwork } from '../node/node-addresses.ts';
import type { LoadedConfiguration } from './configuration-file.ts';

export interface AgentSettings {
  readonly loaded: LoadedConfiguration;
  /** Undefined: the agent stands alone, or joins. */
  readonly connection: ConnectionConfig | undefined;
  /** Paths of connection files: the one with a bootstrap token, and where the agent's own is, or will be when it has joined. */
  readonly joining?: { readonly bootstrapKubeconfig: string; readonly kubeconfig: string };
  readonly rootDirectory: string;
  /** Whether the agent runs the pods that are bound to the node. Default false: other programs run containers on the node. */
  readonly runsPods?: boolean;
  readonly certificateDirectory: string;
  readonly hostNameOverride: string | undefined;
  readonly nodeIps: readonly string[];
  /** The source of the host's addresses. Default: the system. */
  readonly network?: HostNetwork;
  /** Whether a new node is schedulable. Default true. */
  readonly schedulable?: boolean;
  /** `external`: a cloud controller sets the addresses of the node, and makes it schedulable. Default `none`. */
  readonly cloudProvider?: 'none' | 'external';
  readonly nodeLabels: Readonly<Record<string, string>>;
  /** Where the host keeps its logs. Default `/var/log`. */
  readonly hostLogFolder?: string;
  /** Milliseconds between two checks of the runtime. Default 5,000. */
  readonly runtimePeriod?: number;
}
