// Features of the registry that an operator can switch. `config/option/gates.ts` has the gate of each.

export interface RegistryFeatures {
  /** CBOR is read and written. Gate CBORServingAndStorage. */
  readonly cbor: boolean;
  /** Lists at an older version come from snapshots of the watch cache; off: from the store's history. Gate ListFromCacheSnapshot. */
  readonly snapshotLists: boolean;
  /** A watch may ask for the present objects as its first events. Gate WatchList. */
  readonly streamingLists: boolean;
  /** A delete may remove an object that cannot be read. Gate AllowUnsafeMalformedObjectDeletion. */
  readonly unsafeDeletion: boolean;
  /**
   * Whether declared rules are judged beside the other validation, and which of both counts. Gates DeclarativeValidation and
   * DeclarativeValidationTakeover.
   */
  readonly declaredValidation: 'off' | 'compared' | 'decides';
  /** Gates of fields that are off: new objects lose those fields. See `context/field-gates.ts`. */
  readonly disabledGates: ReadonlySet<string>;
}
