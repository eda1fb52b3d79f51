// Programs that the suite starts for its cases, each in a temporary folder of its own that goes with it. What servers and
// agents have in common: the folder, the words of the command, the files, the end.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** The program did not come up, or did not end; the message holds its last words. */
export class LaunchError extends Error {}

/** The end of a program that ended by itself. */
export interface ProgramEnd {
  /** Null: ended by a signal. */
  readonly code: number | null;
  readonly output: string;
}

/** How programs are started. */
export interface LauncherOptions {
  /** The words of the command; see `commandLine`. */
  readonly command: readonly string[];
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** What stands between the suite and its programs; absent: nothing. */
  readonly front?: Front;
  /** Milliseconds that a program gets to end by itself when it is no longer needed; default 15,000. */
  readonly patience?: number;
}

/** Stands between the suite and the programs that it starts, for the proof that its cases notice faults. */
export interface Front {
  flags(flags: readonly string[]): readonly string[];
  environment(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  end(end: ProgramEnd): ProgramEnd;
  /** How a gRPC call on a socket of the program seems to have ended. */
  called(end: CallEnd, path: string): CallEnd;
  /** The address to use in place of the program's own; undefined: that one. */
  open(address: Kubeconfig): Promise<Opened | undefined>;
}

export interface Opened {
  readonly kubeconfig: Kubeconfig;
  close(): Promise<void>;
}

/** One that runs, and its folder. */
export interface LaunchedProgram {
  readonly process: LaunchedProcess;
  readonly folder: string;
  /** Ends it and removes the folder. Repeatable. */
  readonly close: () => Promise<void>;
}

/** What is started. In flags and contents `{folder}` is its folder, and vendor placeholders are filled. */
export interface ProgramLaunch {
  readonly flags: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The whole command line, of the flags filled in. */
  readonly words: (folder: string, flags: readonly string[]) => readonly string[];
}

export class LaunchedPrograms {
  readonly #vendor: Vendor;
  readonly #clock: Clock;
  readonly #front: Front | undefined;
  readonly #patience: number | undefined;
  readonly #open = new Set<LaunchedProgram>();
  #closed = false;
  /** Nothing outlives a suite that ends at once. Undefined: no program runs. */
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
      await rm(folder, { recursive: true, force: true });
      throw new LaunchError('the run is over: no program is started any more');
    }
    const given = flags.map(filled);
    // It is there before the program is.
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
        await rm(folder, { recursive: true, force: true });
        this.#leave(launched);
      },
    };
    if (started.group !== undefined) this.#guard.add(started.group, folder);
    this.#open.add(launched);
    return launched;
  }

  /** Runs a program until it ends by itself; undefined: it still ran after `within` milliseconds, and was ended. */
  async watch(launch: ProgramLaunch, within: number, signal: AbortSignal): Promise<ProgramEnd | undefined> {
    const { process, close } = await this.start(launch);
    const waiting = new AbortController();
    try {
      const over = ownTime(this.#clock, within, AbortSignal.any([signal, waiting.signal])).then(() => undefined);
      over.catch(() => {});
      const code = await Promise.race([process.ended, over]);
      if (code === undefined) return undefined;
      const end = { code, output: process.output() };
      return this.#front?.end(end) ?? end;
    } finally {
      waiting.abort(new Error('the watch is over'));
      await close();
    }
  }

  /** Like `watch` with `limits.launch`. Throws LaunchError when it goes on. */
  async runToEnd(launch: ProgramLaunch, signal: AbortSignal): Promise<ProgramEnd> {
    const end = await this.watch(launch, limits.launch, signal);
    if (end === undefined) throw new LaunchError(`the program did not end within ${limits.launch} ms`);
    return end;
  }

  /** How a call of the program ended, as cases see it. */
  called(end: CallEnd, path: string): CallEnd {
    return this.#front?.called(end, path) ?? end;
  }

  /** The address by which cases reach the program, and how to leave it. */
  async open(kubeconfig: Kubeconfig): Promise<Opened> {
    return (await this.#front?.open(kubeconfig)) ?? { kubeconfig, close: async () => {} };
  }

  /** Resolves with the first look that gives something. Throws when the program ends before, or `limits.launch` is over. */
  async until<T>(
    process: LaunchedProcess,
    look: () => Promise<T | undefined>,
    pause: number,
    signal: AbortSignal,
  ): Promise<T> {
    // The program stands still when the host does.
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

  /** Ends every program that still runs; none is started after it. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open].map((each) => each.close()));
  }
}

/**
 * The words to start with. A command that says where the flags of a case go (`{flags}`) is taken as it stands, with its
 * places filled in; any other gets the flags of this project's own program, and the case's after them.
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

/** What it said last, for errors. */
export function lastWords(process: LaunchedProcess): string {
  const words = process.output().trim().slice(-2000);
  return words === '' ? 'it said nothing' : words;
}
