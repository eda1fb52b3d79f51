// Programs that the suite starts for its cases, each in its own temporary folder. The common part of servers and
// agents: folder, command line, files, clean-up.

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Kubeconfig } from '../target/kubeconfig.ts';
import type { Clock } from '../wire/time/clock.ts';
import type { CallEnd } from '../wire/exchange/grpc.ts';
import { limits } from '../wire/contract/limits.ts';
import { limitOf, ownTime } from '../wire/time/own-time.ts';
import { EndGuard } from './end-guard.ts';
import { type LaunchedProcess, launchProcess } from './launched-process.ts';
import { removeProgramFolder } from './program-folder.ts';

/** The program did not come up, or did not end; the message holds its last words. */
export class LaunchError extends Error {
  /** How it ended by itself; undefined: it did not. */
  readonly end: ProgramEnd | undefined;

  constructor(message: string, options: { readonly cause?: unknown; readonly end?: ProgramEnd | undefined } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.end = options.end;
  }
}

/** The end of a program that exited by itself. */
export interface ProgramEnd {
  /** Null: a signal ended it. */
  readonly code: number | null;
  readonly output: string;
}

/** Options of a launcher. */
export interface LauncherOptions {
  /** The words of the command; see `commandLine`. */
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** A fault between the suite and its programs; absent: none. */
  readonly front?: Front;
  /** Milliseconds between SIGTERM and SIGKILL when a program is stopped; default 15,000. */
  readonly patience?: number;
}

/** A layer between the suite and the programs that it starts, for the proof that its cases notice faults. */
export interface Front {
  flags(flags: readonly string[]): readonly string[];
  environment(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  end(end: ProgramEnd): ProgramEnd;
  /** Changes the reported result of a gRPC call to the program. */
  called(end: CallEnd, path: string): CallEnd;
  /** Returns an address to use instead of the program's own; undefined: use that one. */
  open(address: Kubeconfig): Promise<Opened | undefined>;
}

export interface Opened {
  readonly kubeconfig: Kubeconfig;
  close(): Promise<void>;
}

/** A running program and its folder. */
export interface LaunchedProgram {
  readonly process: LaunchedProcess;
  readonly folder: string;
  /** Stops it and deletes the folder. May be called repeatedly. */
  readonly close: () => Promise<void>;
}

/** A program to start. In flags and file contents `{folder}` is its folder, and vendor placeholders are filled in. */
export interface ProgramLaunch {
  readonly flags: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Returns the whole command line for the filled-in flags. */
  readonly words: (folder: string, flags: readonly string[]) => readonly string[];
}

export class LaunchedPrograms {
  readonly #vendor: Vendor;
  readonly #clock: Clock;
  readonly #front: Front | undefined;
  readonly #patience: number | undefined;
  readonly #open = new Set<LaunchedProgram>();
  #closed = false;
  /** Kills the programs if the suite is killed. Undefined: no program runs. */
  #guard: EndGuard | undefined;

  constructor({ vendor, clock, front, patience }: LauncherOptions) {
    this.#vendor = vendor;
    this.#clock = clock;
    this.#front = front;
    this.#patience = patience;
  }

  async start({ flags, files = {}, environment = {}, words }: ProgramLaunch): Promise<LaunchedProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'orch-conformance-'));
    const filled = (text: string) => this.#vendor.fill(text.replaceAll('{folder}', folder));
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(folder, name), filled(content), { mode: 0o600 });
    }
    if (this.#closed) {
      await removeProgramFolder(folder);
      throw new LaunchError('the run is over: it starts no more programs');
    }
    const given = flags.map(filled);
    // Start the guard before the program.
    this.#guard ??= new EndGuard();
    const started = launchProcess(
      words(folder, this.#front?.flags(given) ?? given),
      this.#front?.environment(environment) ?? environment,
      this.#patience,
    );
    const launched = {
      process: started,
      folder,
      close: async () => {
        await started.stop();
        await removeProgramFolder(folder);
        this.#leave(launched);
      },
    };
    if (started.group !== undefined) this.#guard.add(started.group, folder);
    this.#open.add(launched);
    return launched;
  }

  /** Runs a program until it exits; undefined: it still ran after `within` milliseconds, and was stopped. */
  async watch(launch: ProgramLaunch, within: number, signal: AbortSignal): Promise<ProgramEnd | undefined> {
    const { process, close } = await this.start(launch);
    const waiting = new AbortController();
    try {
      const over = ownTime(this.#clock, within, AbortSignal.any([signal, waiting.signal])).then(() => undefined);
      over.catch(() => {});
      const code = await Promise.race([process.ended, over]);
      return code === undefined ? undefined : await this.endOf(process);
    } finally {
      waiting.abort(new Error('the watch is over'));
      await close();
    }
  }

  /** How a program that ended by itself ended, as cases see it. */
  async endOf(process: LaunchedProcess): Promise<ProgramEnd> {
    const end = { code: await process.ended, output: process.output() };
    return this.#front?.end(end) ?? end;
  }

  /** Like `watch` with `limits.launch`. Throws LaunchError when it goes on. */
  async runToEnd(launch: ProgramLaunch, signal: AbortSignal): Promise<ProgramEnd> {
    const end = await this.watch(launch, limits.launch, signal);
    if (end === undefined) throw new LaunchError(`the program did not end within ${limits.launch} ms`);
    return end;
  }

  /** The result of a gRPC call to the program, as cases see it. */
  called(end: CallEnd, path: string): CallEnd {
    return this.#front?.called(end, path) ?? end;
  }

  /** Opens the address that cases use for the program. */
  async open(kubeconfig: Kubeconfig): Promise<Opened> {
    return (await this.#front?.open(kubeconfig)) ?? { kubeconfig, close: async () => {} };
  }

  /**
   * Repeats `look` and resolves with its first result. Throws when the program exits first, or after `limits.launch`.
   */
  async until<T>(
    process: LaunchedProcess,
    look: () => Promise<T | undefined>,
    pause: number,
    signal: AbortSignal,
  ): Promise<T> {
    // Own time, because a suspended host suspends the program too.
    const limit = limitOf(this.#clock, limits.launch);
    try {
      for (;;) {
        if (!process.running) throw new Error(`it ended with ${await process.ended}`);
        const found = await look();
        if (found !== undefined) return found;
        if (limit.isOver) throw new Error(`it was not ready after ${limits.launch} ms`);
        await this.#clock.sleep(pause, signal);
      }
    } finally {
      limit.lift();
    }
  }

  #leave(launched: LaunchedProgram): void {
    if (!this.#open.delete(launched)) return;
    if (launched.process.group !== undefined) this.#guard?.delete(launched.process.group);
    if (this.#open.size > 0) return;
    this.#guard?.close();
    this.#guard = undefined;
  }

  /** Stops every running program; later starts fail. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((each) => each.close()));
  }
}

/**
 * Returns the words to start. A command with `{flags}` is used as it is, with its placeholders filled in. Any other
 * command gets the flags of this project's own program, then those of the case.
 */
export function commandLine(
  command: readonly string[],
  flags: readonly string[],
  own: readonly string[],
  places: Readonly<Record<string, string>>,
): readonly string[] {
  if (!command.includes('{flags}')) return [...command, ...own, ...flags];
  const filled = (word: string): string =>
    word.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
      Object.hasOwn(places, name) ? (places[name] ?? '') : place,
    );
  return command.flatMap((word) => (word === '{flags}' ? flags : filled(word)));
}

/** The last output of the program, for errors. */
export function lastWords(process: LaunchedProcess): string {
  const words = process.output().trim().slice(-2000);
  return words === '' ? 'it printed nothing' : words;
}
