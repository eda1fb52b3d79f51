// The registry: handles every verb on every resource. This file is the table of handlers; the work is in the verb
// and sub-resource files.

import { catchMaybePromise } from '../../shared/process/async/maybe-promise.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { CounterSeries } from '../../shared/process/metric/metric.ts';
import { SharedTimers } from '../../shared/process/time/shared-timers.ts';
import type { Schemas } from '../../shared/schema/builtin.ts';
import type { RulesByKind } from '../../shared/rule/rule.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Admission } from '../admission/contract/admission.ts';
import { CacheClosedError, type ResourceCache } from '../storage/contract/resource-cache.ts';
import type { Store } from '../storage/contract/store.ts';
import type { Allocator } from './allocation/allocation.ts';
import type {
  ReviewHandler,
  ConnectHandler,
  IssueToken,
  RegistryDependencies,
} from './context/registry-dependencies.ts';
import type { Resource, Resources, Verb } from './contract/resource.ts';
import {
  type ResourceHandler,
  type Response,
  type ResourceRequest,
  ResourceChangedError,
} from './contract/resource-handler.ts';
import {
  internalError,
  methodNotAllowed,
  requestBeyondLimit,
  resourceNotFound,
  serverTimeout,
  serviceUnavailable,
} from '../../shared/object/errors.ts';
import {
  StoreUnavailableError,
  UnreadableValueError,
  UnwritableValueError,
  ValueTooLargeError,
} from '../storage/contract/store.ts';
import { declaredRules } from '../../shared/rule/declared-rules.ts';
import { serviceAllocator } from './allocation/service-allocation.ts';
import { defaultFeatures } from './context/default-features.ts';
import type { RegistryFeatures } from './contract/features.ts';
import type { FieldOwnership } from './contract/field-ownership.ts';
import type { DeclaredMetrics, RegistryMetrics } from './contract/registry-metrics.ts';
import { TimeText } from '../../shared/object/time.ts';
import { Negotiator } from './representation/output/negotiator.ts';
import { BufferPool } from './representation/output/buffer-pool.ts';
import { SharedFrames } from './representation/watch/shared-frames.ts';
import { makeProtobufCodec } from './representation/output/protobuf-codec.ts';
import { declaredValidation, type JudgeDeclared, nothingDeclared } from './object/declared-validation.ts';
import { groupResourceOf, storageOf } from './object/stored-objects.ts';
import { unreadableObject } from './object/unreadable-status.ts';
import { createBinding } from './subresources/binding.ts';
import { connectionOptions } from './subresources/connection-options.ts';
import { createEviction } from './subresources/eviction.ts';
import { getScale, patchScale, updateScale } from './subresources/scale.ts';
import { createToken } from './subresources/token.ts';
import { create } from './write/create.ts';
import { admitConnection } from './write/pipeline/admitted.ts';
import { deleteCollection } from './write/delete-collection.ts';
import { remove } from './write/delete.ts';
import { get } from './read/get.ts';
import { list } from './read/list.ts';
import { TrackedOwnership } from './ownership/tracked-ownership.ts';
import { patch } from './write/patch.ts';
import { update } from './write/update.ts';
import { watch } from './read/watch.ts';
import { LargeWork } from './context/large-work.ts';
import { WriteTurns } from './context/write-turns.ts';
import { droppedTogether } from './kinds/catalogue.ts';

export interface RegistrySettings {
  readonly vendor: Vendor;
  readonly resources: Resources;
  /** The schemas the resources were made of. */
  readonly schemas: Schemas;
  readonly store: Store;
  /** Hands out the cache of a storage prefix; undefined: no resource is stored there. See `cached-resources.ts`. */
  readonly watchCache: { cacheOf(prefix: string): ResourceCache | undefined };
  readonly admission: Admission;
  readonly clock: Clock;
  readonly log: Log;
  /** Default: every gate has its default value. */
  readonly features?: RegistryFeatures;
  /** Default: every write that names a manager is recorded in `metadata.managedFields`. */
  readonly fieldOwnership?: FieldOwnership;
  /** Counts addresses and ports that the store did not take back from a service. */
  readonly keptAllocations?: CounterSeries;
  /** Default: its own. For callers that need the number of waiting writes. */
  readonly writeTurns?: WriteTurns;
  /** Default: one of its own. */
  readonly largeWork?: LargeWork;
  /** Default: their own. For callers that need the size of the cache. */
  readonly sharedFrames?: SharedFrames;
  /** Records how much was listed and watched. */
  readonly metrics?: RegistryMetrics;
  /** Default: those of the built-in kinds. */
  readonly declaredRules?: RulesByKind;
  /** Counts where declared rules and the other validation differ. */
  readonly declaredMetrics?: DeclaredMetrics;
  readonly handleReview?: ReviewHandler;
  readonly issueToken?: IssueToken;
  readonly handleConnect?: ConnectHandler;
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

type VerbHandler = (parts: RegistryDependencies, request: ResourceRequest) => Response | Promise<Response>;

const verbs: Readonly<Record<Verb, VerbHandler>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: deleteCollection,
};

const parentVerbs = new Map<Verb, VerbHandler>([
  ['get', get],
  ['update', update],
  ['patch', patch],
]);

/** By plural name and sub-resource, or by the sub-resource of any kind. */
const subresources: ReadonlyMap<string, ReadonlyMap<Verb, VerbHandler>> = new Map([
  ['status', parentVerbs],
  [
    'scale',
    new Map<Verb, VerbHandler>([
      ['get', getScale],
      ['update', updateScale],
      ['patch', patchScale],
    ]),
  ],
  ['pods/binding', new Map<Verb, VerbHandler>([['create', createBinding]])],
  ['pods/eviction', new Map<Verb, VerbHandler>([['create', createEviction]])],
  ['serviceaccounts/token', new Map<Verb, VerbHandler>([['create', createToken]])],
]);

export function makeRegistry(settings: RegistrySettings): ResourceHandler {
  const { store, clock, log, resources, watchCache, serviceRange, nodePorts, keptAllocations } = settings;
  const allocators: readonly Allocator[] = [
    serviceAllocator({
      store,
      clock,
      onKept: (item, error) => {
        keptAllocations?.increment();
        log.warn('an address or port could not be released; the next service that requests it gets it', {
          item,
          error,
        });
      },
      ...(serviceRange === undefined ? {} : { serviceRange }),
      ...(nodePorts === undefined ? {} : { nodePorts }),
      healthPortStatus: settings.vendor.behaviour.healthPortStatus,
    }),
  ];
  const features = settings.features ?? defaultFeatures;
  const servedNow = ({ group, version, name }: Resource) => resources.find(group, version, name);
  const parts: RegistryDependencies = {
    ...settings,
    allocators,
    features,
    fieldOwnership: settings.fieldOwnership ?? new TrackedOwnership(settings.vendor, settings.resources),
    judgeDeclared: judgeDeclared(settings, features),
    disabledFields: { gates: features.disabledGates, together: droppedTogether },
    writeTurns: settings.writeTurns ?? new WriteTurns(),
    largeWork: settings.largeWork ?? new LargeWork(),
    timeText: new TimeText(),
    negotiator: new Negotiator(settings.vendor, features.cbor),
    protobuf: makeProtobufCodec(settings.schemas),
    sharedFrames: settings.sharedFrames ?? new SharedFrames(),
    watchTimers: new SharedTimers(clock),
    bufferPool: new BufferPool(),
    cacheOf(resource) {
      const cache = watchCache.cacheOf(storageOf(resource, 'list').prefix);
      if (cache === undefined) throw resourceNotFound();
      return cache;
    },
    requireUnchanged(resource) {
      const now = servedNow(resource);
      if (now === undefined) throw resourceNotFound();
      if (now !== resource) throw new ResourceChangedError('the resource was changed while it was read');
    },
  };
  const refusal = (request: ResourceRequest, error: unknown): unknown => {
    if (error instanceof ValueTooLargeError) return requestBeyondLimit(error.message);
    if (error instanceof UnreadableValueError) return unreadableObject(features, error);
    if (error instanceof UnwritableValueError) {
      log.error('an object cannot be encrypted', { verb: request.verb, error });
      return internalError(error);
    }
    if (error instanceof CacheClosedError && servedNow(request.resource) !== request.resource)
      return resourceNotFound();
    if (!(error instanceof StoreUnavailableError || error instanceof CacheClosedError)) return error;
    log.warn('the store could not serve a request', { verb: request.verb, error });
    return serverTimeout(groupResourceOf(request.resource), request.verb);
  };
  return (request) =>
    catchMaybePromise(
      () => handlerOf(parts, request)(parts, request),
      (error) => {
        throw refusal(request, error);
      },
    );
}

function judgeDeclared(settings: RegistrySettings, features: RegistryFeatures): JudgeDeclared {
  if (features.declaredValidation === 'off') return nothingDeclared;
  return declaredValidation({
    rules: settings.declaredRules ?? declaredRules,
    decides: features.declaredValidation === 'decides',
    log: settings.log,
    ...(settings.declaredMetrics === undefined ? {} : { metrics: settings.declaredMetrics }),
  });
}

function handlerOf(parts: RegistryDependencies, request: ResourceRequest): VerbHandler {
  const { resource, subresource, verb } = request;
  if (subresource === undefined) {
    if (!resource.verbs.includes(verb)) throw methodNotAllowed();
    return resource.name === 'bindings' && resource.group === '' ? createBinding : verbs[verb];
  }
  if (!resource.subresources.has(subresource.name)) throw resourceNotFound();
  if (!subresource.verbs.includes(verb)) throw methodNotAllowed();
  const own = subresources.get(`${resource.name}/${subresource.name}`) ?? subresources.get(subresource.name);
  const answer = (subresource.update === undefined ? own : parentVerbs)?.get(verb);
  if (answer !== undefined) return answer;
  const { handleConnect } = parts;
  if (handleConnect === undefined) {
    throw serviceUnavailable(
      `${resource.name}/${subresource.name} is not available: this service has no way to the node`,
    );
  }
  return async (_parts, asked) => {
    // Logs are read; everything else is a connection, which admission may refuse (ADM-004).
    if (subresource.name !== 'log') {
      const { namespace, name } = asked;
      const object = connectionOptions(subresource, asked);
      await admitConnection(parts, {
        request: asked,
        resource,
        subresource: subresource.name,
        namespace,
        name,
        object,
      });
    }
    return handleConnect(asked);
  };
}
