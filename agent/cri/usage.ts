// What a runtime measures of sandboxes and containers, as the agent sees it. A figure that a runtime does not tell is
// undefined, never 0. Imports nothing else of ours.

/** Times are milliseconds since the epoch: when it was measured. */
export interface CpuUsage {
  readonly at: number;
  /** Consumed since the start, summed over all cores. Exact up to 2^53, after that to the nearest representable. */
  readonly coreNanoseconds?: number;
  /** Billionths of a core, as a mean over the runtime's own short window. */
  readonly nanoCores?: number;
}

export interface MemoryUsage {
  readonly at: number;
  readonly workingSetBytes?: number;
  /** What is left below the limit; absent without a limit. */
  readonly availableBytes?: number;
  readonly usageBytes?: number;
  readonly rssBytes?: number;
  readonly pageFaults?: number;
  readonly majorPageFaults?: number;
}

export interface SwapUsage {
  readonly at: number;
  readonly availableBytes?: number;
  readonly usageBytes?: number;
}

export interface FilesystemUsage {
  readonly at: number;
  readonly mountpoint: string;
  readonly usedBytes?: number;
  readonly inodesUsed?: number;
}

export interface InterfaceUsage {
  readonly name: string;
  readonly rxBytes?: number;
  readonly rxErrors?: number;
  readonly txBytes?: number;
  readonly txErrors?: number;
}

export interface NetworkUsage {
  readonly at: number;
  /** The interface that leads out; absent when the runtime names none. */
  readonly defaultInterface?: InterfaceUsage;
  readonly interfaces: readonly InterfaceUsage[];
}

export interface ContainerUsage {
  readonly id: string;
  readonly name: string;
  readonly attempt: number;
  readonly labels: ReadonlyMap<string, string>;
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly swap?: SwapUsage;
  readonly writableLayer?: FilesystemUsage;
}

export interface SandboxUsage {
  readonly id: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  /** Of the whole pod, with what the sandbox itself needs. */
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly network?: NetworkUsage;
  readonly processCount?: number;
  readonly containers: readonly ContainerUsage[];
}
