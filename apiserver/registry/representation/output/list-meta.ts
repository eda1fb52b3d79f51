// The metadata of a list, a table or a list of metadata.

export interface ListMeta {
  /** Version of the list. */
  readonly resourceVersion?: string;
  /** Token of the next chunk; of the last list of custom objects it is empty, else absent. */
  readonly continue?: string;
  /** Objects that the chunks to come hold. */
  readonly remainingItemCount?: number;
}
