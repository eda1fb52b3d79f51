// The usage of a pod of the resources that can cause an eviction.

export interface ContainerAmounts {
  readonly memory: number;
  /** Its writable layer and its logs. */
  readonly disk: number;
}

/** Bytes and counts; 0 for what was not measured. */
export interface PodAmounts {
  readonly memory: number;
  /** Including its volumes on disk. */
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
