// The whole agent in this process between a stub of the API server and the CRI simulator, in real time unless a test says
// otherwise.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCriSimulator } from '../fixtures/cri-simulator/simulator.ts';
import type { ConnectionConfig } from '../shared/client/connection-config.ts';
import type { Clock } from '../shared/process/clock.ts';
import { silentLog } from '../shared/process/log.ts';
import { createServiceNotifier } from '../shared/process/sd-notify.ts';
import { systemClock } from '../shared/process/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import type { VendorId } from '../shared/vendor/vendor.ts';
import { startAgent } from './agent.ts';
import type { AgentSettings } from './config/agent-settings.ts';
import { configurationFormat } from './config/configuration.ts';
import { loadConfiguration } from './config/configuration-file.ts';
import type { Content } from './config/field.ts';
import type { Node } from './node/node.ts';
import type { HostNetwork } from './node/node-addresses.ts';
import { type StubApiServer, startStubApiServer } from './stub-api-server.ts';

export interface SceneOptions {
  readonly vendor?: VendorId;
  readonly overrides?: Content;
  readonly credentials?: ConnectionConfig['credentials'];
  readonly alone?: boolean;
  readonly settings?: Partial<AgentSettings>;
  /** Endpoint of a runtime in place of the simulator. */
  readonly runtime?: string;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** All is put away with the test. `start` may be called again with another signal, once the agent before has ended. */
export async function scene(t: { teardown(end: () => unknown): unknown }, options: SceneOptions = {}) {
  const vendor = vendorOf(options.vendor ?? 'orch');
  const root = await mkdtemp(join(tmpdir(), 'agent-'));
  const api = await startStubApiServer();
  const simulator = await startCriSimulator({ socket: join(root, 'cri.sock') });
  simulator.state.runPod({ namespace: 'default', name: 'counter', containers: [{ name: 'app' }] });
  const loaded = await loadConfiguration(
    {
      overrides: {
        address: '127.0.0.1',
        port: 0,
        healthzPort: 0,
        containerRuntimeEndpoint: options.runtime ?? simulator.endpoint,
        nodeStatusUpdateFrequency: '100ms',
        nodeStatusReportFrequency: '5m',
        // Renewed twice a second; answers have half a second.
        nodeLeaseDurationSeconds: 2,
        ...options.overrides,
      },
    },
    configurationFormat(vendor),
  );
  const settings: AgentSettings = {
    loaded,
    connection: options.alone === true ? undefined : { server: api.server, credentials: options.credentials ?? {} },
    rootDirectory: join(root, 'agent'),
    certificateDirectory: join(root, 'agent', 'pki'),
    hostNameOverride: 'N1',
    nodeIps: ['192.0.2.7'],
    network: sampleNetwork,
    nodeLabels: { zone: 'a' },
    runtimePeriod: 100,
    ...options.settings,
  };
  const stop = new AbortController();
  const notifier = createServiceNotifier({ log: silentLog, environment: {} });
  const { clock = systemClock } = options;
  const start = (signal: AbortSignal = stop.signal) =>
    startAgent(settings, { vendor, clock, log: silentLog, notifier, signal });
  t.teardown(async () => {
    stop.abort();
    await simulator.stop();
    await api.close();
    // An agent that was told to end may still be about to write something.
    await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  return { vendor, api, simulator, settings, start, stop };
}

/** A host that is on the network, wherever the test runs. */
export const sampleNetwork: HostNetwork = {
  addresses: () => ['127.0.0.1', '192.0.2.7', '2001:db8::7'],
  resolve: async () => [],
  interfaces: () => new Map([['eth0', ['192.0.2.7', '2001:db8::7']]]),
  defaultInterface: async () => 'eth0',
};

/** The node as the server has it. */
export function nodeIn(api: StubApiServer): Node | undefined {
  const found: unknown = api.objects.get('/api/v1/nodes/n1');
  return found as Node | undefined;
}

/** Rejects when it does not come about within 3,000 looks, a minute at least. */
export async function until<T>(read: () => T | undefined | false, what: string): Promise<T> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    const value = read();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`never: ${what}`);
}
