// Starts node agents by the command that the user gave, each alone (without an API service, open to everybody on the
// loopback address) with the flags of a case and a temporary folder of its own. The suite knows an agent by its command
// line only and imports nothing of it.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AgentLaunch } from '../cases/case.ts';
import type { Clock } from '../wire/clock.ts';
import { Connection } from '../wire/connection.ts';
import { limits } from '../wire/limits.ts';
import { type LaunchedProcess, launchProcess } from './launched-process.ts';
import { LaunchError, lastWords } from './server-launcher.ts';

/** An agent that serves its endpoints. */
export interface LaunchedAgent {
  readonly process: LaunchedProcess;
  readonly connection: Connection;
  /** Its root folder. */
  readonly rootFolder: string;
  /** Ends it and removes its folder. Repeatable. */
  close(): Promise<void>;
}

export interface AgentLauncherOptions {
  /** The words of the command; see `agentWordsFor`. */
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly clock: Clock;
}

export class AgentLauncher {
  readonly #options: AgentLauncherOptions;
  readonly #open = new Set<{ close(): Promise<void> }>();

  constructor(options: AgentLauncherOptions) {
    this.#options = options;
  }

  /** Resolves once it answers. Throws LaunchError when it ends before, or takes longer than `limits.launch`. */
  async start(launch: AgentLaunch, signal: AbortSignal): Promise<LaunchedAgent> {
    const { process, port, rootFolder, close } = await this.#launch(launch);
    const connection = new Connection({ server: `https://127.0.0.1:${port}`, insecure: true });
    const closeBoth = async () => {
      await connection.close();
      await close();
    };
    try {
      await this.#answers(process, connection, signal);
      return { process, connection, rootFolder, close: closeBoth };
    } catch (error) {
      await closeBoth();
      if (signal.aborted) throw error;
      throw new LaunchError(`the agent did not come up: ${lastWords(process)}`, { cause: error });
    }
  }

  /**
   * Runs it until it ends by itself or `within` milliseconds are over, and resolves with its exit code, undefined when it
   * still ran and was ended.
   */
  async watch(launch: AgentLaunch, within: number, signal: AbortSignal): Promise<number | null | undefined> {
    const { process, close } = await this.#launch(launch);
    const waiting = new AbortController();
    try {
      const over = this.#options.clock.sleep(within, AbortSignal.any([signal, waiting.signal])).then(() => undefined);
      over.catch(() => {});
      return await Promise.race([process.ended, over]);
    } finally {
      waiting.abort(new Error('the watch is over'));
      await close();
    }
  }

  /** Ends every agent that still runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((each) => each.close()));
  }

  async #launch({ flags, environment = {} }: AgentLaunch) {
    const folder = await mkdtemp(join(tmpdir(), 'orch-conformance-'));
    const { vendor, command } = this.#options;
    const port = await freePort();
    const filled = flags.map((flag) => vendor.fill(flag.replaceAll('{folder}', folder)));
    const process = launchProcess(agentWordsFor({ command, vendor, folder, port, flags: filled }), environment);
    const opened = {
      close: async () => {
        this.#open.delete(opened);
        await process.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
    this.#open.add(opened);
    return { process, port, rootFolder: join(folder, 'root'), close: opened.close };
  }

  async #answers(process: LaunchedProcess, connection: Connection, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const deadline = clock.monotonic() + limits.launch;
    for (;;) {
      if (!process.running) throw new Error(`it ended with ${await process.ended}`);
      if (clock.monotonic() > deadline) throw new Error(`it did not answer within ${limits.launch} ms`);
      try {
        const answer = await connection.open('GET', '/healthz', {}, undefined, AbortSignal.timeout(2000));
        return await answer.body.dump();
      } catch {
        await clock.sleep(50, signal);
      }
    }
  }
}

interface CommandParts {
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly folder: string;
  readonly port: number;
  readonly flags: readonly string[];
}

/**
 * The words to start with. A command that says where the flags of a case go (`{flags}`) is taken as it stands, with
 * `{folder}`, `{port}` and `{vendor}` filled in; any other gets the flags of this project's own agent, and the case's
 * after them.
 */
export function agentWordsFor({ command, vendor, folder, port, flags }: CommandParts): readonly string[] {
  const own = [
    ['--vendor', vendor.id],
    ['--root-dir', join(folder, 'root'), '--hostname-override', 'conformance'],
    ['--address', '127.0.0.1', '--port', String(port), '--healthz-port', '0'],
    ['--authorization-mode', 'AlwaysAllow', '--anonymous-auth'],
  ].flat();
  if (!command.includes('{flags}')) return [...command, ...own, ...flags];
  return command.flatMap((word) =>
    word === '{flags}'
      ? flags
      : word.replaceAll('{folder}', folder).replaceAll('{port}', String(port)).replaceAll('{vendor}', vendor.id),
  );
}

/** One that nobody uses now; another program may take it before the agent does, which then does not come up. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
