// The contract of representations that are joined from cached parts of each object, without decoding. Of our modules it imports
// only the contracts of storage and of lists.

import type { CachedObject } from '../../../storage/contract/resource-cache.ts';
import type { ListMeta } from '../output/list-meta.ts';

/** Bytes that can be put somewhere. */
export type Item = Pick<CachedObject, 'itemLength' | 'writeItem'>;

/** Objects are given in the version that is served. */
export interface SplicedForm {
  /** An object as an item of a list. */
  item(object: CachedObject): Item;
  /** What stands around items of so many bytes. */
  list(metadata: ListMeta, length: number): Shell;
  /** An object by itself. */
  whole(object: CachedObject): Item;
}

/** What stands before and after items. */
export interface Shell {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Bytes at the beginning of the first item that the head takes the place of: the comma of JSON. */
  readonly over: number;
}
