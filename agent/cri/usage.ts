// What a runtime measures of sandboxes and containers, as the agent sees it. A value that a runtime does not report is
// undefined, never 0. Imports nothing else of ours.

/** Pressure stall information of one resource: how long work waited for it. */
export interface Stall {
  /** Nanoseconds since the start. */
  readonly total: number;
  /** Percent of the last 10, 60 and 300 seconds. */
  readonly avg10: number;
  readonly avg60: number;
  readonly avg300: number;
}

/** Pressure stall information: of times in which at least one task waited, and of those in which all did. */
export interface StallUsage {
  readonly some: Stall;
  readonly full: Stall;
}

/** Times are milliseconds since the epoch: when it was measured. */
export interface CpuUsage {
  readonly at: number;
  /** Consumed since the start, summed over all cores. Exact up to 2^53, after that to the nearest representable. */
  readonly coreNanoseconds?: number;
  /** Billionths of a core, as a mean over the runtime's own short window. */
  readonly nanoCores?: number;
  /** The parts of it in user mode and in the kernel. */
  readonly userNanoseconds?: number;
  readonly systemNanoseconds?: number;
  /** CPU limit periods, how many of them were throttled, and for how long. */
  readonly periods?: number;
  readonly throttledPeriods?: number;
  readonly throttledNanoseconds?: number;
  /** Absent where the kernel does not report stalls. */
  readonly stalls?: StallUsage;
}

export interface MemoryUsage {
  readonly at: number;
  readonly workingSetBytes?: number;
  /** What is left below the limit; absent without a limit. */
  readonly availableBytes?: number;
  readonly usageBytes?: number;
  readonly rssBytes?: number;
  /** Page cache, and what of it is mapped. */
  readonly cacheBytes?: number;
  readonly mappedBytes?: number;
  /** Processes that the kernel killed because memory ran out. */
  readonly oomKills?: number;
  /** How often the limit was reached, and the highest usage. */
  readonly limitHits?: number;
  readonly mostBytes?: number;
  readonly pageFaults?: number;
  readonly majorPageFaults?: number;
  readonly stalls?: StallUsage;
}

export interface IoUsage {
  readonly at: number;
  readonly stalls?: StallUsage;
}

/** I/O of one block device. */
export interface DeviceIo {
  readonly device: string;
  readonly reads?: number;
  readonly writes?: number;
  readonly readBytes?: number;
  readonly writtenBytes?: number;
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
  readonly rxPackets?: number;
  readonly rxDropped?: number;
  readonly txBytes?: number;
  readonly txErrors?: number;
  readonly txPackets?: number;
  readonly txDropped?: number;
}

export interface NetworkUsage {
  readonly at: number;
  /** The default interface; absent when the runtime names none. */
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
  readonly io?: IoUsage;
}

export interface SandboxUsage {
  readonly id: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  /** Usage of the whole pod, including the sandbox itself. */
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly io?: IoUsage;
  readonly network?: NetworkUsage;
  readonly processCount?: number;
  readonly containers: readonly ContainerUsage[];
}
