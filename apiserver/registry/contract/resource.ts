// What a served resource is: one record that the verbs, discovery, OpenAPI and the table printer read. Built-in resources
// are made of the records of kinds (`kind.ts`), extension definitions will make the same. A record never changes: another one
// takes its place in the table of resources.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Deprecation } from './deprecation.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { StructSchema } from '../../../shared/schema/schema.ts';
import type { Tolerance } from './tolerance.ts';
import type { UpdateStrategy, Warn } from './update-strategy.ts';
import type { VersionConverter } from './version-converter.ts';
import type { ObjectShape } from '../../storage/cache/tree/cached-object.ts';

export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** A sub-resource. Its group, version and kind may differ from its parent's (`scale`, `eviction`, `token`). */
export interface Subresource {
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly verbs: readonly Verb[];
  /** Older versions of its group, of the same form, in which its body may come. */
  readonly olderVersions: readonly string[];
  /** Schema of its body; undefined for streams (log, exec, proxy). */
  readonly schema: StructSchema | undefined;
  /** Of `scale`: where in the object it stands. Absent: as the built-in workloads have it. */
  readonly scale?: ScaleFields;
  /** What may be changed of the parent through it, for one write. Absent: its status, or its body is none of the parent's kind. */
  readonly update?: (strategy: Strategy) => UpdateStrategy;
}

/** Whether objects may be patched by their schema: extension kinds do not say how lists are merged. */
export function takesStrategicPatch({ custom }: Pick<Resource, 'custom'>): boolean {
  return custom !== true;
}

/** Whether the items of its lists have a kind and an apiVersion. Those of extension kinds do. */
export function hasTypedItems({ custom }: Pick<Resource, 'custom'>): boolean {
  return custom === true;
}

/** The fields of an object that its scale shows, each as the way to it. */
export interface ScaleFields {
  readonly replicas: readonly string[];
  readonly current: readonly string[];
  /** A selector as a text; undefined: there is none. */
  readonly selector: readonly string[] | undefined;
}

/** One cell of a table row. */
export type Cell = string | number | boolean | null | ElapsedCell;

/** A cell with the age of a time at the moment it is printed, between two texts. */
export interface ElapsedCell {
  readonly before: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly after: string;
}

/** One column of the Table representation. */
export interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** '' for none; `name` is that of the object. */
  readonly format: string;
  readonly description: string;
  /** 0: always shown; greater: only wide. */
  readonly priority: number;
}

/** Something about the object of a row that clients may show it by, or hide it for. */
export interface RowCondition {
  readonly type: 'Completed';
  readonly status: 'True';
  readonly reason: string;
  readonly message: string;
}

/** How objects of a kind are printed. `cells` answers one cell per column, the same for the same object. */
export interface TablePrinter {
  readonly columns: readonly Column[];
  cells(object: ApiObject): readonly Cell[];
  /** Absent, and undefined: the row has none. */
  conditions?(object: ApiObject): readonly RowCondition[] | undefined;
}

/** Parts of the metadata that clients write, and that some endpoints leave as they are. */
export type MetadataPart = 'labels' | 'annotations' | 'finalizers' | 'ownerReferences' | 'generateName';

/** The rules for names. */
export type NameRule = 'subdomain' | 'label' | 'label-1035' | 'path-segment' | 'address';

/**
 * What data cannot say about a kind. Every part is optional; the default is the plain behaviour. The functions may change
 * `object` in place, never `old`; they are synchronous and use nothing but their arguments.
 */
export interface Strategy {
  /**
   * What the service sets before a create: the first status, who asked. `warn`: about what it takes over from older forms. `now`:
   * milliseconds since the epoch.
   */
  prepareCreate?(object: ApiObject, user: UserInfo, warn: Warn, now: number): void;
  /** Before an update through the main endpoint; `old` is the stored object. `now`: milliseconds since the epoch. */
  prepareUpdate?(object: ApiObject, old: ApiObject, now: number): void;
  /** What has to be loaded before this object is validated; undefined: nothing. */
  load?(object: ApiObject): Promise<void> | undefined;
  validateCreate?(object: ApiObject): readonly FieldError[];
  /** `warn` adds a warning for the client: about values that are wrong but unchanged. */
  validateUpdate?(object: ApiObject, old: ApiObject, warn: Warn): readonly FieldError[];
  /** Whether an update is validated as a new object and as an update: causes of a refusal are listed by both. Default false. */
  readonly validatesTwice?: boolean;
  /** Faults that an update may keep from the stored object. Default none. */
  readonly tolerances?: readonly Tolerance[];
  /** Parts, as `spec.template`, that are not validated again while an update leaves them as they are stored. Default none. */
  readonly keptAsStored?: readonly string[];
  /** Why no object may be made now (its kind is being removed): the reason of a 403. Undefined: one may. */
  refusesCreate?(): string | undefined;
  /** Defaults that depend on other fields, after those of the schema; before every create and update, status included. */
  applyDefaults?(object: ApiObject): void;
  /**
   * Before an update through the status sub-resource, when more than `status` is taken from the request, or not all of it.
   * `now`: milliseconds since the epoch.
   */
  prepareStatusUpdate?(object: ApiObject, old: ApiObject, now: number): void;
  validateStatusUpdate?(object: ApiObject, old: ApiObject, warn: Warn): readonly FieldError[];
  /** Warnings to the writer of this object: Warning headers of every successful create and update. `old`: before an update. */
  warnings?(object: ApiObject, old?: ApiObject): readonly string[];
  /** The same, of creates only. */
  createWarnings?(object: ApiObject): readonly string[];
  /** Whether a create takes the status it was sent (nodes). Default false: kinds with a status sub-resource start without. */
  readonly takesStatusOnCreate?: boolean;
  /** Whether finalizers need no domain, and no standard name, as in extension kinds. Default false. */
  readonly anyFinalizer?: boolean;
  /** What `metadata.name` must be. Default: a DNS subdomain. */
  readonly nameRule?: NameRule;
  /** When deletion starts and the object stays for a while (namespaces: the phase). */
  prepareDelete?(object: ApiObject): void;
  /** Whether something beside `metadata.finalizers` holds back the removal (namespaces: `spec.finalizers`). */
  heldBack?(object: ApiObject): boolean;
  /** Whether the start of a removal sets its time only, without a period of grace, and no generation counts it. */
  readonly plainRemoval?: boolean;
  /**
   * Where propagation policies have less effect: `none`, as nothing can depend on these objects, and a delete takes away the
   * finalizers of both policies; `once-marked`, not for the delete that marks the object. Default: each delete sets them.
   */
  readonly propagation?: 'none' | 'once-marked';
  /**
   * Present where a delete that names no policy leaves the dependents behind, unless a finalizer of the object says otherwise.
   * `warning`: the warning to a client that did not name one.
   */
  readonly orphansByDefault?: { readonly warning?: string };
  /** Whether what the schema says of values of the status is not asked of its writers. Default false. */
  readonly freeStatus?: boolean;
  /** Parts of the metadata that the status sub-resource leaves as they are. Default none: they are written with the status. */
  readonly statusKeeps?: readonly MetadataPart[];
  /** Whether a PUT to a missing name creates it. Default false. */
  readonly createOnUpdate?: boolean;
  /** Whether a PUT without resourceVersion overwrites. Default true. */
  readonly unconditionalUpdate?: boolean;
  /** Seconds of grace of a delete that does not say; undefined: removed at once. May use the options of the delete. */
  gracePeriod?(object: ApiObject, asked: number | undefined): number | undefined;
  /** Whether a delete that removed the object at once answers the object instead of a Status. Default false. */
  readonly deleteReturnsObject?: boolean;
  /** Seconds after which the store removes the object (events). Undefined: never. */
  readonly ttlSeconds?: number | undefined;
}

/** How the generation of a kind begins, and which changes it counts beside a removal that has to wait. */
export interface GenerationRule {
  /** The generation of a new object; undefined: what its maker wrote, none as a rule. */
  readonly first?: 1;
  /** Whether changes outside of metadata and status count. */
  readonly content: boolean;
  /** Whether those of the status count too, where it has no endpoint of its own. Default false. */
  readonly status?: boolean;
  /**
   * What a client sends and is not stored, which counts nevertheless where the vendor has it so: lists and maps of the content
   * that are empty, or fields of features that are switched off. Default: nothing.
   */
  readonly unstored?: 'empty' | 'disabled';
  /** Parts of the metadata whose changes count too. */
  readonly metadata: readonly ('labels' | 'annotations')[];
}

export interface Resource {
  readonly group: string;
  readonly version: string;
  /** Plural name in paths. */
  readonly name: string;
  readonly singular: string;
  readonly kind: string;
  /** The kind of its lists; absent: the kind and `List`. */
  readonly listKind?: string;
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: ReadonlyMap<string, Subresource>;
  readonly schema: StructSchema;
  /**
   * True for extension kinds, which a definition describes: objects have no protobuf form (their metadata has one), items of
   * lists name their kind, and patches do not follow the schema. Reading this does not build the schema, which is expensive.
   */
  readonly custom?: true;
  /**
   * Where its objects live: `<prefix>/<group>/<resource>/[<namespace>/]<name>`; undefined for kinds that are answered and
   * never stored (reviews). Several resources that are views of one stored kind (autoscaling v1 and v2, the two event
   * groups) share the prefix.
   */
  readonly storage: StorageForm | undefined;
  readonly strategy: Strategy;
  readonly printer: TablePrinter;
  /** Fields that selectors may name, beside `metadata.name` and (namespaced) `metadata.namespace`; each reads its value as text. */
  readonly selectableFields: ReadonlyMap<string, (object: ApiObject) => string>;
  /** What `metadata.generation` counts; undefined: nothing. */
  readonly generation: GenerationRule | undefined;
  /** Undefined: nothing is said against using it. */
  readonly deprecation: Deprecation | undefined;
}

/** What identifies a resource. */
export type ResourceName = Pick<Resource, 'group' | 'version' | 'name'>;

/** Every resource that is served. Resources come and go at run time; a change of several of them is one step. */
export interface Resources {
  /** Grows with every change. What is made of the resources holds for one version. */
  readonly version: number;
  /** In discovery order; the same array for the same version. */
  readonly all: readonly Resource[];
  /** `resource` is the plural name. Undefined: not served. */
  find(group: string, version: string, resource: string): Resource | undefined;
  /**
   * Applies pending changes, in one step. `find` calls it where that matters. Call it before reading `all` on behalf of a
   * client.
   */
  settle(): void;
}

/**
 * The form in which objects of a resource are written to the store, and the way between it and this version. Older objects may be
 * stored in another version of the kind.
 */
export interface StorageForm {
  /** Key prefix with a trailing slash. */
  readonly prefix: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: StructSchema;
  /** How the watch cache reads the objects: the selectable fields of all views of this prefix. */
  readonly shape: ObjectShape;
  /** Undefined: every object is stored in the served version, and its bytes are served as they are. */
  readonly converter: VersionConverter | undefined;
  /** Of an own kind: every version of its definition, served or not. */
  readonly views?: (version: string) => Resource | undefined;
}
