// What the verbs work with: the collaborators the registry is composed of. Every verb is a function of these and of one
// request.

import type { TimeText } from '../../shared/object/time.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Log } from '../../shared/process/log.ts';
import type { SharedTimers } from '../../shared/process/shared-timers.ts';
import type { Admission } from '../admission/admission.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import type { Store } from '../storage/store.ts';
import type { Allocation } from './allocation/allocation.ts';
import type { RegistryFeatures } from './features.ts';
import type { RegistryFigures } from './figures.ts';
import type { Negotiator } from './representation/negotiator.ts';
import type { ProtobufForm } from './representation/protobuf-form.ts';
import type { RepresentationParts } from './representation/representation-parts.ts';
import type { SharedFrames } from './representation/shared-frames.ts';
import type { Resource, Resources } from './resource.ts';
import type { VerbAnswer, VerbRequest } from './verb.ts';
import type { LargeWork } from './verbs/large-work.ts';
import type { WriteTurns } from './verbs/write-turns.ts';

/** Answers a resource that is computed and never stored (reviews). `object` is the decoded body; the result is sent. */
export type AnswerReview = (request: VerbRequest, object: ApiObject) => Promise<ApiObject>;

/** A token asked for a service account (sub-resource `token`). */
export interface TokenAsked {
  /** As stored. */
  readonly serviceAccount: ApiObject;
  /** The decoded TokenRequest with its defaults. */
  readonly tokenRequest: ApiObject;
  readonly request: VerbRequest;
}

/** Answers the TokenRequest with its status filled. Throws StatusError to refuse. */
export type IssueToken = (asked: TokenAsked) => Promise<ApiObject>;

/** Sub-resources that stream or forward (log, exec, proxy): whoever can reach the node answers them. */
export type AnswerStream = (request: VerbRequest) => Promise<VerbAnswer>;

export interface RegistryParts extends RepresentationParts {
  readonly resources: Resources;
  readonly store: Store;
  /** The watch cache of the resource's storage prefix. Throws for a resource without storage. */
  cacheOf(resource: Resource): ResourceCache;
  readonly admission: Admission;
  readonly log: Log;
  readonly features: RegistryFeatures;
  /** Absent: nobody wants to know. */
  readonly figures?: RegistryFigures;
  /** Absent: reviews are refused with 503. */
  readonly answerReview?: AnswerReview;
  /** Absent: tokens are refused with 503. */
  readonly issueToken?: IssueToken;
  /** Absent: streaming sub-resources are refused with 503. */
  readonly answerStream?: AnswerStream;
  /** Who may change which object now. */
  readonly writeTurns: WriteTurns;
  readonly largeWork: LargeWork;
  /** What the clock's times are written as. */
  readonly timeText: TimeText;
  /** Which form an Accept header leads to. */
  readonly negotiator: Negotiator;
  /** How objects are read and written as protobuf. */
  readonly protobuf: ProtobufForm;
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
  readonly allocations: readonly Allocation[];
}
