// Reads the sandboxes and containers of one pod from the runtime.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { criLabels, criNotes } from '../../../shared/vendor/cri-labels.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import { type Container, type ContainerStatus, type Runtime, RuntimeError, type Sandbox } from '../../cri/runtime.ts';
import type { SeenContainer, SeenPod, SeenSandbox } from './seen-pod.ts';

/** Most bytes of a termination message, and of a log in place of it. */
const mostMessage = 4096;
const mostLog = 2048;
const mostLogLines = 80;

export interface PodReaderOptions {
  readonly runtime: Runtime;
  readonly podRuntime: PodRuntime;
  /** Folder of the agent. Termination messages are read only from files below it, whatever path the runtime reports. */
  readonly rootDirectory: string;
}

/** Rejects with RuntimeError. Containers that are removed while they are read are left out. */
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

/** The end of the termination message of a container; if it failed without one, the end of its log, if the policy asks for that. */
async function lastWord(status: ContainerStatus, folder: string): Promise<string> {
  const path = status.annotations.get(criNotes.terminationMessagePath);
  const mount = status.mounts.find(({ containerPath }) => containerPath === path);
  const left =
    mount === undefined || !mount.hostPath.startsWith(folder) ? '' : await readEnd(mount.hostPath, mostMessage);
  if (left !== '') return left;
  const fallsBack = status.annotations.get(criNotes.terminationMessagePolicy) === 'FallbackToLogsOnError';
  if (!fallsBack || status.exitCode === 0 || status.logPath === '') return '';
  const text = await readEnd(status.logPath, 4 * mostLog);
  const lines = text.split('\n').map(loggedText);
  return lines
    .filter((line) => line !== undefined)
    .slice(-mostLogLines)
    .join('')
    .slice(-mostLog);
}

/** What the container wrote: a log line begins with its time, its stream and a tag. A partial line had no end. */
function loggedText(line: string): string | undefined {
  const [, tag, text] = /^\S+ (?:stdout|stderr) ([FP]) (.*)$/.exec(line) ?? [];
  return text === undefined ? undefined : `${text}${tag === 'F' ? '\n' : ''}`;
}

/** '' if it is not a regular file: the container may have replaced it. */
async function readEnd(path: string, most: number): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const found = await handle.stat();
    if (!found.isFile()) return '';
    const bytes = Buffer.alloc(Math.min(most, found.size));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, found.size - bytes.length);
    return bytes.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}
