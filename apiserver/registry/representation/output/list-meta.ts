// The metadata of a list, a table or a list of metadata.

export interface ListMeta {
  /** Version of the list. */
  readonly resourceVersion?: string;
  /** Token of the next chunk. */
  readonly continue?: string;
  /** Objects that the chunks to come hold. */
  readonly remainingItemCount?: number;
}
