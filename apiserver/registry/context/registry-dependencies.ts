// What the verbs work with: the collaborators the registry is composed of. Every verb is a function of these and of one
// request.

import type { TimeText } from '../../../shared/object/time.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { SharedTimers } from '../../../shared/process/time/shared-timers.ts';
import type { Admission } from '../../admission/contract/admission.ts';
import type { ResourceCache } from '../../storage/contract/resource-cache.ts';
import type { Store } from '../../storage/contract/store.ts';
import type { Allocator } from '../allocation/allocation.ts';
import type { RegistryFeatures } from '../contract/features.ts';
import type { FieldOwnership } from '../contract/field-ownership.ts';
import type { RegistryMetrics } from '../contract/registry-metrics.ts';
import type { Negotiator } from '../representation/output/negotiator.ts';
import type { ProtobufCodec } from '../representation/output/protobuf-codec.ts';
import type { RepresentationDependencies } from '../representation/output/representation-parts.ts';
import type { SharedFrames } from '../representation/watch/shared-frames.ts';
import type { Resource, Resources } from '../contract/resource.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { LargeWork } from './large-work.ts';
import type { WriteTurns } from './write-turns.ts';
import type { JudgeDeclared } from '../object/declared-validation.ts';
import type { DisabledFields } from '../object/disabled-fields.ts';

/** Answers a resource that is computed and never stored (reviews). `object` is the decoded body; the result is sent. */
export type ReviewHandler = (request: ResourceRequest, object: ApiObject) => Promise<ApiObject>;

/** A token asked for a service account (sub-resource `token`). */
export interface TokenAsked {
  /** As stored. */
  readonly serviceAccount: ApiObject;
  /** The decoded TokenRequest with its defaults. */
  readonly tokenRequest: ApiObject;
  readonly request: ResourceRequest;
}

/** Answers the TokenRequest with its status filled. Throws StatusError to refuse. */
export type IssueToken = (asked: TokenAsked) => Promise<ApiObject>;

/** Sub-resources that stream or forward (log, exec, proxy), handled by what can reach the node. */
export type ConnectHandler = (request: ResourceRequest) => Promise<Response>;

export interface RegistryDependencies extends RepresentationDependencies {
  readonly resources: Resources;
  readonly store: Store;
  /** The watch cache of the resource's storage prefix. Throws 405 for a resource without storage, 404 when it is no longer served. */
  cacheOf(resource: Resource): ResourceCache;
  /** For reads that waited. Throws 404 when the resource is no longer served, ResourceChangedError when it was changed meanwhile. */
  requireUnchanged(resource: Resource): void;
  readonly admission: Admission;
  readonly log: Log;
  /** What writes do to `metadata.managedFields`. */
  readonly fieldOwnership: FieldOwnership;
  readonly features: RegistryFeatures;
  /** What writes lose because its feature is off. */
  readonly disabledFields: DisabledFields;
  /** What declared rules add to what is wrong with an object, or put in its place. */
  readonly judgeDeclared: JudgeDeclared;
  /** Absent: not recorded. */
  readonly metrics?: RegistryMetrics;
  /** Absent: reviews are refused with 503. */
  readonly handleReview?: ReviewHandler;
  /** Absent: tokens are refused with 503. */
  readonly issueToken?: IssueToken;
  /** Absent: streaming sub-resources are refused with 503. */
  readonly handleConnect?: ConnectHandler;
  /** Who may change which object now. */
  readonly writeTurns: WriteTurns;
  readonly largeWork: LargeWork;
  /** What the clock's times are written as. */
  readonly timeText: TimeText;
  /** Which form an Accept header leads to. */
  readonly negotiator: Negotiator;
  /** How objects are read and written as protobuf. */
  readonly protobuf: ProtobufCodec;
  /** Frames that watchers of one change share. */
  readonly sharedFrames: SharedFrames;
  /** For the bookmarks and deadlines of watches. */
  readonly watchTimers: SharedTimers;
  /** Whether deletes leave finalizers for the garbage collector; default true. */
  readonly garbageCollection?: boolean;
  /** Objects that the delete of a collection removes at once; default 1. */
  readonly deleteWorkers?: number;
  /** Seconds that a watch without a timeout of its own lasts at least; default 1800. */
  readonly shortestWatch?: number;
  /** What an object takes from a shared pool when it is written (service addresses and ports). */
  readonly allocators: readonly Allocator[];
}
