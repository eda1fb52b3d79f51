// The runtime over gRPC on a unix socket (or a TCP address in tests). Readings of wire messages into the contract's terms
// stand in `readings.ts`, the connection in `unary-channel.ts`.

import { criCalls, sandboxReady, stateCalls } from './messages.ts';
import { podCalls } from './pod-messages.ts';
import {
  containerFrom,
  containerStatusFrom,
  driverFrom,
  imageFrom,
  pidFrom,
  runtimeStatusFrom,
  sandboxImageFrom,
  sandboxFrom,
  stateOf,
} from './readings.ts';
import { type Runtime, RuntimeError } from './runtime.ts';
import { unaryChannel } from './unary-channel.ts';
import { usageCalls } from './usage-messages.ts';
import { containerUsageFrom, filesystemFrom, sandboxUsageFrom } from './usage-readings.ts';

export interface GrpcRuntimeOptions {
  /** `unix:///run/containerd/containerd.sock`, a plain absolute path, or `tcp://host:port`. Others throw TypeError. */
  readonly endpoint: string;
  /** Milliseconds a call may take. Default 120,000. */
  readonly callTimeout?: number;
}

/** Makes a runtime that connects on its first call. */
export function grpcRuntime(options: GrpcRuntimeOptions): Runtime {
  const channel = unaryChannel(options.endpoint);
  const callTimeout = options.callTimeout ?? 120_000;
  return {
    version: async (signal) => channel.call(criCalls.version, { version: 'v1' }, callTimeout, signal),
    status: async (signal) => runtimeStatusFrom(await channel.call(criCalls.status, {}, callTimeout, signal)),
    cgroupDriver: async (signal) => {
      try {
        return driverFrom(await channel.call(criCalls.runtimeConfig, {}, callTimeout, signal));
      } catch (error) {
        if (error instanceof RuntimeError && error.failure === 'unimplemented') return undefined;
        throw error;
      }
    },
    setPodCidrs: async (podCidr, signal) => {
      const config = { runtimeConfig: { networkConfig: { podCidr } } };
      await channel.call(criCalls.updateRuntimeConfig, config, callTimeout, signal);
    },
    listSandboxes: async (labels, signal) => {
      const filter = labels === undefined ? {} : { filter: { id: '', state: undefined, labelSelector: labels } };
      const { items } = await channel.call(criCalls.listPodSandbox, filter, callTimeout, signal);
      return items.map((item) => sandboxFrom(item, item.state === sandboxReady));
    },
    listContainers: async (of, signal) => {
      const [podSandboxId, labelSelector] = typeof of === 'object' ? ['', of] : [of ?? '', new Map<string, string>()];
      const filter = { id: '', state: undefined, podSandboxId, labelSelector };
      const { containers } = await channel.call(criCalls.listContainers, { filter }, callTimeout, signal);
      return containers.map(containerFrom);
    },
    sandboxStates: async (signal) =>
      (await channel.call(stateCalls.sandboxStates, {}, callTimeout, signal)).items.map(({ id, metadata, state }) => ({
        id,
        podUid: metadata?.uid ?? '',
        ready: state === sandboxReady,
      })),
    containerStates: async (signal) =>
      (await channel.call(stateCalls.containerStates, {}, callTimeout, signal)).containers.map(
        ({ id, podSandboxId: sandboxId, state }) => ({ id, sandboxId, state: stateOf(state) }),
      ),
    containerStatus: async (containerId, signal) =>
      containerStatusFrom(
        containerId,
        await channel.call(criCalls.containerStatus, { containerId }, callTimeout, signal),
      ),
    sandboxPid: async (podSandboxId, signal) => {
      const request = { podSandboxId, verbose: true };
      return pidFrom((await channel.call(podCalls.podSandboxStatus, request, callTimeout, signal)).info);
    },
    containerPid: async (containerId, signal) => {
      const request = { containerId, verbose: true };
      return pidFrom((await channel.call(criCalls.containerStatus, request, callTimeout, signal)).info);
    },
    sandboxUsage: async (signal) =>
      (await channel.call(usageCalls.listPodSandboxStats, {}, callTimeout, signal)).stats.map(sandboxUsageFrom),
    containerUsage: async (signal) =>
      (await channel.call(usageCalls.listContainerStats, {}, callTimeout, signal)).stats.map(containerUsageFrom),
    checkpoint: async ({ containerId, location, timeoutSeconds }, signal) => {
      const value = { containerId, location, timeout: BigInt(timeoutSeconds) };
      await channel.call(criCalls.checkpointContainer, value, checkpointTimeout(timeoutSeconds, callTimeout), signal);
    },
    listImages: async (signal) =>
      (await channel.call(criCalls.listImages, {}, callTimeout, signal)).images.map(imageFrom),
    sandboxImage: async (signal) =>
      sandboxImageFrom((await channel.call(criCalls.status, { verbose: true }, callTimeout, signal)).info),
    filesystems: async (signal) => {
      const found = await channel.call(criCalls.imageFsInfo, {}, callTimeout, signal);
      return {
        images: found.imageFilesystems.map(filesystemFrom),
        containers: found.containerFilesystems.map(filesystemFrom),
      };
    },
    close: () => channel.close(),
  };
}

/** Most milliseconds a timer can hold; a negative timeout asks for no limit at all. */
const longest = 2 ** 31 - 1;

function checkpointTimeout(seconds: number, callTimeout: number): number {
  if (seconds === 0) return callTimeout;
  return seconds < 0 ? longest : Math.min(seconds * 1000, longest);
}
