// Starts API servers by the user's command, each with the flags of a case and its own temporary folder. The suite knows
// a server only by its command line and imports nothing from it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Launch } from '../contract/case.ts';
import { type Kubeconfig, readKubeconfig } from '../target/kubeconfig.ts';
import type { Clock } from '../wire/time/clock.ts';
import { Connection } from '../wire/exchange/connection.ts';
import { limits } from '../wire/contract/limits.ts';
import { abortingLimit } from '../wire/time/own-time.ts';
import type { LaunchedProcess } from './launched-process.ts';
import {
  commandLine,
  type LauncherOptions,
  LaunchedPrograms,
  LaunchError,
  lastWords,
  type ProgramEnd,
} from './launched-programs.ts';

/** A server that this suite started. */
export interface LaunchedServer {
  readonly process: LaunchedProcess;
  readonly kubeconfig: Kubeconfig;
  /** The client configuration that the server wrote. */
  readonly kubeconfigFile: string;
  /** Stops it and deletes its folder. May be called repeatedly. */
  close(): Promise<void>;
}

/** Servers that start in parallel. */
const startsAtOnce = 2;

export class ServerLauncher {
  readonly #options: LauncherOptions;
  readonly #programs: LaunchedPrograms;
  /** Starts queue up: too many in parallel would all be slow, and none would be ready in time. */
  readonly #lanes: Promise<unknown>[] = Array.from({ length: startsAtOnce }, () => Promise.resolve());
  #starts = 0;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#programs = new LaunchedPrograms(options);
  }

  /**
   * Resolves when the server is `ready`, or only `listening`: its client configuration exists. Throws LaunchError when
   * it exits earlier, or takes longer than `limits.launch`.
   */
  start(launch: Launch, until: 'ready' | 'listening', signal: AbortSignal): Promise<LaunchedServer> {
    const lane = this.#starts % startsAtOnce;
    this.#starts += 1;
    const started = (this.#lanes[lane] ?? Promise.resolve()).then(() => this.#start(launch, until, signal));
    this.#lanes[lane] = started.catch(() => {});
    return started;
  }

  /**
   * Starts a server and ends it as soon as it is ready. Resolves with its end when it ended by itself before. Throws LaunchError when it
   * does neither within `limits.launch`.
   */
  async attempt(launch: Launch, signal: AbortSignal): Promise<ProgramEnd | undefined> {
    try {
      const server = await this.start(launch, 'ready', signal);
      await server.close();
      return undefined;
    } catch (error) {
      if (error instanceof LaunchError && error.end !== undefined) return error.end;
      throw error;
    }
  }

  /** Runs the program until it ends by itself. Throws LaunchError when it does not within `limits.launch`. */
  runToEnd(launch: Launch, signal: AbortSignal): Promise<ProgramEnd> {
    return this.#programs.runToEnd(this.#programOf(launch), signal);
  }

  /** Stops every running server. */
  close(): Promise<void> {
    return this.#programs.close();
  }

  async #start(launch: Launch, until: 'ready' | 'listening', signal: AbortSignal): Promise<LaunchedServer> {
    signal.throwIfAborted();
    const { clock } = this.#options;
    const { process, folder, close } = await this.#programs.start(this.#programOf(launch));
    const kubeconfigFile = fileIn(folder);
    const reached = async () => {
      const text = await readFile(kubeconfigFile, 'utf8').catch(() => '');
      const kubeconfig = text === '' ? undefined : await readKubeconfig(kubeconfigFile).catch(() => undefined);
      if (kubeconfig === undefined) return undefined;
      return until === 'listening' || (await isReady(kubeconfig, clock)) ? kubeconfig : undefined;
    };
    try {
      const own = await this.#programs.until(process, reached, until === 'listening' ? 5 : 50, signal);
      const opened = await this.#programs.open(own);
      const closeBoth = async () => {
        await opened.close();
        await close();
      };
      return { process, kubeconfig: opened.kubeconfig, kubeconfigFile, close: closeBoth };
    } catch (error) {
      // One that cannot be started at all has no end.
      const end = process.running ? undefined : await this.#programs.endOf(process).catch(() => undefined);
      await close();
      if (signal.aborted) throw error;
      throw new LaunchError(`the server did not come up: ${lastWords(process)}`, { cause: error, end });
    }
  }

  #programOf({ server, files = {} }: Launch) {
    const { command, vendor } = this.#options;
    const words = (folder: string, flags: readonly string[]) => wordsFor({ command, vendor, folder, flags });
    return { flags: server, files, words };
  }
}

const fileIn = (folder: string): string => join(folder, 'admin.conf');

interface CommandParts {
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly folder: string;
  readonly flags: readonly string[];
}

/** The command line of a server; its placeholders are `{folder}`, `{kubeconfig}` (the file to write) and `{vendor}`. */
export function wordsFor({ command, vendor, folder, flags }: CommandParts): readonly string[] {
  const own = [
    ['--vendor', vendor.id],
    ['--bind-address', '127.0.0.1', '--secure-port', '0'],
    ['--data-dir', join(folder, 'data'), '--kubeconfig-out', fileIn(folder)],
    // A case about modes names its own, by flags or by a file; those of a repeated flag add up.
    flags.some((flag) => /^--authorization-(?:mode|config)\b/.test(flag)) ? [] : ['--authorization-mode', 'Node,RBAC'],
  ].flat();
  return commandLine(command, flags, own, { folder, kubeconfig: fileIn(folder), vendor: vendor.id });
}

async function isReady({ server, insecure, ca, certificate, key }: Kubeconfig, clock: Clock): Promise<boolean> {
  const identity = { ...(certificate === undefined ? {} : { certificate }), ...(key === undefined ? {} : { key }) };
  const connection = new Connection({ server, insecure, ...(ca === undefined ? {} : { ca }) }, identity);
  const limit = abortingLimit(clock, limits.look, 'the server did not say whether it is ready');
  try {
    const answer = await connection.open('GET', '/readyz', {}, undefined, limit.signal);
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  } finally {
    limit.lift();
    await connection.close();
  }
}
