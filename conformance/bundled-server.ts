// Starts the API service that is built beside this suite as a process of its own, for the tests of the suite. The suite
// knows it by its command line only and imports nothing of it.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { VendorId } from '../shared/vendor/vendor.ts';
import { type Kubeconfig, readKubeconfig } from './runner/kubeconfig.ts';
import { systemClock } from './wire/clock.ts';
import { Connection } from './wire/connection.ts';

const program = fileURLToPath(new URL('../apiserver/main.js', import.meta.url));

/** Why the service cannot be started from here; undefined when it can. */
export const bundledServerMissing = existsSync(program) ? undefined : 'the API service is not built beside the suite';

/** A running service. */
export interface BundledServer {
  /** File of the administrator's configuration. */
  readonly kubeconfigFile: string;
  readonly kubeconfig: Kubeconfig;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

/** Starts the service with its data in the folder and waits until it is ready. Throws with its last words when it is not. */
export async function startBundledServer(vendor: VendorId, folder: string): Promise<BundledServer> {
  const kubeconfigFile = join(folder, 'admin.conf');
  const options = ['--secure-port', '0', '--data-dir', join(folder, 'data'), '--kubeconfig-out', kubeconfigFile];
  const child = spawn(
    process.execPath,
    [program, '--vendor', vendor, ...options, '--authorization-mode', 'Node,RBAC'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let words = '';
  const hear = (chunk: Buffer) => {
    words = `${words}${chunk.toString()}`.slice(-4000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    const kubeconfig = await ready(kubeconfigFile, child);
    return { kubeconfigFile, kubeconfig, stop: () => stopped(child, ended) };
  } catch (error) {
    await stopped(child, ended);
    throw new Error(`the service did not become ready\n${words}`, { cause: error });
  }
}

async function ready(file: string, child: ChildProcess): Promise<Kubeconfig> {
  const deadline = systemClock.monotonic() + 20_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    if (systemClock.monotonic() > deadline) throw new Error('20 s are over');
    const text = await readFile(file, 'utf8').catch(() => '');
    const kubeconfig = text === '' ? undefined : await readKubeconfig(file).catch(() => undefined);
    if (kubeconfig !== undefined && (await isReady(kubeconfig))) return kubeconfig;
    await systemClock.sleep(50);
  }
}

async function isReady({ server, insecure, ca, certificate, key }: Kubeconfig): Promise<boolean> {
  const identity = { ...(certificate === undefined ? {} : { certificate }), ...(key === undefined ? {} : { key }) };
  const connection = new Connection({ server, insecure, ...(ca === undefined ? {} : { ca }) }, identity);
  try {
    const answer = await connection.open('GET', '/readyz', {}, undefined, AbortSignal.timeout(2000));
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

async function stopped(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  if (child.exitCode === null) child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(patience);
}
