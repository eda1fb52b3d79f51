// One server for all cases with the same flags: started for the first of them, stopped after the last.

import type { Launch } from '../contract/case.ts';
import { openTarget, type Target } from '../target/target.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { LaunchedServer, ServerLauncher } from './server-launcher.ts';

interface Shared {
  /** Cases that have not ended yet. */
  users: number;
  opened?: Promise<{ readonly server: LaunchedServer; readonly target: Target }>;
}

export class SharedServers {
  readonly #launcher: ServerLauncher;
  readonly #vendor: VendorId;
  readonly #shared = new Map<string, Shared>();

  /** `launches`: the launch of every case in the run, one entry per case. */
  constructor(launcher: ServerLauncher, vendor: VendorId, launches: Iterable<Launch>) {
    this.#launcher = launcher;
    this.#vendor = vendor;
    for (const launch of launches) {
      const shared = this.#shared.get(keyOf(launch)) ?? { users: 0 };
      shared.users += 1;
      this.#shared.set(keyOf(launch), shared);
    }
  }

  /**
   * Returns the server with these flags as a target. Throws LaunchError; every case with these flags then gets the same
   * error.
   */
  async use(launch: Launch, signal: AbortSignal): Promise<Target> {
    const shared = this.#shared.get(keyOf(launch));
    if (shared === undefined) throw new TypeError('no case has announced this server');
    shared.opened ??= this.#open(launch, signal);
    return (await shared.opened).target;
  }

  /** Call it when a case with these flags has ended, whether it used the server or not. */
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

/** Returns equal keys for launches that may share a server. */
export function keyOf({ server, files = {} }: Launch): string {
  return JSON.stringify([server, Object.entries(files)]);
}
