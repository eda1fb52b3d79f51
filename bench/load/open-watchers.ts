// Starts the process of watchers on the client's core and sends it the number of events to expect.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cores } from '../harness/processes.ts';
import type { Delivered, WatchPlan } from './watch-plan.ts';

export interface Watchers {
  /** Runs `write`; resolves when every watcher has `events` more frames. */
  deliver(events: number, write: () => Promise<unknown>): Promise<Delivery>;
  close(): void;
}

export interface Delivery extends Omit<Delivered, 'at'> {
  /** From before the first write until the last watcher had its last frame. */
  readonly seconds: number;
}

export const watchersPath = fileURLToPath(new URL('watchers.js', import.meta.url));

/** Resolves when every watch is established. */
export async function openWatchers(plan: WatchPlan): Promise<Watchers> {
  const command = [process.execPath, watchersPath, JSON.stringify(plan)];
  const [file = '', ...args] = existsSync('/usr/bin/taskset') ? ['taskset', '-c', cores.client, ...command] : command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value, done } = (await lines.next()) as { value: string; done?: boolean };
    if (done === true) throw new Error('the watchers ended');
    return value;
  };
  await line();
  return {
    async deliver(events, write) {
      const begin = performance.timeOrigin + performance.now();
      child.stdin.write(`${events}\n`);
      await write();
      const { at, ...latencies } = JSON.parse(await line()) as Delivered;
      return { seconds: (at - begin) / 1000, ...latencies };
    },
    close() {
      process.off('exit', kill);
      child.kill('SIGKILL');
    },
  };
}
