// A new state of one resource that is being put together, beside the one that is shown.

import { type Entry, type Revision, UnreadableValueError } from '../contract/store.ts';
import type { EncodedCachedObject } from './tree/cached-object.ts';
import { ObjectTree } from './tree/object-tree.ts';
import { UnreadableObjects } from './unreadable-objects.ts';

/** The resource whose state it is. */
export interface LoadingResource {
  objectOf(entry: Entry): EncodedCachedObject | UnreadableValueError;
  /** An object cannot be shown. */
  onUnreadable(error: UnreadableValueError): void;
  show(loading: Loading, revision: Revision): void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

export class Loading {
  readonly tree = ObjectTree.empty();
  readonly unreadable: UnreadableObjects;
  readonly #resource: LoadingResource;

  constructor(resource: LoadingResource) {
    this.#resource = resource;
    this.unreadable = new UnreadableObjects(() => resource.now());
  }

  add(entry: Entry): void {
    const object = this.#resource.objectOf(entry);
    if (object instanceof UnreadableValueError) {
      this.#resource.onUnreadable(object);
      this.unreadable.add(object);
    } else {
      this.tree.set(entry.key, object);
    }
  }

  /** From now on the resource shows what was added, as of `revision`. Once. */
  show(revision: Revision): void {
    this.#resource.show(this, revision);
  }
}
