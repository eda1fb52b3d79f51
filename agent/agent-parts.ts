// What the pieces of the agent's composition share: the settings, what the program runs in, and the parts made once.

import type { Connection } from '../shared/client/connection.ts';
import type { ConnectionConfig } from '../shared/client/connection-config.ts';
import type { Clock } from '../shared/process/clock.ts';
import type { FeatureGates } from '../shared/process/feature-gates.ts';
import type { Log } from '../shared/process/log.ts';
import type { Metrics } from '../shared/process/metrics.ts';
import type { ServiceNotifier } from '../shared/process/sd-notify.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import type { LoadedConfiguration } from './config/configuration-file.ts';
import type { Runtime } from './cri/runtime.ts';
import type { RuntimeMonitor } from './cri/runtime-monitor.ts';
import type { DevicePlugins } from './device/device-plugins.ts';
import type { HostFacts } from './node/host-facts.ts';
import type { HostNetwork, ObservedAddresses } from './node/node-addresses.ts';

export interface AgentSettings {
  readonly loaded: LoadedConfiguration;
  /** Undefined: the agent stands alone, or joins. */
  readonly connection: ConnectionConfig | undefined;
  /** Paths of connection files: the one with a bootstrap token, and where the agent's own is, or will be when it has joined. */
  readonly joining?: { readonly bootstrapKubeconfig: string; readonly kubeconfig: string };
  readonly rootDirectory: string;
  readonly certificateDirectory: string;
  readonly hostNameOverride: string | undefined;
  readonly nodeIps: readonly string[];
  /** What is known of the host's addresses. Default: what the system says. */
  readonly network?: HostNetwork;
  /** Whether pods may come to a new node. Default true. */
  readonly schedulable?: boolean;
  /** `external`: a cloud controller knows the addresses of the node, and lets pods on it. Default `none`. */
  readonly cloudProvider?: 'none' | 'external';
  readonly nodeLabels: Readonly<Record<string, string>>;
  /** Milliseconds between two looks at the runtime. Default 5,000. */
  readonly runtimePeriod?: number;
}

export interface AgentEnvironment {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  readonly notifier: ServiceNotifier;
  /** Ends the agent. */
  readonly signal: AbortSignal;
}

export interface AgentParts {
  readonly settings: AgentSettings;
  readonly environment: AgentEnvironment;
  readonly facts: HostFacts;
  readonly nodeName: string;
  /** As whom the agent shows up in the log of the API service. */
  readonly userAgent: string;
  readonly metrics: Metrics;
  /** Of health alone. */
  readonly healthMetrics: Metrics;
  readonly runtime: Runtime;
  readonly monitor: RuntimeMonitor;
  readonly devices: DevicePlugins;
  readonly gates: FeatureGates;
  readonly connection: Connection | undefined;
  /** As the server has them: for whoever may not make up his own. */
  readonly addresses: ObservedAddresses;
}

/** The version of the node interface this agent speaks; servers compare it with their own. */
export const agentVersion = 'v1.34.0';
