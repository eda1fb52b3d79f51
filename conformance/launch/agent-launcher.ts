// Starts node agents by the user's command, with the flags of a case and a temporary folder. Each allows every caller
// on the loopback address, standalone or joined to an API service. The suite knows an agent only by its command line
// and imports nothing from it.

import { join } from 'node:path';
import { freePort } from '../../shared/process/host/free-port.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { AgentLaunch } from '../contract/case.ts';
import type { Kubeconfig } from '../target/kubeconfig.ts';
import type { Clock } from '../wire/time/clock.ts';
import { Connection } from '../wire/exchange/connection.ts';
import { type CallEnd, callOnce } from '../wire/exchange/grpc.ts';
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

/** A running agent. */
export interface LaunchedAgent {
  readonly process: LaunchedProcess;
  readonly connection: Connection;
  /** Its root folder. */
  readonly rootFolder: string;
  /** Sends a gRPC call to a socket in its root folder. */
  call(socket: string, path: string, message: Uint8Array, signal: AbortSignal): Promise<CallEnd>;
  /** Stops it and deletes its folder. May be called repeatedly. */
  close(): Promise<void>;
}

export class AgentLauncher {
  readonly #options: LauncherOptions;
  readonly #programs: LaunchedPrograms;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#programs = new LaunchedPrograms(options);
  }

  /**
   * Resolves when the agent responds. Throws LaunchError when it exits earlier, or takes longer than `limits.launch`.
   */
  async start(launch: AgentLaunch, signal: AbortSignal): Promise<LaunchedAgent> {
    const port = await freePort();
    const { joins } = launch;
    const service = joins === undefined ? undefined : await this.#programs.open({ server: joins, insecure: false });
    const { process, folder, close } = await this.#programs.start(this.#programOf(launch, port, service?.kubeconfig));
    const opened = await this.#programs.open({ server: `https://127.0.0.1:${port}`, insecure: true });
    const { server, insecure } = opened.kubeconfig;
    const connection = new Connection({ server, insecure });
    const closeAll = async () => {
      await connection.close();
      await opened.close();
      await close();
      await service?.close();
    };
    try {
      await this.#programs.until(process, () => answers(connection, this.#options.clock), 50, signal);
      const rootFolder = rootIn(folder);
      const call: LaunchedAgent['call'] = async (socket, path, message, until) =>
        this.#programs.called(await callOnce(join(rootFolder, socket), path, message, until), path);
      return { process, connection, rootFolder, call, close: closeAll };
    } catch (error) {
      await closeAll();
      if (signal.aborted) throw error;
      throw new LaunchError(`the agent did not come up: ${lastWords(process)}`, { cause: error });
    }
  }

  /** Runs it until it exits; undefined: it still ran after `within` milliseconds, and was stopped. */
  async watch(launch: AgentLaunch, within: number, signal: AbortSignal): Promise<ProgramEnd | undefined> {
    return this.#programs.watch(this.#programOf(launch, await freePort()), within, signal);
  }

  /** Runs it until it exits. Throws LaunchError after `limits.launch`. */
  async runToEnd(launch: AgentLaunch, signal: AbortSignal): Promise<ProgramEnd> {
    return this.#programs.runToEnd(this.#programOf(launch, await freePort()), signal);
  }

  /** Stops every running agent. */
  close(): Promise<void> {
    return this.#programs.close();
  }

  #programOf({ prefix = [], flags: given, ...launch }: AgentLaunch, port: number, service?: Kubeconfig) {
    const { command, vendor } = this.#options;
    const words = (folder: string, flags: readonly string[]) => [
      ...prefix,
      ...agentWordsFor({ command, vendor, folder, port, flags, joins: service !== undefined }),
    ];
    if (service === undefined) return { ...launch, flags: given, words };
    const flags = ['--kubeconfig={folder}/service.kubeconfig', ...given];
    return { ...launch, flags, files: { 'service.kubeconfig': connectionFile(service) }, words };
  }
}

const rootIn = (folder: string): string => join(folder, 'root');

async function answers(connection: Connection, clock: Clock): Promise<true | undefined> {
  const limit = abortingLimit(clock, limits.look, 'the agent did not say whether it is healthy');
  try {
    const answer = await connection.open('GET', '/healthz', {}, undefined, limit.signal);
    await answer.body.dump();
    // A proxy may accept connections although the agent does not listen yet.
    return answer.statusCode === 502 ? undefined : true;
  } catch {
    return undefined;
  } finally {
    limit.lift();
  }
}

/** JSON is valid YAML. */
export function connectionFile(
  { server, token = 'agent' }: Pick<Kubeconfig, 'server' | 'token'>,
  user: Readonly<Record<string, string>> = { token },
): string {
  const name = 'service';
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
}

interface CommandParts {
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly folder: string;
  readonly port: number;
  readonly flags: readonly string[];
  /** Whether it joins: then it uses its host name, or the name in its flags. */
  readonly joins?: boolean;
}

/** The command line of an agent; its placeholders are `{folder}`, `{port}` and `{vendor}`. */
export function agentWordsFor({ command, vendor, folder, port, flags, joins }: CommandParts): readonly string[] {
  const own = [
    ['--vendor', vendor.id],
    ['--root-dir', rootIn(folder), ...(joins ? [] : ['--hostname-override', 'conformance'])],
    ['--address', '127.0.0.1', '--port', String(port), '--healthz-port', '0'],
    ['--authorization-mode', 'AlwaysAllow', '--anonymous-auth'],
    // No server reviews tokens for this agent, and reviews are the default of a configuration file.
    joins ? [] : ['--authentication-token-webhook=false'],
  ].flat();
  return commandLine(command, flags, own, { folder, port: String(port), vendor: vendor.id });
}
