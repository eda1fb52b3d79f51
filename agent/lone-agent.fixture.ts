// An agent as a process between an API service and a runtime that are not to be trusted: everybody may ask it, and what it
// costs is seen.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { type AgentProcess, startAgentProcess } from '../fixtures/agent-process.ts';
import { createAuthority } from '../shared/certificates/authority.ts';
import { writeConnectionConfig } from '../shared/client/connection-config.ts';
import { systemClock } from '../shared/process/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';

const vendor = vendorOf('orch');

/** The agent of node `n1`, ended with the test. `folder` exists. */
export async function startLoneAgent(
  t: Test,
  { folder, server, runtime }: { readonly folder: string; readonly server: string; readonly runtime: string },
): Promise<AgentProcess> {
  const [kubeconfig, clientCa, config] = ['kubeconfig', 'ca.crt', 'agent.yaml'].map((name) => join(folder, name));
  await writeConnectionConfig(kubeconfig ?? '', { server, credentials: { token: 'agent' } });
  await writeFile(clientCa ?? '', createAuthority({ commonName: 'a', clock: systemClock }).certificatePem);
  const format = vendor.fill('apiVersion: kubelet.config.{api}/v1beta1\nkind: KubeletConfiguration\n');
  await writeFile(config ?? '', `${format}nodeStatusUpdateFrequency: 500ms\nnodeLeaseDurationSeconds: 4\n`);
  const agent = await startAgentProcess({
    vendor: 'orch',
    folder: join(folder, 'agent'),
    nodeName: 'n1',
    kubeconfig: kubeconfig ?? '',
    clientCa: clientCa ?? '',
    runtime,
    args: [`--config=${config}`, '--authorization-mode=AlwaysAllow', '--anonymous-auth'],
  });
  t.teardown(() => agent.kill());
  return agent;
}

/** The most memory that the process ever held, in MiB. */
export async function peakMemory(agent: { readonly process: { readonly pid?: number | undefined } }): Promise<number> {
  const status = await readFile(`/proc/${agent.process.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
