// How the launcher runs the three programs: which options each gets, and where they stand in the build.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../fixtures/process/program-file.ts';
import { makeFolder } from '../../shared/process/host/folder.ts';
import type { Children } from './children.ts';
import type { LaunchOptions } from './launch-options.ts';

/** `schedules`: pods get a node. */
export function startService(
  options: LaunchOptions,
  children: Children,
  { kubeconfig, schedules }: { readonly kubeconfig: string; readonly schedules: boolean },
): void {
  children.start('orch-apiserver', programFile('orch-apiserver'), [
    `--vendor=${options.vendor.id}`,
    `--data-dir=${join(options.folder, 'data')}`,
    `--secure-port=${options.port}`,
    '--bind-address=127.0.0.1',
    `--kubeconfig-out=${kubeconfig}`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
    // A host's own name is often a loopback address to the host itself, and those are refused.
    '--kubelet-preferred-address-types=InternalIP,Hostname,HostName',
    ...(schedules ? ['--controllers=*,scheduler'] : []),
  ]);
}

/** Where the simulator listens when everything goes below this folder. */
export function simulatorSocket(folder: string): string {
  return join(folder, 'run', 'cri.sock');
}

/** The runtime that was chosen, or the simulator, which it starts. */
export async function startRuntime(
  options: LaunchOptions,
  children: Children,
  endpoint: string | undefined,
): Promise<{ readonly endpoint: string; readonly description: string }> {
  if (endpoint !== undefined) return { endpoint, description: endpoint };
  const socket = simulatorSocket(options.folder);
  await makeFolder(dirname(socket), 0o700);
  const simulator = fileURLToPath(new URL('../../fixtures/cri-simulator/main.js', import.meta.url));
  children.start('cri-simulator', simulator, ['--socket', socket, '--container', 'default/sample/main']);
  return { endpoint: `unix://${socket}`, description: 'CRI simulator (no runtime answers on this host)' };
}

/** Where the agent keeps what it has. */
export function agentFolder(folder: string): string {
  return join(folder, 'agent');
}

export interface AgentPlace {
  readonly nodeName: string;
  /** Its connection file. */
  readonly connection: string;
  /** Of the runtime. */
  readonly endpoint: string;
  readonly runsPods: boolean;
}

export function startAgent(options: LaunchOptions, children: Children, place: AgentPlace): void {
  children.start('orch-agent', programFile('orch-agent'), [
    `--vendor=${options.vendor.id}`,
    `--kubeconfig=${place.connection}`,
    `--hostname-override=${place.nodeName}`,
    `--root-dir=${agentFolder(options.folder)}`,
    `--container-runtime-endpoint=${place.endpoint}`,
    `--client-ca-file=${join(options.folder, 'data', 'pki', 'ca.crt')}`,
    `--port=${options.agentPort}`,
    `--healthz-port=${options.healthzPort}`,
    ...(place.runsPods ? ['--pods=on'] : []),
  ]);
}
