// One server for all cases that ask for the same flags: started for the first of them, ended after the last.

import type { Launch } from '../contract/case.ts';
import { openTarget, type Target } from '../target/target.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { LaunchedServer, ServerLauncher } from './server-launcher.ts';

interface Shared {
  /** Cases that did not end yet. */
  users: number;
  opened?: Promise<{ readonly server: LaunchedServer; readonly target: Target }>;
}

export class SharedServers {
  readonly #launcher: ServerLauncher;
  readonly #vendor: VendorId;
  readonly #shared = new Map<string, Shared>();

  /** `launches`: what every case of the run asks for, once per case. */
  constructor(launcher: ServerLauncher, vendor: VendorId, launches: Iterable<Launch>) {
    this.#launcher = launcher;
    this.#vendor = vendor;
    for (const launch of launches) {
      const shared = this.#shared.get(keyOf(launch)) ?? { users: 0 };
      shared.users += 1;
      this.#shared.set(keyOf(launch), shared);
    }
  }

  /** The server with these flags as a target. Throws LaunchError; every case with these flags then gets the same one. */
  async use(launch: Launch, signal: AbortSignal): Promise<Target> {
    const shared = this.#shared.get(keyOf(launch));
    if (shared === undefined) throw new TypeError('a server was asked for that was not announced');
    shared.opened ??= this.#open(launch, signal);
    return (await shared.opened).target;
  }

  /** A case with these flags is over, whether it used the server or not. */
  async release(launch: Launch): Promise<void> {
    const shared = this.#shared.get(keyOf(launch));
    if (shared === undefined) return;
    shared.users -= 1;
    if (shared.users > 0) return;
    const opened = await shared.opened?.catch(() => undefined);
    await opened?.target.close();
    await opened?.server.close();
  }

  async #open(launch: Launch, signal: AbortSignal) {
    const server = await this.#launcher.start(launch, 'ready', signal);
    try {
      return { server, target: await openTarget({ kubeconfig: server.kubeconfig, vendor: this.#vendor }, signal) };
    } catch (error) {
      await server.close();
      throw error;
    }
  }
}

/** Equal for launches that may share a server. */
export function keyOf({ server, files = {} }: Launch): string {
  return JSON.stringify([server, Object.entries(files)]);
}
