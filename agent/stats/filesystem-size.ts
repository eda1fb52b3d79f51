// How large a file system is, and what is left of it.

/** Sizes of a file system: bytes and inodes. */
export interface FilesystemSize {
  readonly capacityBytes: number;
  readonly availableBytes: number;
  readonly inodes: number;
  readonly inodesFree: number;
}
