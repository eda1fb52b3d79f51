// The container runtime as the agent sees it: only the calls the agent makes, each with every outcome. Implemented over
// gRPC (`grpc-runtime.ts`); `runtime.contract.ts` holds any implementation to this page. Imports only the shapes of usage.

import type { ContainerUsage, FilesystemUsage, SandboxUsage } from './usage.ts';

/** Why a call failed, in terms on which callers decide. */
export type RuntimeFailure =
  /** No connection, or it broke: the runtime is down or restarting. The next call tries again. */
  | 'unavailable'
  /** The runtime does not know the call. */
  | 'unimplemented'
  /** The named container does not exist. */
  | 'not-found'
  /** The deadline passed; whether the runtime did the work is unknown. */
  | 'deadline'
  /** The caller's signal aborted the call. */
  | 'aborted'
  /** The answer was no valid message or too large. */
  | 'bad-answer'
  /** The runtime refused or failed; `message` is its own text. */
  | 'failed';

/** The only error calls reject with. */
export class RuntimeError extends Error {
  override readonly name = 'RuntimeError';
  readonly failure: RuntimeFailure;
  constructor(failure: RuntimeFailure, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}

export interface RuntimeVersion {
  /** `containerd`, `cri-o`, ... */
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  /** Version of the interface, `v1`. */
  readonly runtimeApiVersion: string;
}

export interface RuntimeCondition {
  /** `RuntimeReady`, `NetworkReady`, and whatever else the runtime reports. */
  readonly type: string;
  readonly status: boolean;
  readonly reason: string;
  readonly message: string;
}

export interface RuntimeHandler {
  /** '' is the default handler. */
  readonly name: string;
  readonly recursiveReadOnlyMounts: boolean;
  readonly userNamespaces: boolean;
}

export interface RuntimeStatus {
  readonly conditions: readonly RuntimeCondition[];
  /** Empty when the runtime is older than the field. */
  readonly handlers: readonly RuntimeHandler[];
  /** Undefined when the runtime is older than the field. */
  readonly supplementalGroupsPolicy: boolean | undefined;
}

export interface Sandbox {
  readonly id: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  /** 0 for the first of its pod, one more with each that takes its place. */
  readonly attempt: number;
  readonly ready: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
}

export type ContainerState = 'created' | 'running' | 'exited' | 'unknown';

export interface Container {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  /** 0 for the first run, one more with each restart. */
  readonly attempt: number;
  readonly image: string;
  /** The image that it runs, by digest or id. */
  readonly imageRef: string;
  readonly state: ContainerState;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly labels: ReadonlyMap<string, string>;
}

/** The least by which a change of a sandbox is noticed. */
export type SandboxState = Pick<Sandbox, 'id' | 'podUid' | 'ready'>;

/** The same of a container. */
export type ContainerMark = Pick<Container, 'id' | 'sandboxId' | 'state'>;

export interface ContainerStatus extends Omit<Container, 'sandboxId'> {
  readonly annotations: ReadonlyMap<string, string>;
  readonly mounts: readonly ContainerMount[];
  /** Milliseconds since the epoch; 0: not yet. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  /** Absolute path of the log on this host, as the runtime says; '' when it writes none. Not to be trusted. */
  readonly logPath: string;
}

export interface ContainerMount {
  readonly containerPath: string;
  readonly hostPath: string;
}

export interface Image {
  /** The runtime needs the image: it must not be removed. */
  readonly pinned: boolean;
  readonly id: string;
  readonly tags: readonly string[];
  readonly digests: readonly string[];
  readonly sizeBytes: number;
}

export interface RuntimeFilesystems {
  readonly images: readonly FilesystemUsage[];
  /** Empty on runtimes that are older than the field. */
  readonly containers: readonly FilesystemUsage[];
}

export interface CheckpointRequest {
  readonly containerId: string;
  /** Absolute path of the archive to be written. */
  readonly location: string;
  /** Seconds, passed to the runtime as it is. 0: the runtime's default. Above 0 the call also ends after that time. */
  readonly timeoutSeconds: number;
}

/**
 * A connection to a runtime. Calls may run concurrently. Each rejects only with `RuntimeError`, `aborted` as soon as the
 * signal aborts. Results belong to the caller, are never shared and never change.
 */
export interface Runtime {
  version(signal?: AbortSignal): Promise<RuntimeVersion>;
  /** Resolves also when the runtime is not ready: the conditions contain its readiness. */
  status(signal?: AbortSignal): Promise<RuntimeStatus>;
  /** The cgroup driver that the runtime uses; undefined when the runtime is too old to report it. */
  cgroupDriver(signal?: AbortSignal): Promise<'systemd' | 'cgroupfs' | undefined>;
  /** Sets the addresses of pods: networks separated by commas. May be called repeatedly, with the same or other networks. */
  setPodCidrs(podCidrs: string, signal?: AbortSignal): Promise<void>;
  /** Sandboxes in any state whose labels contain the given ones; none: an empty list. */
  listSandboxes(labels?: ReadonlyMap<string, string>, signal?: AbortSignal): Promise<readonly Sandbox[]>;
  /**
   * Containers in any state: those of one sandbox when its id is given, those whose labels contain the given ones when
   * labels are. None: an empty list.
   */
  listContainers(of?: string | ReadonlyMap<string, string>, signal?: AbortSignal): Promise<readonly Container[]>;
  /** All sandboxes, for who looks every second. */
  sandboxStates(signal?: AbortSignal): Promise<readonly SandboxState[]>;
  /** All containers, for who looks every second. */
  containerStates(signal?: AbortSignal): Promise<readonly ContainerMark[]>;
  /** `not-found` when there is no such container. */
  containerStatus(containerId: string, signal?: AbortSignal): Promise<ContainerStatus>;
  /** The process id of a sandbox's first process on this host; undefined when the runtime does not report it. */
  sandboxPid(sandboxId: string, signal?: AbortSignal): Promise<number | undefined>;
  /** The process id of a container's first process; undefined when the runtime does not report it, or none runs. */
  containerPid(containerId: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Usage of the pods that run, with their containers. `unimplemented` on runtimes that measure containers only. */
  sandboxUsage(signal?: AbortSignal): Promise<readonly SandboxUsage[]>;
  /** Usage of the containers that run. */
  containerUsage(signal?: AbortSignal): Promise<readonly ContainerUsage[]>;
  /**
   * Returns when the archive is complete. `unimplemented` on runtimes without checkpoints (whether or not the container
   * exists), `not-found`, `deadline`, `failed` otherwise; then the location may hold a partial file.
   */
  checkpoint(request: CheckpointRequest, signal?: AbortSignal): Promise<void>;
  listImages(signal?: AbortSignal): Promise<readonly Image[]>;
  /** The name of the image of sandboxes; '' when the runtime does not report it. */
  sandboxImage(signal?: AbortSignal): Promise<string>;
  /** Where images lie, and what containers write; may be empty while the runtime has not measured yet. */
  filesystems(signal?: AbortSignal): Promise<RuntimeFilesystems>;
  /** Ends the connection; calls under way and later ones reject with `unavailable`. Repeated calls do nothing. */
  close(): void;
}
