// The registry: answers every verb on every resource. This file is the table of who answers what; the work is in the verb
// and sub-resource files.

import type { Clock } from '../../shared/process/clock.ts';
import type { Log } from '../../shared/process/log.ts';
import type { CounterSeries } from '../../shared/process/metric.ts';
import { SharedTimers } from '../../shared/process/shared-timers.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Admission } from '../admission/admission.ts';
import type { ObjectShape } from '../storage/cached-object.ts';
import type { ResourceCache } from '../storage/resource-cache.ts';
import type { Store } from '../storage/store.ts';
import type { Allocation } from './allocation/allocation.ts';
import type { AnswerReview, AnswerStream, IssueToken, RegistryParts } from './parts.ts';
import type { Resources, Verb } from './resource.ts';
import type { AnswerVerb, VerbAnswer, VerbRequest } from './verb.ts';
import {
  methodNotAllowed,
  requestBeyondLimit,
  resourceNotFound,
  serverTimeout,
  serviceUnavailable,
} from '../../shared/object/errors.ts';
import { StoreUnavailableError, ValueTooLargeError } from '../storage/store.ts';
import { serviceAllocation } from './allocation/service-allocation.ts';
import { defaultFeatures, type RegistryFeatures } from './features.ts';
import type { RegistryFigures } from './figures.ts';
import { TimeText } from '../../shared/object/time.ts';
import { Negotiator } from './representation/negotiator.ts';
import { AnswerMemory } from './representation/answer-memory.ts';
import { SharedFrames } from './representation/shared-frames.ts';
import { makeProtobufForm } from './representation/protobuf-form.ts';
import { groupResourceOf, storageOf } from './stored-objects.ts';
import { createBinding } from './subresources/binding.ts';
import { createEviction } from './subresources/eviction.ts';
import { getScale, patchScale, updateScale } from './subresources/scale.ts';
import { createToken } from './subresources/token.ts';
import { create } from './verbs/create.ts';
import { deleteCollection } from './verbs/delete-collection.ts';
import { remove } from './verbs/delete.ts';
import { get } from './verbs/get.ts';
import { list } from './verbs/list.ts';
import { patch } from './verbs/patch.ts';
import { update } from './verbs/update.ts';
import { watch } from './verbs/watch.ts';
import { LargeWork } from './verbs/large-work.ts';
import { WriteTurns } from './verbs/write-turns.ts';

export interface RegistrySettings {
  readonly vendor: Vendor;
  readonly resources: Resources;
  /** The schemas the resources were made of. */
  readonly schemas: Schemas;
  readonly store: Store;
  /** Hands out the cache of a storage prefix. The prefixes are those of `storageShapes(resources)`. */
  readonly watchCache: { cacheFor(shape: ObjectShape): ResourceCache };
  readonly admission: Admission;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: as of gates that nobody set. */
  readonly features?: RegistryFeatures;
  /** Counts addresses and ports that the store did not take back from a service. */
  readonly keptAllocations?: CounterSeries;
  /** Default: its own. For who wants to know how many writes wait. */
  readonly writeTurns?: WriteTurns;
  /** Default: one of its own. */
  readonly largeWork?: LargeWork;
  /** Who is told how much was listed and watched. */
  readonly figures?: RegistryFigures;
  readonly answerReview?: AnswerReview;
  readonly issueToken?: IssueToken;
  readonly answerStream?: AnswerStream;
  /** CIDR of the addresses of services; default `10.0.0.0/24`. */
  readonly serviceRange?: string;
  /** Whether deletes leave finalizers for the garbage collector; default true. */
  readonly garbageCollection?: boolean;
  /** Objects that the delete of a collection removes at once; default 1. */
  readonly deleteWorkers?: number;
  /** Seconds that a watch without a timeout of its own lasts at least; default 1800. */
  readonly shortestWatch?: number;
  /** First and last node port; default 30000 to 32767. */
  readonly nodePorts?: { readonly first: number; readonly last: number };
}

type Answer = (parts: RegistryParts, request: VerbRequest) => VerbAnswer | Promise<VerbAnswer>;

const verbs: Readonly<Record<Verb, Answer>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: deleteCollection,
};

const parentVerbs = new Map<Verb, Answer>([
  ['get', get],
  ['update', update],
  ['patch', patch],
]);

/** By plural name and sub-resource, or by the sub-resource of any kind. */
const subresources: ReadonlyMap<string, ReadonlyMap<Verb, Answer>> = new Map([
  ['status', parentVerbs],
  ['namespaces/finalize', new Map<Verb, Answer>([['update', update]])],
  ['certificatesigningrequests/approval', parentVerbs],
  ['pods/ephemeralcontainers', parentVerbs],
  ['pods/resize', parentVerbs],
  [
    'scale',
    new Map<Verb, Answer>([
      ['get', getScale],
      ['update', updateScale],
      ['patch', patchScale],
    ]),
  ],
  ['pods/binding', new Map<Verb, Answer>([['create', createBinding]])],
  ['pods/eviction', new Map<Verb, Answer>([['create', createEviction]])],
  ['serviceaccounts/token', new Map<Verb, Answer>([['create', createToken]])],
]);

export function makeRegistry(settings: RegistrySettings): AnswerVerb {
  const { store, clock, log, watchCache, serviceRange, nodePorts, keptAllocations } = settings;
  const allocations: readonly Allocation[] = [
    serviceAllocation({
      store,
      clock,
      onKept: (item, error) => {
        keptAllocations?.increment();
        log.warn('what a service held could not be given back; the next one that asks for it gets it', { item, error });
      },
      ...(serviceRange === undefined ? {} : { serviceRange }),
      ...(nodePorts === undefined ? {} : { nodePorts }),
    }),
  ];
  const features = settings.features ?? defaultFeatures;
  const parts: RegistryParts = {
    ...settings,
    allocations,
    features,
    writeTurns: settings.writeTurns ?? new WriteTurns(),
    largeWork: settings.largeWork ?? new LargeWork(),
    timeText: new TimeText(),
    negotiator: new Negotiator(settings.vendor, features.cbor),
    protobuf: makeProtobufForm(settings.schemas),
    sharedFrames: new SharedFrames(),
    watchTimers: new SharedTimers(clock),
    answerMemory: new AnswerMemory(),
    cacheOf: (resource) => watchCache.cacheFor(storageOf(resource, 'list').shape),
  };
  const refusal = (request: VerbRequest, error: unknown): unknown => {
    if (error instanceof ValueTooLargeError) return requestBeyondLimit(error.message);
    if (!(error instanceof StoreUnavailableError)) return error;
    log.warn('the store could not serve a request', { verb: request.verb, error });
    return serverTimeout(groupResourceOf(request.resource), request.verb);
  };
  const waited = async (request: VerbRequest, answer: Promise<VerbAnswer>): Promise<VerbAnswer> => {
    try {
      return await answer;
    } catch (error) {
      throw refusal(request, error);
    }
  };
  return (request) => {
    try {
      const answer = answererOf(parts, request)(parts, request);
      return answer instanceof Promise ? waited(request, answer) : answer;
    } catch (error) {
      throw refusal(request, error);
    }
  };
}

function answererOf(parts: RegistryParts, request: VerbRequest): Answer {
  const { resource, subresource, verb } = request;
  if (subresource === undefined) {
    if (!resource.verbs.includes(verb)) throw methodNotAllowed();
    return resource.name === 'bindings' && resource.group === '' ? createBinding : verbs[verb];
  }
  if (!resource.subresources.has(subresource.name)) throw resourceNotFound();
  if (!subresource.verbs.includes(verb)) throw methodNotAllowed();
  const own = subresources.get(`${resource.name}/${subresource.name}`) ?? subresources.get(subresource.name);
  const answer = own?.get(verb);
  if (answer !== undefined) return answer;
  const { answerStream } = parts;
  if (answerStream === undefined) {
    throw serviceUnavailable(
      `${resource.name}/${subresource.name} is not available: this service has no way to the node`,
    );
  }
  return (_parts, asked) => answerStream(asked);
}
