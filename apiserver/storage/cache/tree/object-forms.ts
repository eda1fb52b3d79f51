// What is kept of an object beside its JSON: its protobuf, its cells in a table, the same object in another version. Each is
// made at most once for each version of the object, when it is first asked for, and goes when the object is no longer the
// newest. All of them together have a limit; above it a form is made for each request anew, and not kept.
//
// A form is a text with one character for each byte. Such a text lies in the engine's heap: it takes 16 bytes more than its
// length, and leaves no holes in the memory of the process, as as many small buffers would.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { CachedObject } from '../../contract/resource-cache.ts';
import type { Revision } from '../../contract/store.ts';

/** Forms of one version of an object. */
export class ObjectForms {
  /** What they depend on beside the object; undefined: none of them does. */
  by: object | undefined = undefined;
  protobuf: string | undefined = undefined;
  protobufMetadata: string | undefined = undefined;
  cells: string | undefined = undefined;
  /** The object in other versions, by their storage form. */
  versions: Map<object, KeptVersion> | undefined = undefined;
}

/** What holds forms. */
export interface Releasable {
  /** It is no longer the newest: its forms are let go, and none is kept from now on. */
  retire(): void;
}

/** What a form takes beside its characters, and what the record of all forms of an object takes, in bytes. */
const textBytes = 16;
const recordBytes = 64;

/** Bytes of forms that are kept in any case, and how many for each byte of stored objects. */
const leastLimit = 32 * 1024 * 1024;
const shareOfStored = 0.6;
/** Milliseconds of not being asked for after which the forms of a resource make room for others. */
const idleMilliseconds = 60_000;

/** An object in another version of its kind. */
export interface KeptVersion extends CachedObject, Releasable {
  /** The same content with the revision of its removal. */
  removedAt(revision: Revision): CachedObject;
}

/** The forms of all resources. */
export class FormMemory {
  readonly #clock: Clock;
  readonly #resources = new Set<ResourceForms>();
  /** Since when `asked` of the resources counts. */
  #since: number;
  #bytes = 0;
  #stored = 0;
  #refused = 0;
  /** Counts of resources that are no longer served. */
  readonly #gone = { hits: 0, made: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.monotonic();
  }

  /** Bytes of all forms that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of the objects that forms are made of. */
  get stored(): number {
    return this.#stored;
  }

  /** The most that `bytes` may be. */
  get limit(): number {
    return Math.max(leastLimit, Math.floor(this.#stored * shareOfStored));
  }

  /** How often a form was there, was made, and was made without being kept because of the limit. */
  get counts(): { readonly hits: number; readonly made: number; readonly refused: number } {
    let { hits, made } = this.#gone;
    for (const resource of this.#resources) {
      hits += resource.hits;
      made += resource.made;
    }
    return { hits, made, refused: this.#refused };
  }

  /** Of one resource. `forget` lets all its forms go. */
  add(forget: () => void): ResourceForms {
    const resource = new ResourceForms(this, forget);
    this.#resources.add(resource);
    return resource;
  }

  /** The resource has no forms any more, and will have none. */
  remove(resource: ResourceForms): void {
    this.#resources.delete(resource);
    this.#gone.hits += resource.hits;
    this.#gone.made += resource.made;
  }

  /** The objects of a resource take more, or fewer, bytes. */
  store(bytes: number): void {
    this.#stored += bytes;
  }

  /** False: there is no room. */
  take(bytes: number): boolean {
    if (this.#bytes + bytes > this.limit && !this.#makeRoom(bytes)) {
      this.#refused += 1;
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Resources that were not requested since the last sweep lose their forms. */
  #makeRoom(bytes: number): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#since < idleMilliseconds) return false;
    this.#since = now;
    for (const resource of this.#resources) {
      if (!resource.asked) resource.forget();
      resource.asked = false;
    }
    return this.#bytes + bytes <= this.limit;
  }
}

/** The forms of the newest objects of one resource. */
export class ResourceForms {
  /** Whether a form was requested since the last sweep. */
  asked = false;
  hits = 0;
  made = 0;
  readonly forget: () => void;
  readonly #memory: FormMemory;

  constructor(memory: FormMemory, forget: () => void) {
    this.#memory = memory;
    this.forget = forget;
  }

  /** A form was found. */
  hit(): void {
    this.hits += 1;
    this.asked = true;
  }

  /** Whether a form that was made is kept, beside others of the object if there are any. */
  keep(forms: ObjectForms | undefined, bytes: number): boolean {
    this.made += 1;
    this.asked = true;
    return this.#memory.take(bytes + textBytes + (forms === undefined ? recordBytes : 0));
  }

  /** One form of several goes. */
  drop(text: string | undefined): void {
    if (text !== undefined) this.#memory.release(text.length + textBytes);
  }

  release(forms: ObjectForms): void {
    this.drop(forms.protobuf);
    this.drop(forms.protobufMetadata);
    this.drop(forms.cells);
    this.#memory.release(recordBytes);
    for (const version of forms.versions?.values() ?? []) {
      version.retire();
      this.#memory.release(version.size + textBytes);
    }
  }

  /** The objects of this resource take more, or fewer, bytes. */
  stored(bytes: number): void {
    this.#memory.store(bytes);
  }
}
