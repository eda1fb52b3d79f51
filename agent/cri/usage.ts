// What a runtime measures of sandboxes and containers, as the agent sees it. A value that a runtime does not report is
// undefined, never 0. Imports nothing else of ours.

/** How long work stood still for want of one resource. */
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
  /** What of it was spent in programs, and in the kernel for them. */
  readonly userNanoseconds?: number;
  readonly systemNanoseconds?: number;
  /** Periods of a limit, how many of them it held work back in, and for how long. */
  readonly periods?: number;
  readonly throttledPeriods?: number;
  readonly throttledNanoseconds?: number;
  /** Absent where the kernel does not tell. */
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
  /** Processes that the kernel killed for want of memory. */
  readonly oomKills?: number;
  /** How often the limit was met, and the most that was ever in use. */
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

/** What one block device was asked for. */
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
  readonly io?: IoUsage;
}

export interface SandboxUsage {
  readonly id: string;
  readonly podName: string;
  readonly podNamespace: string;
  readonly podUid: string;
  /** Of the whole pod, with what the sandbox itself needs. */
  readonly cpu?: CpuUsage;
  readonly memory?: MemoryUsage;
  readonly io?: IoUsage;
  readonly network?: NetworkUsage;
  readonly processCount?: number;
  readonly containers: readonly ContainerUsage[];
}
