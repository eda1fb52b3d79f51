// What a pod uses of what a node can run short of.

export interface ContainerAmounts {
  readonly memory: number;
  /** What it writes beside volumes, and its logs. */
  readonly disk: number;
}

/** Bytes and counts; 0 for what was not measured. */
export interface PodAmounts {
  readonly memory: number;
  /** With its volumes on disk. */
  readonly disk: number;
  readonly inodes: number;
  readonly processes: number;
  readonly containers: ReadonlyMap<string, ContainerAmounts>;
  /** Bytes of the volumes of the kind `emptyDir` on disk, by name. */
  readonly emptyDirs: ReadonlyMap<string, number>;
}

export const nothingUsed: PodAmounts = {
  memory: 0,
  disk: 0,
  inodes: 0,
  processes: 0,
  containers: new Map(),
  emptyDirs: new Map(),
};
