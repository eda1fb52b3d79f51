// The main job: starts the API service, gives this host a node identity, starts its agent, and shows the node until it is
// told to stop (or, once, until the node is Ready and its lease was renewed twice).

import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeNodeConnection } from '../../fixtures/node-connection.ts';
import type { Client } from '../../shared/client/index.ts';
import { createClient, createInformer } from '../../shared/client/index.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Clock } from '../../shared/process/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Child } from './children.ts';
import { Children } from './children.ts';
import type { NodeObject } from './node-view.ts';
import { isReady } from './node-view.ts';
import { findRuntime } from './runtime-socket.ts';
import type { Screen } from './screen.ts';

export interface LaunchOptions {
  readonly vendor: Vendor;
  /** Everything goes below this folder; made when missing. */
  readonly folder: string;
  readonly port: number;
  readonly agentPort: number;
  readonly healthzPort: number;
  /** Name of the node; default the host's, as nodes may be named. */
  readonly nodeName?: string;
  /** `unix:///...`; undefined: one that answers on this host, else the simulator. */
  readonly runtimeEndpoint: string | undefined;
  readonly once: boolean;
  readonly screen: Screen;
  readonly clock: Clock;
  /** Aborts to stop. */
  readonly signal: AbortSignal;
}

const renewalsWanted = 2;
const startPatience = 30_000;
const redrawEvery = 1000;

/** Resolves when everything has stopped. Rejects, after stopping everything, with one clear line. */
export async function launch(options: LaunchOptions): Promise<void> {
  const children = new Children(join(options.folder, 'logs'));
  try {
    await run(options, children);
  } finally {
    await children.stop();
  }
}

async function run(options: LaunchOptions, children: Children): Promise<void> {
  const { folder, signal, clock } = options;
  const kubeconfig = join(folder, 'admin.kubeconfig');
  const service = startService(options, children, kubeconfig);
  await orEnded(service, ready(kubeconfig, options));
  await using client = await createClient({ kubeconfig, clock, userAgent: 'orchkit-start' });
  const url = await serverOf(kubeconfig);
  const nodeName = options.nodeName ?? hostname().toLowerCase();
  const runtime = await startRuntime(options, children);
  const nodeConnection = join(folder, 'node.kubeconfig');
  const [certificatePem, keyPem] = await Promise.all(
    ['ca.crt', 'ca.key'].map((name) => readFile(join(folder, 'data', 'pki', name), 'utf8')),
  );
  await writeNodeConnection({
    authority: { certificatePem: certificatePem ?? '', keyPem: keyPem ?? '' },
    server: url,
    nodeName,
    path: nodeConnection,
    clock,
  });
  const agent = startAgent(options, children, { nodeName, nodeConnection, endpoint: runtime.endpoint });
  const shown = showNode(options, client, { nodeName, url, kubeconfig, runtime: runtime.description });
  await orEnded(service, orEnded(agent, shown)).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

function startService(options: LaunchOptions, children: Children, kubeconfig: string): Child {
  return children.start('orch-apiserver', program('orch-apiserver'), [
    `--vendor=${options.vendor.id}`,
    `--data-dir=${join(options.folder, 'data')}`,
    `--secure-port=${options.port}`,
    '--bind-address=127.0.0.1',
    `--kubeconfig-out=${kubeconfig}`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
  ]);
}

/** Waits until the service has written its connection file in this run and says that it is ready. */
async function ready(kubeconfig: string, { clock, signal }: LaunchOptions): Promise<void> {
  const deadline = clock.monotonic() + startPatience;
  for (;;) {
    signal.throwIfAborted();
    if (existsSync(kubeconfig)) {
      try {
        await using client = await createClient({ kubeconfig, clock });
        await client.request({ method: 'GET', path: '/readyz?verbose', headers: { accept: '*/*' } }, { signal });
        return;
      } catch (error) {
        if (error instanceof SyntaxError || isText(error)) return;
      }
    }
    if (clock.monotonic() > deadline) throw new Error(`orch-apiserver was not ready within ${startPatience / 1000} s`);
    await clock.sleep(20, signal);
  }
}

async function startRuntime(
  options: LaunchOptions,
  children: Children,
): Promise<{ endpoint: string; description: string }> {
  const endpoint = options.runtimeEndpoint ?? (await findRuntime());
  if (endpoint !== undefined) return { endpoint, description: endpoint };
  const folder = join(options.folder, 'run');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const socket = join(folder, 'cri.sock');
  const simulator = fileURLToPath(new URL('../../fixtures/cri-simulator/main.js', import.meta.url));
  children.start('cri-simulator', simulator, ['--socket', socket, '--container', 'default/sample/main']);
  return { endpoint: `unix://${socket}`, description: 'CRI simulator (no runtime answers on this host)' };
}

function startAgent(
  options: LaunchOptions,
  children: Children,
  { nodeName, nodeConnection, endpoint }: { nodeName: string; nodeConnection: string; endpoint: string },
): Child {
  return children.start('orch-agent', program('orch-agent'), [
    `--vendor=${options.vendor.id}`,
    `--kubeconfig=${nodeConnection}`,
    `--hostname-override=${nodeName}`,
    `--root-dir=${join(options.folder, 'agent')}`,
    `--container-runtime-endpoint=${endpoint}`,
    `--client-ca-file=${join(options.folder, 'data', 'pki', 'ca.crt')}`,
    `--port=${options.agentPort}`,
    `--healthz-port=${options.healthzPort}`,
  ]);
}

interface Shown {
  readonly nodeName: string;
  readonly url: string;
  readonly kubeconfig: string;
  readonly runtime: string;
}

/** Shows the node until the signal aborts, or once is reached. */
async function showNode(options: LaunchOptions, client: Client, shown: Shown): Promise<void> {
  const { vendor, screen, clock, once, folder } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const named = { fieldSelector: `metadata.name=${shown.nodeName}`, clock };
  const nodes = createInformer(
    client.resource<ApiObject & NodeObject>({ group: '', version: 'v1', resource: 'nodes' }),
    named,
  );
  const leases = createInformer(
    client
      .resource<ApiObject & LeaseObject>({
        group: vendor.fill('coordination.{api}'),
        version: 'v1',
        resource: 'leases',
      })
      .in(vendor.fill('{short}-node-lease')),
    named,
  );
  let renewals = 0;
  leases.onChange({
    modified: (lease, before) => {
      if (lease.spec?.renewTime !== before.spec?.renewTime) renewals += 1;
    },
  });
  const running = [nodes.run(signal), leases.run(signal)];
  try {
    for (;;) {
      const node = nodes.list()[0];
      const renewed = leases.list()[0]?.spec?.renewTime;
      screen.show({ ...shown, logs: join(folder, 'logs'), node, renewed, renewals, now: clock.now() });
      if (once && isReady(node) && renewals >= renewalsWanted) return;
      await clock.sleep(redrawEvery, options.signal);
    }
  } finally {
    stop.abort();
    await Promise.allSettled(running);
  }
}

interface LeaseObject {
  readonly spec?: { readonly renewTime?: string };
}

/** The work's result; or, when the process ends first, a rejection that says why. */
async function orEnded<T>(child: Child, work: Promise<T>): Promise<T> {
  const ended = child.ended.then((line): never => {
    throw new Error(line);
  });
  return Promise.race([work, ended]);
}

async function serverOf(kubeconfig: string): Promise<string> {
  const { readConnectionConfig } = await import('../../shared/client/connection-config.ts');
  return (await readConnectionConfig(kubeconfig)).server;
}

/** The health endpoint answers text: a client that expects JSON says so, and that means it answered. */
function isText(error: unknown): boolean {
  return error instanceof Error && error.name === 'ResponseError';
}

function program(name: string): string {
  return resolve(fileURLToPath(new URL(`../../bin/${name}.js`, import.meta.url)));
}
