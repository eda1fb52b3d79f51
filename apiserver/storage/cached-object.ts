// An object in the watch cache: its bytes, and, once somebody asks, what selectors look at. Loading a store parses nothing.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { CachedObject } from './resource-cache.ts';
import type { Revision } from './store.ts';
import { atRevision, decodeSpliced, type SplicedObject, withRevision } from './stored-object.ts';

/** What selectors see of an object. */
export interface Projection {
  readonly labels: ReadonlyMap<string, string>;
  /** `metadata.name` and `metadata.namespace` included. */
  readonly fields: ReadonlyMap<string, string>;
}

/** How the objects of one resource are read. */
export interface ObjectShape {
  /** Key prefix with a trailing slash. */
  readonly prefix: string;
  readonly namespaced: boolean;
  project(object: ApiObject): Projection;
}

export class ByteObject implements CachedObject, SplicedObject {
  readonly key: string;
  readonly revision: Revision;
  readonly bytes: Buffer;
  readonly afterType: number;
  readonly versionAt: number;
  readonly #shape: ObjectShape;
  #projection: Projection | undefined;

  constructor(key: string, revision: Revision, spliced: SplicedObject, shape: ObjectShape) {
    this.key = key;
    this.revision = revision;
    this.bytes = spliced.bytes;
    this.afterType = spliced.afterType;
    this.versionAt = spliced.versionAt;
    this.#shape = shape;
  }

  /** From what the store holds. */
  static of(key: string, revision: Revision, value: Buffer, shape: ObjectShape): ByteObject {
    return new ByteObject(key, revision, withRevision(value, revision), shape);
  }

  get namespace(): string {
    return this.#shape.namespaced ? this.key.slice(this.#shape.prefix.length, this.key.lastIndexOf('/')) : '';
  }

  get name(): string {
    return this.key.slice(this.key.lastIndexOf('/') + 1);
  }

  get labels(): ReadonlyMap<string, string> {
    return this.#project().labels;
  }

  get fields(): ReadonlyMap<string, string> {
    return this.#project().fields;
  }

  /** The same content with the revision of its removal. */
  removedAt(revision: Revision): ByteObject {
    const removed = new ByteObject(this.key, revision, atRevision(this, this.revision, revision), this.#shape);
    removed.#projection = this.#projection;
    return removed;
  }

  #project(): Projection {
    this.#projection ??= this.#shape.project(decodeSpliced(this.bytes));
    return this.#projection;
  }
}
