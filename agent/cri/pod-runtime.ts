// The part of a container runtime that starts and stops what pods consist of. Implemented over gRPC (`grpc-pod-runtime.ts`).
// Every call rejects only with `RuntimeError`, `aborted` as soon as the signal aborts, and each has a limit in time: a runtime that
// hangs fails with `deadline`.

import type { MessageOf } from '../../shared/codec/protobuf/wire-codec.ts';
import type { containerConfig, podCalls, podSandboxConfig } from './pod-messages.ts';

/** As in the interface; fields that are left out are empty. */
export type SandboxConfig = Partial<MessageOf<typeof podSandboxConfig>>;
export type ContainerConfig = Partial<MessageOf<typeof containerConfig>>;
/** The runtime changes only the fields that are set. */
export type ContainerResources = MessageOf<typeof podCalls.updateContainerResources.request>['linux'];

export interface SandboxStatus {
  readonly id: string;
  readonly ready: boolean;
  /** The first is the pod's own; none for a sandbox in the network of its host, or one that was stopped. */
  readonly ips: readonly string[];
}

export interface ImageDetails {
  /** `sha256:...`, by which containers are created. */
  readonly id: string;
  readonly digests: readonly string[];
  readonly sizeBytes: number;
  /** The user of the image: a number or a name; undefined and '' when the image names none. */
  readonly uid: number | undefined;
  readonly username: string;
}

export interface RegistryCredentials {
  readonly username?: string;
  readonly password?: string;
  readonly auth?: string;
  readonly serverAddress?: string;
  readonly identityToken?: string;
  readonly registryToken?: string;
}

export interface Execution {
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly exitCode: number;
}

export interface StreamOptions {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** Something happened to a container or, under its own id, to a sandbox. */
export interface ContainerEvent {
  readonly id: string;
  readonly what: 'created' | 'started' | 'stopped' | 'deleted';
  /** Of the pod; undefined where the runtime does not tell, as for a sandbox that is gone. */
  readonly podUid: string | undefined;
  readonly isSandbox: boolean;
}

export interface PodRuntime {
  /** Resolves with its id when its network is set up. `handler`: '' is the default one. */
  runSandbox(config: SandboxConfig, handler: string, signal?: AbortSignal): Promise<string>;
  /** Stops the sandbox and its containers without grace. Does nothing if it is stopped or does not exist. */
  stopSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
  /** Removes the sandbox and all its containers. Does nothing if it does not exist. */
  removeSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
  /** `not-found` when there is none. */
  sandboxStatus(sandboxId: string, signal?: AbortSignal): Promise<SandboxStatus>;
  /** Resolves with its id. The image in `config.image` must be present. */
  createContainer(
    sandboxId: string,
    config: ContainerConfig,
    sandbox: SandboxConfig,
    signal?: AbortSignal,
  ): Promise<string>;
  startContainer(containerId: string, signal?: AbortSignal): Promise<void>;
  /** Stops it, and kills it after the grace in seconds. Resolves when it has ended. Does nothing if it does not exist. */
  stopContainer(containerId: string, grace: number, signal?: AbortSignal): Promise<void>;
  /** One that does not exist: nothing. */
  removeContainer(containerId: string, signal?: AbortSignal): Promise<void>;
  updateResources(containerId: string, resources: ContainerResources, signal?: AbortSignal): Promise<void>;
  /** Makes the runtime continue its log in a new file of the same name. */
  reopenLog(containerId: string, signal?: AbortSignal): Promise<void>;
  /** Runs a program to its end. `deadline` when that takes longer than `timeout` seconds; 0: the limit of a call. */
  execute(containerId: string, command: readonly string[], timeout: number, signal?: AbortSignal): Promise<Execution>;
  /** Resolves with a URL on this host that can be used once for the streams of a new program. */
  execUrl(
    containerId: string,
    command: readonly string[],
    options: StreamOptions,
    signal?: AbortSignal,
  ): Promise<string>;
  /** The same for the container's own program. */
  attachUrl(containerId: string, options: StreamOptions, signal?: AbortSignal): Promise<string>;
  portForwardUrl(sandboxId: string, ports: readonly number[], signal?: AbortSignal): Promise<string>;
  /** Undefined: the image is not present. */
  imageStatus(image: string, signal?: AbortSignal): Promise<ImageDetails | undefined>;
  /** Resolves with the reference of the pulled image. */
  pullImage(
    image: string,
    credentials: RegistryCredentials | undefined,
    sandbox: SandboxConfig,
    signal?: AbortSignal,
  ): Promise<string>;
  /** One that does not exist: nothing. */
  removeImage(image: string, signal?: AbortSignal): Promise<void>;
  /**
   * Hands over what happens from now on. Events may be lost: a list tells what is. Resolves when the runtime ends the stream; rejects
   * with `unimplemented` on runtimes without events.
   */
  followEvents(received: (event: ContainerEvent) => void, signal: AbortSignal): Promise<void>;
  /** Ends the connection; calls under way and later ones reject with `unavailable`. */
  close(): void;
}
