// What the pieces of the agent's composition share: what the program runs in, and the parts that are made once.

import type { Connection } from '../shared/client/connection/connection.ts';
import type { Clock } from '../shared/process/time/clock.ts';
import type { FeatureGates } from '../shared/process/command-line/feature-gates.ts';
import type { Log } from '../shared/process/log/log.ts';
import type { Metrics } from '../shared/process/metric/metrics.ts';
import type { ServiceNotifier } from '../shared/process/host/sd-notify.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import type { AgentSettings } from './config/agent-settings.ts';
import type { PodRuntime } from './cri/pod-runtime.ts';
import type { Runtime } from './cri/runtime.ts';
import type { RuntimeMonitor } from './cri/runtime-monitor.ts';
import type { DevicePlugins } from './device/device-plugins.ts';
import type { HostFacts } from './host/host-facts.ts';
import type { ObservedAddresses } from './node/node-addresses.ts';

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
  /** The User-Agent of the agent's requests to the API service. */
  readonly userAgent: string;
  readonly metrics: Metrics;
  /** Of health alone. */
  readonly healthMetrics: Metrics;
  readonly runtime: Runtime;
  /** Undefined: the agent runs no pods. */
  readonly podRuntime: PodRuntime | undefined;
  readonly monitor: RuntimeMonitor;
  readonly devices: DevicePlugins;
  readonly gates: FeatureGates;
  readonly connection: Connection | undefined;
  /** Why the node is not ready beside what is measured: who finds a reason adds it here, and takes it away again. */
  readonly faults: Set<string>;
  /** As the server has them, for callers that must not use their own. */
  readonly addresses: ObservedAddresses;
}
