// Starts the API service that is built beside this suite as a process of its own, for the tests of the suite.

import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { vendorOf } from '../shared/vendor/profile.ts';
import type { VendorId } from '../shared/vendor/vendor.ts';
import { ServerLauncher } from './launch/server-launcher.ts';
import type { Kubeconfig } from './runner/kubeconfig.ts';
import { systemClock } from './wire/clock.ts';

const [bundle, modules] = ['bin/orch-apiserver.js', 'apiserver/main.js'].map((path) =>
  fileURLToPath(new URL(`../${path}`, import.meta.url)),
) as [string, string];
/** The bundle starts in half the time of the modules. */
const program = existsSync(bundle) ? bundle : modules;

/** Why the service cannot be started from here; undefined when it can. */
export const bundledServerMissing = program === undefined ? 'the API service is not built beside the suite' : undefined;

/** The command that starts it, as `--launch-server` takes it. */
export const bundledServerCommand = `'${process.execPath}' '${program}'`;

/** A running service. */
export interface BundledServer {
  /** File of the administrator's configuration. */
  readonly kubeconfigFile: string;
  readonly kubeconfig: Kubeconfig;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

/** Starts the service and waits until it is ready. Throws with its last words when it is not. */
export async function startBundledServer(vendor: VendorId): Promise<BundledServer> {
  const command = [process.execPath, program ?? ''];
  const launcher = new ServerLauncher({ command, vendor: vendorOf(vendor), clock: systemClock });
  const server = await launcher.start({ server: [] }, 'ready', new AbortController().signal);
  const { kubeconfig, kubeconfigFile } = server;
  return { kubeconfig, kubeconfigFile, stop: () => server.close() };
}
