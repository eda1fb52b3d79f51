// Child processes of a benchmark: pinned to a core of their own where `taskset` is there, measured through /proc, and
// gone when the benchmark is.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Stall, type Stalls, stallWatch } from './stalls.ts';

/** Server and client never share a core, where the core of one is what is measured; `either` is for two of them. */
export const cores = { server: '0', client: '1', either: '0,1' } as const;

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The next line of standard output; rejects when the process ends first. */
  line(): Promise<string>;
  /** SIGTERM, then SIGKILL after five seconds; resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a load generator, a program of the benchmark, on the client's core, with its plan as JSON. Its young objects have
 * 2 MB, where Node gives 16: with every request and its stream waiting to be let go, one collection of so many takes 8 to
 * 12 ms, which each request in flight then waits for, whichever server it went to. The slowest of a bare server took twice
 * as long so, and a third fewer were sent.
 */
export function startLoad(program: URL, plan: object): Child {
  return start('client', process.execPath, ['--max-semi-space-size=2', fileURLToPath(program), JSON.stringify(plan)]);
}

/**
 * Starts `command` on its cores. Standard error passes through when BENCH_VERBOSE is set. With `stalls` it is Node, and is
 * watched: they get to know when it stands still.
 */
export function start(core: keyof typeof cores, command: string, args: readonly string[], stalls?: Stalls): Child {
  const pinned = existsSync('/usr/bin/taskset');
  const watched = stalls === undefined ? [command, ...args] : [command, '--import', stallWatch.href, ...args];
  const [file = command, ...all] = pinned ? ['/usr/bin/taskset', '-c', cores[core], ...watched] : watched;
  const errors = process.env['BENCH_VERBOSE'] === undefined ? 'ignore' : 'inherit';
  const child = spawn(file, all, {
    stdio: ['ignore', 'pipe', errors, stalls === undefined ? 'ignore' : 'pipe'],
  });
  if (stalls !== undefined) {
    const told = createInterface({ input: child.stdio[3] as Readable });
    told.on('line', (line) => stalls.add(JSON.parse(line) as Stall));
  }
  const lines: string[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  let ended = false;
  createInterface({ input: child.stdout as Readable })
    .on('line', (line) => {
      const next = waiting.shift();
      if (next === undefined) lines.push(line);
      else next(line);
    })
    .on('close', () => {
      ended = true;
      for (const next of waiting.splice(0)) next(undefined);
    });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return {
    process: child,
    pid: child.pid ?? 0,
    line() {
      const ready = lines.shift();
      if (ready !== undefined) return Promise.resolve(ready);
      if (ended) return Promise.reject(new Error(`${command} ended`));
      return new Promise((resolve, reject) => {
        waiting.push((line) => (line === undefined ? reject(new Error(`${command} ended`)) : resolve(line)));
      });
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await gone;
      clearTimeout(late);
    },
  };
}

/** Resident memory in bytes. */
export function residentMemory(pid: number): number {
  return statusOf(pid, 'VmRSS');
}

/** The most resident memory since `forgetPeak`, in bytes. */
export function peakMemory(pid: number): number {
  return statusOf(pid, 'VmHWM');
}

/** From now on the peak is that of what comes. */
export function forgetPeak(pid: number): void {
  // 5 resets the peak (proc(5), clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function statusOf(pid: number, field: string): number {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? Number.NaN) * 1024;
}

/** Processor time used so far, in seconds (user and system). */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Fields 14 and 15 of proc(5), in ticks of 1/100 s on every supported kernel.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Milliseconds that the main thread of a process was ready to run and had no processor so far; NaN: unknown. */
export function processorWait(pid: number): number {
  const path = `/proc/${pid}/schedstat`;
  // On a processor, waiting for one (nanoseconds), and how often.
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ')[1]) / 1e6 : Number.NaN;
}

/** Time of all processors so far, and the stolen time: what the host gave to others while a process here was ready. In ticks. */
export interface ProcessorTime {
  readonly all: number;
  readonly taken: number;
}

export function processorTime(): ProcessorTime {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // proc(5): user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of these.
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), taken: ticks[7] ?? 0 };
}
