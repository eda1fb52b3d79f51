// The newest objects of one resource. The tree is changed in place, unless a reader may hold a snapshot of it.

import type { EncodedCachedObject } from './cached-object.ts';
import type { FormMemory, ResourceForms } from './object-forms.ts';
import { ObjectTree } from './object-tree.ts';
import type { SelectionCache } from './selection-cache.ts';
import { TreeSnapshot } from './tree-snapshot.ts';
import type { Revision } from '../../contract/store.ts';

export class NewestObjects {
  /** Keeps the forms of these objects, and only of these. */
  readonly forms: ResourceForms;
  readonly #memory: FormMemory;
  readonly #selections: SelectionCache;
  #tree: ObjectTree = ObjectTree.empty();
  /** A snapshot of `#tree` that readers may hold; undefined: the tree may be changed in place. */
  #shared: TreeSnapshot | undefined;
  #revision: Revision = 0;
  #changes = 0;

  /** `memory` and `selections`: of all resources. */
  constructor(memory: FormMemory, selections: SelectionCache) {
    this.#memory = memory;
    this.#selections = selections;
    this.forms = memory.add(() => this.letFormsGo());
  }

  /** Of the last change. */
  get revision(): Revision {
    return this.#revision;
  }

  /** Grows with each change, and whenever all objects are replaced. */
  get changes(): number {
    return this.#changes;
  }

  *[Symbol.iterator](): Iterator<EncodedCachedObject> {
    for (const { objects } of this.#tree.leaves) yield* objects;
  }

  get(key: string): EncodedCachedObject | undefined {
    return this.#tree.get(key);
  }

  /** Answers the object whose place it took. That one keeps its forms until `leave`. */
  set(key: string, object: EncodedCachedObject): EncodedCachedObject | undefined {
    this.forms.stored(object.size);
    return this.#ownTree().set(key, object);
  }

  /** Answers the object that was removed, as `set` does. */
  delete(key: string): EncodedCachedObject | undefined {
    return this.#ownTree().delete(key);
  }

  /** The last change that was taken in has this revision, whether it could be shown or not. */
  changed(revision: Revision): void {
    if (this.#shared !== undefined) this.#ownTree();
    this.#revision = revision;
    this.#changes += 1;
  }

  /** All objects at once, as of `revision`. Those before leave. */
  replace(tree: ObjectTree, revision: Revision): void {
    for (const object of this) this.leave(object);
    this.#tree = tree;
    this.#shared = undefined;
    this.#revision = revision;
    this.#changes += 1;
    for (const { size } of this) this.forms.stored(size);
  }

  /** The object is no longer among the newest. */
  leave(object: EncodedCachedObject): void {
    this.forms.stored(-object.size);
    object.retire();
  }

  /** The forms that were made of the objects. Others may be made. */
  letFormsGo(): void {
    for (const object of this) object.letFormsGo();
  }

  snapshot(): TreeSnapshot {
    this.#shared ??= new TreeSnapshot(this.#revision, this.#tree, this.#selections);
    return this.#shared;
  }

  /** There will be none any more: what they took is given back. */
  close(): void {
    this.replace(ObjectTree.empty(), this.#revision);
    this.#memory.remove(this.forms);
  }

  /** The tree, no longer shared with a snapshot. */
  #ownTree(): ObjectTree {
    if (this.#shared !== undefined) {
      this.#tree = this.#shared.copy();
      this.#shared = undefined;
    }
    return this.#tree;
  }
}
