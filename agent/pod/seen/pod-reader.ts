// Reads what the runtime has of one pod.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { criLabels, criNotes } from '../../../shared/vendor/cri-labels.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import { type Container, type ContainerStatus, type Runtime, RuntimeError, type Sandbox } from '../../cri/runtime.ts';
import type { SeenContainer, SeenPod, SeenSandbox } from './seen-pod.ts';

/** Bytes of a last word, and of a log that stands for it. */
const mostMessage = 4096;
const mostLog = 2048;
const mostLogLines = 80;

export interface PodReaderOptions {
  readonly runtime: Runtime;
  readonly podRuntime: PodRuntime;
  /** Folder of the agent: last words lie below it, whatever the runtime says. */
  readonly rootDirectory: string;
}

/** Rejects with RuntimeError. What goes away while it is read is left out. */
export async function readPod(
  { runtime, podRuntime, rootDirectory }: PodReaderOptions,
  uid: string,
  signal: AbortSignal,
): Promise<SeenPod> {
  const labels = new Map([[criLabels.podUid, uid]]);
  const [sandboxes, containers] = await Promise.all([
    runtime.listSandboxes(labels, signal),
    runtime.listContainers(labels, signal),
  ]);
  const newest = sandboxes.toSorted((one, other) => other.createdAt - one.createdAt);
  const [seenSandboxes, seen] = await Promise.all([
    Promise.all(newest.map((one) => sandboxOf(podRuntime, one, signal))),
    Promise.all(containers.map((one) => containerOf(runtime, one, `${rootDirectory}/pods/${uid}/containers/`, signal))),
  ]);
  return {
    sandboxes: seenSandboxes.filter((one) => one !== undefined),
    containers: seen.filter((one) => one !== undefined).toSorted((one, other) => other.createdAt - one.createdAt),
  };
}

async function sandboxOf(runtime: PodRuntime, one: Sandbox, signal: AbortSignal): Promise<SeenSandbox | undefined> {
  const { id, ready, attempt, createdAt } = one;
  if (!ready) return { id, ready, attempt, createdAt, ips: [] };
  const status = await unlessGone(runtime.sandboxStatus(id, signal));
  return status && { id, ready: status.ready, attempt, createdAt, ips: status.ips };
}

async function containerOf(
  runtime: Runtime,
  { id, sandboxId }: Container,
  messages: string,
  signal: AbortSignal,
): Promise<SeenContainer | undefined> {
  const status = await unlessGone(runtime.containerStatus(id, signal));
  if (status === undefined) return undefined;
  const { name, state, image, imageRef, createdAt, startedAt, finishedAt, exitCode, reason, annotations } = status;
  const last = state === 'exited' ? await lastWord(status, messages) : '';
  return {
    id,
    sandboxId,
    name,
    state,
    restartCount: Number(annotations.get(criNotes.restartCount) ?? status.attempt) || 0,
    hash: annotations.get(criNotes.hash) ?? '',
    image,
    imageId: imageRef,
    createdAt,
    startedAt,
    finishedAt,
    exitCode,
    reason,
    message: [status.message, last].filter((text) => text !== '').join(': '),
  };
}

async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RuntimeError && error.failure === 'not-found') return undefined;
    throw error;
  }
}

/** What a container left for people; the end of its log where it failed, left nothing and its pod wants that. */
async function lastWord(status: ContainerStatus, folder: string): Promise<string> {
  const path = status.annotations.get(criNotes.terminationMessagePath);
  const mount = status.mounts.find(({ containerPath }) => containerPath === path);
  const left =
    mount === undefined || !mount.hostPath.startsWith(folder)
      ? ''
      : await readEnd(mount.hostPath, mostMessage, 'start');
  if (left !== '') return left;
  const fallsBack = status.annotations.get(criNotes.terminationMessagePolicy) === 'FallbackToLogsOnError';
  if (!fallsBack || status.exitCode === 0 || status.logPath === '') return '';
  const text = await readEnd(status.logPath, 4 * mostLog, 'end');
  // Each line of the log has its time, stream and a mark of wholeness before it.
  const lines = text.split('\n').map((line) => /^\S+ (?:stdout|stderr) [FP] (.*)$/.exec(line)?.[1]);
  const kept = lines.filter((line) => line !== undefined).slice(-mostLogLines);
  return `${kept.join('\n')}\n`.slice(-mostLog).replace(/^\n$/, '');
}

/** '' for what is no regular file: the container may have put something else in its place. */
async function readEnd(path: string, most: number, which: 'start' | 'end'): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const found = await handle.stat();
    if (!found.isFile()) return '';
    const bytes = Buffer.alloc(Math.min(most, found.size));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, which === 'start' ? 0 : found.size - bytes.length);
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}
