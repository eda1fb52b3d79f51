// Runs a launch: starts the API service, gives this host a node identity, starts its agent, and shows the node until the
// signal aborts (with --once: until the node is Ready and its lease was renewed twice).

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNodeConnection } from '../../fixtures/host/node-connection.ts';
import { connect } from '../../shared/client/connection/connection.ts';
import { type ConnectionConfig, readConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import { createClient } from '../../shared/client/index.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { makeFolder } from '../../shared/process/host/folder.ts';
import { Children } from './children.ts';
import type { LaunchOptions } from './launch-options.ts';
import { watchNode } from './node-watch.ts';
import { chooseRuntime } from './chosen-runtime.ts';
import { agentFolder, startAgent, startRuntime, startService } from './programs.ts';
import { findRuntime } from './runtime-socket.ts';

const startPatience = 30_000;

/**
 * Resolves when everything has stopped after the signal, or after once is reached. Rejects, after stopping everything,
 * with one clear line when a program ends by itself or what was to happen once did not.
 */
export async function launch(options: LaunchOptions): Promise<void> {
  const logs = join(options.folder, 'logs');
  await makeFolder(logs, 0o700);
  const children = new Children(logs);
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  try {
    await Promise.race([run({ ...options, signal }, children), children.failed]);
  } catch (error) {
    if (!options.signal.aborted) throw withHint(error);
    if (options.once)
      throw new Error('stopped before the node was Ready and its lease renewed twice', { cause: error });
  } finally {
    stop.abort();
    await children.stop();
    options.screen.close();
  }
}

/** Adds a hint to choose another port when a port is in use. */
function withHint(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes('EADDRINUSE')) return error;
  return new Error(`${error.message} (other ports: --port, --agent-port, --healthz-port)`, { cause: error });
}

async function run(options: LaunchOptions, children: Children): Promise<void> {
  const { folder, nodeName, clock } = options;
  const kubeconfig = join(folder, 'admin.kubeconfig');
  const before = await inodeOf(kubeconfig);
  const found = options.runtimeEndpoint ?? (await findRuntime());
  const { endpoint, noPods } = await chooseRuntime(found, { agentFolder: agentFolder(folder) });
  startService(options, children, { kubeconfig, schedules: noPods === undefined });
  const { server } = await ready(kubeconfig, before, options);
  const runtime = await startRuntime(options, children, endpoint);
  const connection = join(folder, 'node.kubeconfig');
  const [certificatePem, keyPem] = await Promise.all([
    readFile(join(folder, 'data', 'pki', 'ca.crt'), 'utf8'),
    readFile(join(folder, 'data', 'pki', 'ca.key'), 'utf8'),
  ]);
  await writeNodeConnection({ authority: { certificatePem, keyPem }, server, nodeName, path: connection, clock });
  // A signal that came meanwhile stops the children there are: no more may follow.
  options.signal.throwIfAborted();
  startAgent(options, children, {
    nodeName,
    connection,
    endpoint: runtime.endpoint,
    runsPods: noPods === undefined,
  });
  await using client = await createClient({ kubeconfig, clock, userAgent: 'orchkit-start' });
  await watchNode(options, client, { nodeName, url: server, kubeconfig, runtime: runtime.description, noPods });
}

/** Waits until the service has rewritten its connection file and reports that it is ready. */
async function ready(
  kubeconfig: string,
  before: bigint | undefined,
  { clock, signal }: LaunchOptions,
): Promise<ConnectionConfig> {
  const deadline = clock.monotonic() + startPatience;
  while (clock.monotonic() < deadline) {
    const inode = await inodeOf(kubeconfig);
    if (inode !== undefined && inode !== before) {
      const config = await readConnectionConfig(kubeconfig);
      if (await isReady(config, clock)) return config;
    }
    await clock.sleep(20, signal);
  }
  throw new Error(`orch-apiserver was not ready within ${startPatience / 1000} s`);
}

/** Undefined: there is no such file. */
async function inodeOf(path: string): Promise<bigint | undefined> {
  try {
    return (await stat(path, { bigint: true })).ino;
  } catch {
    return undefined;
  }
}

async function isReady(config: ConnectionConfig, clock: Clock): Promise<boolean> {
  const connection = connect(config, { clock });
  try {
    const answer = await connection.transport({ method: 'GET', path: '/readyz', headTimeout: 2000 });
    return answer.status === 200;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}
