// An object in the watch cache: its bytes and, from the first use on, what selectors match. Loading a store parses nothing.
// The bytes are in memory of the object's own, or, with those of its neighbours, in a block (`object-leaf.ts`).

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { type KeptVersion, ObjectForms, type ResourceForms } from './object-forms.ts';
import type { CachedObject, FormMaker } from '../../contract/resource-cache.ts';
import type { Revision } from '../../contract/store.ts';
import {
  atRevision,
  decodeJson,
  jsonLength,
  metadataLead,
  newline,
  type EncodedObject,
  withRevision,
} from '../../format/stored-object.ts';

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
  /** Whether items of lists say their kind and version, as those of custom kinds do. Default false. */
  readonly typedItems?: boolean;
  project(object: ApiObject): Projection;
}

/** The bytes before an object in a list; before one that says its kind and version only the first of them. */
const lead = Buffer.from(',{');
const comma = 0x2c;

export class EncodedCachedObject implements CachedObject, EncodedObject, KeptVersion {
  readonly key: string;
  readonly revision: Revision;
  readonly size: number;
  readonly afterType: number;
  readonly versionAt: number;
  readonly #shape: ObjectShape;
  #projection: Projection | undefined;
  /** The object's JSON; or the block that holds what comes after `#head`, from `#at` on, behind its lead. */
  #memory: Buffer;
  #at = 0;
  /** Kind and version, shared with the neighbours. Undefined: the memory is the object's own. */
  #head: Buffer | undefined;
  /** 0: not known yet. */
  #metadataLength: number;
  /** The cache of forms; undefined: forms are made for each request. */
  #keeper: ResourceForms | undefined;
  /** The forms that are kept; or the object whose last state this one shows with another revision. */
  #forms: ObjectForms | EncodedCachedObject | undefined;

  constructor(key: string, revision: Revision, spliced: EncodedObject, shape: ObjectShape, keeper?: ResourceForms) {
    this.key = key;
    this.revision = revision;
    this.size = spliced.bytes.length;
    this.afterType = spliced.afterType;
    this.versionAt = spliced.versionAt;
    this.#memory = spliced.bytes;
    this.#metadataLength = spliced.metadataLength;
    this.#shape = shape;
    this.#keeper = keeper;
    this.#forms = undefined;
  }

  /** From what the store holds. */
  static of(
    key: string,
    revision: Revision,
    value: Buffer,
    shape: ObjectShape,
    keeper?: ResourceForms,
  ): EncodedCachedObject {
    return new EncodedCachedObject(key, revision, withRevision(value, revision), shape, keeper);
  }

  /** The same object as another shape reads it, in memory of its own where this one lies in a block. */
  reshaped(shape: ObjectShape, keeper?: ResourceForms): EncodedCachedObject {
    const { bytes, afterType, versionAt } = this;
    const metadataLength = this.#metadataLength;
    return new EncodedCachedObject(
      this.key,
      this.revision,
      { bytes, afterType, versionAt, metadataLength },
      shape,
      keeper,
    );
  }

  /** Put together anew at each call when the object lies in a block. */
  get bytes(): Buffer {
    if (this.#head === undefined) return this.#memory;
    const bytes = Buffer.allocUnsafe(this.size);
    this.write(bytes, 0);
    return bytes;
  }

  get line(): Buffer {
    const line = Buffer.allocUnsafe(this.size + 1);
    this.write(line, 0);
    line[this.size] = newline;
    return line;
  }

  write(target: Buffer, at: number): void {
    if (this.#head === undefined) {
      this.#memory.copy(target, at);
      return;
    }
    target.set(this.#head, at);
    this.#memory.copy(target, at + this.afterType, this.#at, this.#at + this.size - this.afterType);
  }

  get text(): string {
    return this.#head === undefined || this.#shape.typedItems === true
      ? this.content
      : `${this.#head.toString()}${this.content.slice(1)}`;
  }

  get content(): string {
    if (this.#head === undefined) return this.#memory.toString('utf8', 0, this.size);
    // The first brace of the item is that of the object: texts that are put together take longer to parse.
    return this.#memory.toString('utf8', this.#itemAt + 1, this.#at + this.size - this.afterType);
  }

  get metadataLength(): number {
    if (this.#metadataLength === 0) this.#metadataLength = jsonLength(this.#memory, this.#metadataAt());
    return this.#metadataLength;
  }

  get metadataText(): string {
    const start = this.#metadataAt();
    return this.#memory.toString('utf8', start, start + this.metadataLength);
  }

  writeMetadata(target: Buffer, at: number): void {
    const start = this.#metadataAt();
    this.#memory.copy(target, at, start, start + this.metadataLength);
  }

  form(maker: FormMaker): string {
    const known = this.#knownOf(maker);
    if (known !== undefined) {
      this.#keeper?.hit();
      return known;
    }
    const before = this.#forms instanceof EncodedCachedObject ? this.#forms.#knownOf(maker) : undefined;
    const text = before === undefined ? maker.make(this) : maker.atRevision(before, this.revision);
    this.#keep(maker, text);
    return text;
  }

  knownForm(name: FormMaker['name']): string | undefined {
    return this.#forms instanceof ObjectForms ? this.#forms[name] : undefined;
  }

  /** What was made by another maker of the same form counts for nothing. */
  #knownOf({ name, by }: FormMaker): string | undefined {
    if (!(this.#forms instanceof ObjectForms)) return undefined;
    return by === undefined || by === this.#forms.by ? this.#forms[name] : undefined;
  }

  get apiVersion(): string {
    const head = this.#head ?? this.#memory.subarray(0, this.afterType);
    return (JSON.parse(`${head.toString('utf8', 0, this.afterType - 1)}}`) as ApiObject).apiVersion;
  }

  inVersion(version: object): CachedObject | undefined {
    if (this.#forms instanceof ObjectForms) return this.#forms.versions?.get(version);
    const before = this.#forms === undefined ? undefined : this.#forms.#forms;
    return before instanceof ObjectForms ? before.versions?.get(version)?.removedAt(this.revision) : undefined;
  }

  keepVersion(version: object, value: Buffer): CachedObject {
    // Two may have been making it.
    const known = this.inVersion(version);
    if (known !== undefined) return known;
    const spliced = withRevision(value, this.revision);
    const other = new EncodedCachedObject(this.key, this.revision, spliced, this.#shape);
    const forms = this.#forms instanceof ObjectForms ? this.#forms : undefined;
    if (this.#forms instanceof EncodedCachedObject || this.#keeper?.keep(forms, other.size) !== true) return other;
    other.#keeper = this.#keeper;
    const own = forms ?? new ObjectForms();
    own.versions ??= new Map();
    own.versions.set(version, other);
    this.#forms = own;
    return other;
  }

  retire(): void {
    this.letFormsGo();
    this.#keeper = undefined;
  }

  /** Lets all forms go; those that are asked for later are kept again. */
  letFormsGo(): void {
    if (this.#forms instanceof ObjectForms) this.#keeper?.release(this.#forms);
    this.#forms = undefined;
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

  /** What selectors see, for one look: unlike `labels` and `fields` nothing of it is kept, which would be more than the object. */
  look(): Projection {
    return this.#projection ?? this.#shape.project(decodeJson(this.content));
  }

  get itemLength(): number {
    return this.size - this.afterType + this.#leadLength;
  }

  /** Bytes of an item before what comes after kind and version. */
  get #leadLength(): number {
    return this.#shape.typedItems === true ? 1 + this.afterType : lead.length;
  }

  /** Where the item begins in a block. */
  get #itemAt(): number {
    return this.#at - this.#leadLength;
  }

  /** Whether the bytes lie in a block. */
  get packed(): boolean {
    return this.#head !== undefined;
  }

  writeItem(target: Buffer, at: number): void {
    if (this.#head !== undefined) {
      this.#memory.copy(target, at, this.#itemAt, this.#at + this.size - this.afterType);
      return;
    }
    if (this.#shape.typedItems === true) {
      target[at] = comma;
      this.#memory.copy(target, at + 1);
      return;
    }
    target.set(lead, at);
    this.#memory.copy(target, at + lead.length, this.afterType);
  }

  /** Whether this object's item stands right behind the other's in the same block. */
  follows(other: EncodedCachedObject): boolean {
    if (this.#head === undefined || other.#head === undefined || this.#memory !== other.#memory) return false;
    return this.#itemAt === other.#at + other.size - other.afterType;
  }

  /** Copies the items from this object's to `last`'s; they are adjacent. */
  writeItemsTo(last: EncodedCachedObject, target: Buffer, at: number): void {
    this.#memory.copy(target, at, this.#itemAt, last.#at + last.size - last.afterType);
  }

  /** `like`, when kind and version are the same as there; else a head for this object. */
  headLike(like: Buffer | undefined): Buffer {
    const head = this.#head ?? this.#memory.subarray(0, this.afterType);
    if (like === head || like?.equals(head) === true) return like;
    if (this.#head !== undefined) return this.#head;
    // Not in Node's pool: some bytes that stay would keep all of it.
    const own = Buffer.allocUnsafeSlow(head.length);
    head.copy(own);
    return own;
  }

  /**
   * From now on the object's bytes are those of its item, which stands at `at` in the block. What selectors saw is let go:
   * it is half as large again as a small object, and watches ask for it when the object is new, and once more when it goes.
   */
  moveInto(block: Buffer, at: number, head: Buffer): void {
    this.#projection = undefined;
    this.#memory = block;
    this.#at = at + this.#leadLength;
    this.#head = head;
  }

  /** Gives the object memory of its own, so that it does not keep a block of others. */
  detach(): void {
    if (this.#head === undefined) return;
    const bytes = Buffer.allocUnsafeSlow(this.size);
    this.write(bytes, 0);
    this.#memory = bytes;
    this.#at = 0;
    this.#head = undefined;
  }

  /** The same content with the revision of its removal. */
  removedAt(revision: Revision): EncodedCachedObject {
    const removed = new EncodedCachedObject(this.key, revision, atRevision(this, this.revision, revision), this.#shape);
    removed.#projection = this.#projection;
    removed.#forms = this;
    return removed;
  }

  /** Offset of the metadata in the memory. */
  #metadataAt(): number {
    return (this.#head === undefined ? this.afterType : this.#at) + metadataLead;
  }

  #keep({ name, holds, by }: FormMaker, text: string): void {
    const keeper = this.#keeper;
    if (keeper === undefined || this.#forms instanceof EncodedCachedObject) return;
    if (by !== undefined && this.#forms?.by !== undefined && this.#forms.by !== by) this.letFormsGo();
    if (!keeper.keep(this.#forms, text.length)) return;
    this.#forms ??= new ObjectForms();
    this.#forms.by = by ?? this.#forms.by;
    this.#forms[name] = text;
    if (holds === undefined) return;
    keeper.drop(this.#forms[holds]);
    this.#forms[holds] = undefined;
  }

  #project(): Projection {
    this.#projection ??= this.#shape.project(decodeJson(this.content));
    return this.#projection;
  }
}
