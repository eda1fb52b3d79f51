// A built-in kind: everything that the server knows of it beside its schema, in one record. A file of
// `kinds/<group>/` holds one record; `kinds/catalogue.ts` makes the served resources of all of them.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Lifecycle } from './deprecation.ts';
import type { GenerationRule, Strategy, TablePrinter, Verb } from './resource.ts';
import type { UpdateStrategy } from './update-strategy.ts';

/** What may depend on the vendor's names and behaviour. */
export type ByVendor<T extends object> = T | ((vendor: Vendor) => T);

/** The record of a kind. Every part that is absent has the plain behaviour. */
export interface KindRecord {
  /** A template of the vendor profile; '' for the core group. */
  readonly group: string;
  /** Its schema is the one of this name in `shared/schema/data`, for each of its versions. */
  readonly kind: string;
  /** The plural name in paths. */
  readonly name: string;
  /** Default: the kind in lower case. */
  readonly singular?: string;
  readonly namespaced: boolean;
  /** The preferred one first. Objects are stored in it, unless its converter names another form. */
  readonly versions: readonly [KindVersion, ...KindVersion[]];
  /** Default: all eight. A kind without `get` is answered and never stored. */
  readonly verbs?: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** `status` is short for the usual sub-resource: the same kind, with get, patch and update. */
  readonly subresources?: readonly ('status' | KindSubresource)[];
  readonly strategy?: ByVendor<Strategy>;
  /** Default: the name and the time of creation. */
  readonly printer?: ByVendor<TablePrinter>;
  /**
   * Fields that selectors may name, beside those of the metadata. A reader works on the stored form and on every served
   * form, so that one cache entry serves all of them.
   */
  readonly selectableFields?: readonly (readonly [field: string, read: FieldReader])[];
  /** Default: nothing is counted, and the generation is what the creator wrote. */
  readonly generation?: GenerationRule;
  /**
   * The warning for every write of a kind that is stored but has no effect in this release. Without it a user could
   * believe that, for example, a limit is enforced.
   */
  readonly inert?: string;
  /** By the name of a struct of the schema: what goes with the fields of a feature that is off. */
  readonly droppedTogether?: DroppedTogether;
}

/** A served version of a kind. */
export interface KindVersion {
  readonly version: string;
  /** Absent: nothing is said against using it. Group names are templates. */
  readonly lifecycle?: Lifecycle;
  /** Default: the fields of the preferred version, under the name of this one. */
  readonly converter?: (vendor: Vendor) => Converter;
}

export interface KindSubresource {
  /** A name in a path. */
  readonly name: string;
  readonly kind: string;
  /** A template. Default: the group of its parent. */
  readonly group?: string;
  /** Default: each version of its parent. */
  readonly version?: string;
  readonly verbs: readonly Verb[];
  /** Older versions of its group in which its body may come. */
  readonly olderVersions?: readonly string[];
  /** What may be changed of the object through it. Absent: the status, where it is the parent's own kind. */
  readonly update?: (strategy: Strategy, vendor: Vendor) => UpdateStrategy;
}

/** A form of objects that are stored as another group or version. Both functions compute. */
export interface Converter {
  /** Group template and version of the stored form. */
  readonly stored: { readonly group: string; readonly version: string };
  /** May change the argument. Nothing that the stored form holds is lost on the way there and back. */
  fromStored(object: ApiObject): ApiObject;
  toStored(object: ApiObject): ApiObject;
}

/** The text that a field selector compares; '' where there is nothing. */
export type FieldReader = (object: ApiObject) => string;

/** Whether the fields of a feature go. */
export type IsDropped = (gate: string) => boolean;

/** Takes out of a struct what goes with the fields of a feature; called before the fields themselves go. */
export type DropTogether = (struct: Record<string, unknown>, isDropped: IsDropped) => void;

/** By the name of the struct. */
export type DroppedTogether = ReadonlyMap<string, DropTogether>;
