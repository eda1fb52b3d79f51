// Rotates the logs of containers: a file above the size limit is renamed, and the runtime reopens a new one. The newest
// rotated files are kept, compressed.

import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { criLabels } from '../../../shared/vendor/cri-labels.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import type { Container, Runtime } from '../../cri/runtime.ts';

export interface LogRotationOptions {
  readonly runtime: Pick<Runtime, 'listContainers'>;
  readonly podRuntime: Pick<PodRuntime, 'reopenLog'>;
  /** Of the logs of all pods. */
  readonly folder: string;
  /** Size in bytes at which a file is rotated. */
  readonly mostBytes: number;
  /** Most files of one run of a container, including the current one; at least two. */
  readonly mostFiles: number;
  /** Milliseconds. */
  readonly period: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** A log that cannot be rotated is retried in the next round, and does not delay others. */
export function logRotation(options: LogRotationOptions): Loop {
  const { runtime, clock, log, period } = options;
  return {
    name: 'pod-logs',
    run: async (signal) => {
      while (!signal.aborted) {
        await clock.sleep(period, signal).catch(() => undefined);
        if (signal.aborted) return;
        const containers = await runtime.listContainers(undefined, signal).catch(() => []);
        for (const one of containers) {
          const path = one.state === 'running' ? logPathOf(options.folder, one) : undefined;
          if (path === undefined) continue;
          await rotateWhenLarge(options, one.id, path, signal).catch((error: unknown) => {
            if (!signal.aborted) log.warn('a log could not be rotated', { path, error: String(error) });
          });
        }
      }
    },
  };
}

/** The log path that this agent gave the runtime; undefined for containers of other programs. */
function logPathOf(folder: string, { labels, name, attempt }: Container): string | undefined {
  const [namespace, pod, uid] = [criLabels.podNamespace, criLabels.podName, criLabels.podUid].map((one) =>
    labels.get(one),
  );
  if (namespace === undefined || pod === undefined || uid === undefined) return undefined;
  const steps = [`${namespace}_${pod}_${uid}`, name];
  if (steps.some((step) => step === '..' || step.includes('/'))) return undefined;
  return join(folder, ...steps, `${attempt}.log`);
}

async function rotateWhenLarge(
  options: LogRotationOptions,
  id: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size < options.mostBytes) {
    // The agent ended between the two steps below: the runtime still writes to the renamed file.
    if (found === undefined && (await olderFiles(path)).length > 0) await options.podRuntime.reopenLog(id, signal);
    return;
  }
  const older = await prepareOlder(path, options.mostFiles);
  const rotated = `${path}.${stampOf(options.clock.now())}`;
  if (older.includes(rotated)) return;
  await rename(path, rotated);
  try {
    await options.podRuntime.reopenLog(id, signal);
  } catch (error) {
    // The runtime still writes to the old file, which gets its name back.
    await rename(rotated, path);
    throw error;
  }
}

/** Compresses rotated files, and removes the oldest to make room for one more. Resolves with the remaining paths. */
async function prepareOlder(path: string, mostFiles: number): Promise<readonly string[]> {
  const older = await olderFiles(path);
  // The current file, and the one that is being rotated, count too.
  const kept = older.slice(Math.max(0, older.length - Math.max(0, mostFiles - 2)));
  for (const file of older) if (!kept.includes(file)) await rm(file, { force: true });
  for (const file of kept) if (!file.endsWith('.gz')) await pack(file);
  return kept;
}

/** Oldest first; removes leftovers of an interrupted compression. */
async function olderFiles(path: string): Promise<readonly string[]> {
  const [folder, name] = [dirname(path), basename(path)];
  const names = (await readdir(folder).catch(() => [])).filter((one) => one.startsWith(`${name}.`));
  for (const one of names) if (one.endsWith('.tmp')) await rm(join(folder, one), { force: true });
  return names
    .filter((one) => !one.endsWith('.tmp'))
    .toSorted()
    .map((one) => join(folder, one));
}

async function pack(file: string): Promise<void> {
  const packed = `${file}.gz`;
  await pipeline(createReadStream(file), createGzip(), createWriteStream(`${packed}.tmp`, { mode: 0o640 }));
  await rename(`${packed}.tmp`, packed);
  await rm(file, { force: true });
}

/** `20260102-030405`: names in the order of time. */
function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
}
