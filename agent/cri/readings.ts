// Wire messages read into the terms of the runtime contract: times from nanoseconds to milliseconds, numbers to names,
// absent messages to defaults. Pure.

import {
  cgroupDrivers,
  type container,
  containerStates,
  type containerStatusResponse,
  type image,
  type podSandbox,
  type runtimeConfigResponse,
  type statusResponse,
} from './messages.ts';
import {
  type Container,
  type ContainerState,
  type ContainerStatus,
  type Image,
  RuntimeError,
  type RuntimeStatus,
  type Sandbox,
} from './runtime.ts';
import type { MessageOf } from '../../shared/codec/protobuf/wire-codec.ts';

export function sandboxFrom(sandbox: MessageOf<typeof podSandbox>, ready: boolean): Sandbox {
  return {
    id: sandbox.id,
    podName: sandbox.metadata?.name ?? '',
    podNamespace: sandbox.metadata?.namespace ?? '',
    podUid: sandbox.metadata?.uid ?? '',
    attempt: sandbox.metadata?.attempt ?? 0,
    ready,
    createdAt: millisecondsOf(sandbox.createdAt),
    labels: sandbox.labels,
    annotations: sandbox.annotations,
  };
}

export function containerFrom(one: MessageOf<typeof container>): Container {
  return {
    id: one.id,
    sandboxId: one.podSandboxId,
    name: one.metadata?.name ?? '',
    attempt: one.metadata?.attempt ?? 0,
    image: one.image?.image ?? one.imageRef,
    imageRef: one.imageRef,
    state: stateOf(one.state),
    createdAt: millisecondsOf(one.createdAt),
    labels: one.labels,
  };
}

/** Throws `not-found` when the response has no status, which some runtimes send for a container that was just removed. */
export function containerStatusFrom(id: string, response: MessageOf<typeof containerStatusResponse>): ContainerStatus {
  const one = response.status;
  if (one === undefined) throw new RuntimeError('not-found', `container "${id}" not found`);
  return {
    id: one.id,
    name: one.metadata?.name ?? '',
    attempt: one.metadata?.attempt ?? 0,
    image: one.image?.image ?? one.imageRef,
    state: stateOf(one.state),
    createdAt: millisecondsOf(one.createdAt),
    labels: one.labels,
    annotations: one.annotations,
    imageRef: one.imageRef,
    mounts: one.mounts,
    startedAt: millisecondsOf(one.startedAt),
    finishedAt: millisecondsOf(one.finishedAt),
    exitCode: one.exitCode,
    reason: one.reason,
    message: one.message,
    logPath: one.logPath,
  };
}

export function runtimeStatusFrom(response: MessageOf<typeof statusResponse>): RuntimeStatus {
  return {
    conditions: response.status?.conditions ?? [],
    handlers: response.runtimeHandlers.map(({ name, features }) => ({
      name,
      recursiveReadOnlyMounts: features?.recursiveReadOnlyMounts ?? false,
      userNamespaces: features?.userNamespaces ?? false,
    })),
    supplementalGroupsPolicy: response.features?.supplementalGroupsPolicy,
  };
}

export function driverFrom(response: MessageOf<typeof runtimeConfigResponse>): 'systemd' | 'cgroupfs' | undefined {
  return response.linux === undefined ? undefined : cgroupDrivers[response.linux.cgroupDriver];
}

export function imageFrom(one: MessageOf<typeof image>): Image {
  return { id: one.id, tags: one.repoTags, digests: one.repoDigests, sizeBytes: Number(one.size), pinned: one.pinned };
}

/** Of what containerd and CRI-O say beside a status: JSON with `pid`, which is 0 when no process runs. */
export function pidFrom(info: ReadonlyMap<string, string>): number | undefined {
  try {
    const { pid } = JSON.parse(info.get('info') ?? '{}') as { readonly pid?: unknown };
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Of what containerd says beside its status: JSON with its configuration. */
export function sandboxImageFrom(info: ReadonlyMap<string, string>): string {
  try {
    const { sandboxImage } = JSON.parse(info.get('config') ?? '{}') as { readonly sandboxImage?: unknown };
    return typeof sandboxImage === 'string' ? sandboxImage : '';
  } catch {
    return '';
  }
}

export function stateOf(state: number): ContainerState {
  return containerStates[state] ?? 'unknown';
}

function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000n);
}
