// Starts API servers by the command that the user gave, each with the flags of a case and a temporary folder of its own.
// The suite knows a server by its command line only and imports nothing of it.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Launch } from '../cases/case.ts';
import { type Kubeconfig, readKubeconfig } from '../runner/kubeconfig.ts';
import type { Clock } from '../wire/clock.ts';
import { Connection } from '../wire/connection.ts';
import { limits } from '../wire/limits.ts';
import { type LaunchedProcess, launchProcess } from './launched-process.ts';

/** A server that this suite started. */
export interface LaunchedServer {
  readonly process: LaunchedProcess;
  readonly kubeconfig: Kubeconfig;
  /** The file of it. */
  readonly kubeconfigFile: string;
  /** Ends it and removes its folder. Repeatable. */
  close(): Promise<void>;
}

/** The end of a program that ended by itself. */
export interface ProgramEnd {
  /** Null: ended by a signal. */
  readonly code: number | null;
  readonly output: string;
}

export interface ServerLauncherOptions {
  /** The words of the command; see `wordsFor`. */
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly clock: Clock;
}

/** Servers that start at the same time. */
const startsAtOnce = 2;

/** The server did not come up, or did not end; the message holds its last words. */
export class LaunchError extends Error {}

export class ServerLauncher {
  readonly #options: ServerLauncherOptions;
  readonly #open = new Set<{ close(): Promise<void> }>();
  /** Starts wait for each other: many at once would all be slow, and none would be ready in time. */
  readonly #lanes: Promise<unknown>[] = Array.from({ length: startsAtOnce }, () => Promise.resolve());
  #starts = 0;

  constructor(options: ServerLauncherOptions) {
    this.#options = options;
  }

  /**
   * Resolves once the server is `ready` (or only `listening`: its connection file is there). Throws LaunchError when it
   * ends before, or takes longer than `limits.launch`.
   */
  start(launch: Launch, until: 'ready' | 'listening', signal: AbortSignal): Promise<LaunchedServer> {
    const lane = this.#starts % startsAtOnce;
    this.#starts += 1;
    const started = (this.#lanes[lane] ?? Promise.resolve()).then(() => this.#start(launch, until, signal));
    this.#lanes[lane] = started.catch(() => {});
    return started;
  }

  /** Runs the program until it ends by itself. Throws LaunchError when it does not within `limits.launch`. */
  async runToEnd(launch: Launch, signal: AbortSignal): Promise<ProgramEnd> {
    const { process, close } = await this.#launch(launch);
    const waiting = new AbortController();
    try {
      const patience = AbortSignal.any([signal, waiting.signal]);
      const over = this.#options.clock.sleep(limits.launch, patience).then(() => 'over' as const);
      over.catch(() => {});
      const code = await Promise.race([process.ended, over]);
      if (code === 'over') throw new LaunchError(`the program did not end: ${lastWords(process)}`);
      return { code, output: process.output() };
    } finally {
      waiting.abort(new Error('the program ended'));
      await close();
    }
  }

  /** Ends every server that still runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((each) => each.close()));
  }

  async #start(launch: Launch, until: 'ready' | 'listening', signal: AbortSignal): Promise<LaunchedServer> {
    const { process, kubeconfigFile, close } = await this.#launch(launch);
    try {
      const kubeconfig = await this.#reached(process, kubeconfigFile, until, signal);
      return { process, kubeconfig, kubeconfigFile, close };
    } catch (error) {
      await close();
      if (signal.aborted) throw error;
      throw new LaunchError(`the server did not come up: ${lastWords(process)}`, { cause: error });
    }
  }

  async #launch(launch: Launch) {
    const folder = await mkdtemp(join(tmpdir(), 'orch-conformance-'));
    const { vendor, command } = this.#options;
    const filled = (text: string) => vendor.fill(text.replaceAll('{folder}', folder));
    for (const [name, content] of Object.entries(launch.files ?? {})) {
      await writeFile(join(folder, name), filled(content), { mode: 0o600 });
    }
    const kubeconfigFile = join(folder, 'admin.conf');
    const flags = launch.server.map(filled);
    const process = launchProcess(wordsFor({ command, vendor, folder, kubeconfigFile, flags }));
    const opened = {
      close: async () => {
        this.#open.delete(opened);
        await process.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
    this.#open.add(opened);
    return { process, kubeconfigFile, close: opened.close };
  }

  async #reached(process: LaunchedProcess, file: string, until: string, signal: AbortSignal): Promise<Kubeconfig> {
    const { clock } = this.#options;
    const deadline = clock.monotonic() + limits.launch;
    for (;;) {
      if (!process.running) throw new Error(`it ended with ${await process.ended}`);
      if (clock.monotonic() > deadline) throw new Error(`it was not ready after ${limits.launch} ms`);
      const text = await readFile(file, 'utf8').catch(() => '');
      const kubeconfig = text === '' ? undefined : await readKubeconfig(file).catch(() => undefined);
      if (kubeconfig !== undefined && (until === 'listening' || (await isReady(kubeconfig)))) return kubeconfig;
      await clock.sleep(until === 'listening' ? 5 : 50, signal);
    }
  }
}

interface CommandParts {
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly folder: string;
  readonly kubeconfigFile: string;
  readonly flags: readonly string[];
}

/**
 * The words to start with. A command that says where the flags of a case go (`{flags}`) is taken as it stands, with
 * `{folder}`, `{kubeconfig}` (the file to write) and `{vendor}` filled in; any other gets the flags of this project's own
 * server, and the case's after them.
 */
export function wordsFor({ command, vendor, folder, kubeconfigFile, flags }: CommandParts): readonly string[] {
  const own = [
    ['--vendor', vendor.id],
    ['--bind-address', '127.0.0.1', '--secure-port', '0'],
    ['--data-dir', join(folder, 'data'), '--kubeconfig-out', kubeconfigFile],
    ['--authorization-mode', 'Node,RBAC'],
  ].flat();
  if (!command.includes('{flags}')) return [...command, ...own, ...flags];
  return command.flatMap((word) =>
    word === '{flags}'
      ? flags
      : word
          .replaceAll('{folder}', folder)
          .replaceAll('{kubeconfig}', kubeconfigFile)
          .replaceAll('{vendor}', vendor.id),
  );
}

/** What it said last, for errors. */
export function lastWords(process: LaunchedProcess): string {
  const words = process.output().trim().slice(-2000);
  return words === '' ? 'it said nothing' : words;
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
