// The part of a container runtime that starts and stops what pods consist of. Implemented over gRPC (`grpc-pod-runtime.ts`).
// Every call rejects only with `RuntimeError`, `aborted` as soon as the signal aborts, and each has a limit in time: a runtime that
// hangs fails with `deadline`.

import type { MessageOf } from '../../shared/codec/protobuf/wire-codec.ts';
import type { containerConfig, podCalls, podSandboxConfig } from './pod-messages.ts';

/** As the interface has it; what is left out is empty. */
export type SandboxConfig = Partial<MessageOf<typeof podSandboxConfig>>;
export type ContainerConfig = Partial<MessageOf<typeof containerConfig>>;
/** Of which the runtime changes what is set. */
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
  /** As whom containers of the image run: a number, a name, or undefined and '' where the image does not say. */
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

export interface PodRuntime {
  /** Its id, as soon as it has its network. `handler`: '' is the default one. */
  runSandbox(config: SandboxConfig, handler: string, signal?: AbortSignal): Promise<string>;
  /** Ends its containers too, without grace. Repeated, and for one that does not exist: nothing. */
  stopSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
  /** With all its containers. One that does not exist: nothing. */
  removeSandbox(sandboxId: string, signal?: AbortSignal): Promise<void>;
  /** `not-found` when there is none. */
  sandboxStatus(sandboxId: string, signal?: AbortSignal): Promise<SandboxStatus>;
  /** Its id. The image is that of `config.image`, which must be there. */
  createContainer(
    sandboxId: string,
    config: ContainerConfig,
    sandbox: SandboxConfig,
    signal?: AbortSignal,
  ): Promise<string>;
  startContainer(containerId: string, signal?: AbortSignal): Promise<void>;
  /** Asks it to end, and ends it after the grace in seconds. Resolves when it has ended; one that does not exist: nothing. */
  stopContainer(containerId: string, grace: number, signal?: AbortSignal): Promise<void>;
  /** One that does not exist: nothing. */
  removeContainer(containerId: string, signal?: AbortSignal): Promise<void>;
  updateResources(containerId: string, resources: ContainerResources, signal?: AbortSignal): Promise<void>;
  /** The runtime writes on in a new file of the same name. */
  reopenLog(containerId: string, signal?: AbortSignal): Promise<void>;
  /** Runs a program to its end. `deadline` when that takes longer than `timeout` seconds; 0: the limit of a call. */
  execute(containerId: string, command: readonly string[], timeout: number, signal?: AbortSignal): Promise<Execution>;
  /** Where the streams of a program that is about to start are to be had, once: an URL on this host. */
  execUrl(
    containerId: string,
    command: readonly string[],
    options: StreamOptions,
    signal?: AbortSignal,
  ): Promise<string>;
  /** The same for the container's own program. */
  attachUrl(containerId: string, options: StreamOptions, signal?: AbortSignal): Promise<string>;
  portForwardUrl(sandboxId: string, ports: readonly number[], signal?: AbortSignal): Promise<string>;
  /** Undefined: the image is not there. */
  imageStatus(image: string, signal?: AbortSignal): Promise<ImageDetails | undefined>;
  /** By what the image is called from then on. */
  pullImage(
    image: string,
    credentials: RegistryCredentials | undefined,
    sandbox: SandboxConfig,
    signal?: AbortSignal,
  ): Promise<string>;
  /** One that does not exist: nothing. */
  removeImage(image: string, signal?: AbortSignal): Promise<void>;
  /** Ends the connection; calls under way and later ones reject with `unavailable`. */
  close(): void;
}
