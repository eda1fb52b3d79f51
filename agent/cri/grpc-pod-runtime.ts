// The runtime's calls about pods over gRPC.

import { sandboxReady } from './messages.ts';
import { containerEvents, podCalls } from './pod-messages.ts';
import { type ImageDetails, type PodRuntime, type SandboxStatus } from './pod-runtime.ts';
import { RuntimeError } from './runtime.ts';
import { unaryChannel } from './unary-channel.ts';
import type { MessageOf } from '../../shared/codec/protobuf/wire-codec.ts';

export interface GrpcPodRuntimeOptions {
  /** As of `grpcRuntime`. */
  readonly endpoint: string;
  /** Milliseconds a call may take. Default 120,000. */
  readonly callTimeout?: number;
  /** Milliseconds to pull an image. Default 15 minutes: an image may be large, and a registry slow. */
  readonly pullTimeout?: number;
}

const defaultTimeout = 120_000;
/** Additional time for a runtime beyond the time limit of the container or program. */
const margin = 5_000;
const longest = 2 ** 31 - 1;

/** Makes a runtime that connects on its first call. */
export function grpcPodRuntime(options: GrpcPodRuntimeOptions): PodRuntime {
  const channel = unaryChannel(options.endpoint);
  const { callTimeout = defaultTimeout, pullTimeout = 15 * 60_000 } = options;
  const within = (seconds: number): number => Math.min(callTimeout + seconds * 1000, longest);
  return {
    runSandbox: async (config, runtimeHandler, signal) =>
      // The network of a pod may take as long as two calls.
      (await channel.call(podCalls.runPodSandbox, { config, runtimeHandler }, callTimeout * 2, signal)).podSandboxId,
    stopSandbox: (podSandboxId, signal) =>
      mayBeGone(channel.call(podCalls.stopPodSandbox, { podSandboxId }, callTimeout, signal)),
    removeSandbox: (podSandboxId, signal) =>
      mayBeGone(channel.call(podCalls.removePodSandbox, { podSandboxId }, callTimeout, signal)),
    sandboxStatus: async (podSandboxId, signal) =>
      statusFrom(podSandboxId, await channel.call(podCalls.podSandboxStatus, { podSandboxId }, callTimeout, signal)),
    createContainer: async (podSandboxId, config, sandboxConfig, signal) => {
      const request = { podSandboxId, config, sandboxConfig };
      return (await channel.call(podCalls.createContainer, request, callTimeout, signal)).containerId;
    },
    startContainer: async (containerId, signal) => {
      await channel.call(podCalls.startContainer, { containerId }, callTimeout, signal);
    },
    stopContainer: (containerId, timeout, signal) =>
      mayBeGone(channel.call(podCalls.stopContainer, { containerId, timeout }, within(timeout), signal)),
    removeContainer: (containerId, signal) =>
      mayBeGone(channel.call(podCalls.removeContainer, { containerId }, callTimeout, signal)),
    updateResources: async (containerId, linux, signal) => {
      await channel.call(podCalls.updateContainerResources, { containerId, linux }, callTimeout, signal);
    },
    reopenLog: async (containerId, signal) => {
      await channel.call(podCalls.reopenContainerLog, { containerId }, callTimeout, signal);
    },
    execute: (containerId, cmd, timeout, signal) => {
      const limit = timeout === 0 ? callTimeout : Math.min(timeout * 1000 + margin, longest);
      return channel.call(podCalls.execSync, { containerId, cmd, timeout }, limit, signal);
    },
    execUrl: async (containerId, cmd, streams, signal) =>
      (await channel.call(podCalls.exec, { containerId, cmd, ...streams }, callTimeout, signal)).url,
    attachUrl: async (containerId, streams, signal) =>
      (await channel.call(podCalls.attach, { containerId, ...streams }, callTimeout, signal)).url,
    portForwardUrl: async (podSandboxId, port, signal) =>
      (await channel.call(podCalls.portForward, { podSandboxId, port }, callTimeout, signal)).url,
    imageStatus: async (image, signal) =>
      imageFrom(await channel.call(podCalls.imageStatus, { image: { image } }, callTimeout, signal)),
    pullImage: async (image, auth, sandboxConfig, signal) => {
      const request = { image: { image }, auth, sandboxConfig };
      return (await channel.call(podCalls.pullImage, request, pullTimeout, signal)).imageRef;
    },
    removeImage: (image, signal) =>
      mayBeGone(channel.call(podCalls.removeImage, { image: { image } }, callTimeout, signal)),
    followEvents: (received, signal) =>
      channel.follow(
        podCalls.getContainerEvents,
        {},
        ({ containerId: id, containerEventType, podSandboxStatus: pod }) => {
          const what = containerEvents[containerEventType];
          const podUid = pod?.metadata?.uid;
          if (what !== undefined) received({ id, what, podUid, isSandbox: pod?.id === id });
        },
        signal,
      ),
    close: () => channel.close(),
  };
}

/** A missing object counts as removed. */
async function mayBeGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof RuntimeError && error.failure === 'not-found')) throw error;
  }
}

function statusFrom(id: string, { status }: MessageOf<typeof podCalls.podSandboxStatus.response>): SandboxStatus {
  if (status === undefined) throw new RuntimeError('not-found', `sandbox "${id}" not found`);
  const { ip = '', additionalIps = [] } = status.network ?? {};
  return {
    id: status.id,
    ready: status.state === sandboxReady,
    ips: ip === '' ? [] : [ip, ...additionalIps.map((other) => other.ip)],
  };
}

function imageFrom({ image }: MessageOf<typeof podCalls.imageStatus.response>): ImageDetails | undefined {
  if (image === undefined) return undefined;
  const { id, repoDigests: digests, size: sizeBytes, uid, username } = image;
  return { id, digests, sizeBytes, uid: uid?.value, username };
}
