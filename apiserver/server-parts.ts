// How the parts of a server are wired: one list of constructions, no logic. `server.ts` starts and stops what this makes.

import { ApiClient } from '../shared/client/request/api-client.ts';
import type { Transport } from '../shared/client/contract/transport.ts';
import { Deadlines } from '../shared/process/time/deadlines.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { loadSchemas } from '../shared/schema/builtin.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import { serviceAccountUser } from './authentication/service-account/service-account-claims.ts';
import { answerReview } from './authorization/review/access-reviews.ts';
import { isOn, registryFeatures } from './config/option/gates.ts';
import { secrets } from './controller/api/resources.ts';
import { Readiness } from './health/readiness.ts';
import { BodyBudget, recordBodies } from './http/transport/body/body-budget.ts';
import { ConnectionMetrics, recordConnections } from './http/transport/connection/connection-metrics.ts';
import { statusEncoder } from './http/error/encode-status.ts';
import { type Handler, localTransport } from './http/transport/local/exchange-local.ts';
import { answerInTurns } from './http/transport/local/local-turns.ts';
import { pathTable } from './http/request/path-table.ts';
import { pipeline, stagesOf } from './http/pipeline.ts';
import { RequestsUnderWay } from './http/request/requests-under-way.ts';
import { recordFlushes } from './http/transport/write/flush-metrics.ts';
import { StalledWriters } from './http/transport/write/stalled-writers.ts';
import { FlushScheduler } from './http/transport/write/flush-scheduler.ts';
import { nodeConnection } from './assembly/node-connection.ts';
import { streamMetrics } from './connect/stream/stream-metrics.ts';
import { type LazyOutbound, lazyOutbound } from './outbound/lazy-outbound.ts';
import {
  declaredMetrics,
  keptAllocations,
  keptFrames,
  largeWorkWaiting,
  registryMetrics,
  writesWaiting,
} from './registry/contract/registry-metrics.ts';
import { makeRegistry } from './registry/compose.ts';
import { LargeWork } from './registry/context/large-work.ts';
import { SharedFrames } from './registry/representation/watch/shared-frames.ts';
import { WriteTurns } from './registry/context/write-turns.ts';
import type { DefinitionFollower } from './extension/definition/definition-follower.ts';
import type { ResourceTable } from './registry/table.ts';
import { resourceListers } from './assembly/resource-listers.ts';
import { type ServerAggregation, serverAggregation } from './assembly/server-aggregation.ts';
import { type Compactor, compactor } from './storage/upkeep/compaction.ts';
import { buildAccess } from './assembly/server-access.ts';
import { buildAdmission } from './assembly/server-admission.ts';
import type { BootstrapParts } from './assembly/server-bootstrap.ts';
import type { ControllerParts } from './assembly/server-controllers.ts';
import { followDefinitions } from './server-definitions.ts';
import type { ServerContext } from './context/server-context.ts';
import { serverPaths } from './assembly/server-paths.ts';
import { serverResources } from './assembly/server-resources.ts';
import { formatTime } from '../shared/object/time.ts';
import type { Store } from './storage/contract/store.ts';
import { informedKindsReadable } from './storage/cache/informed-kinds.ts';
import type { WatchCache } from './storage/cache/watch-cache.ts';

/** Start-up work that must be done before the server is ready. */
export const startupWork = ['rbac/bootstrap-roles', 'bootstrap-controller'] as const;

export interface PartsOptions extends ServerContext {
  /** Aborts when everything is to end. */
  readonly stopped: AbortSignal;
  /** Host and port as clients reach the server; asked once it listens. */
  readonly serverAddress: () => string;
}

export interface ServerParts extends ControllerParts, BootstrapParts {
  readonly answer: Handler;
  readonly requests: RequestsUnderWay;
  readonly stalled: StalledWriters;
  readonly rounds: FlushScheduler;
  readonly connections: ConnectionMetrics;
  readonly bodies: BodyBudget;
  readonly readiness: Readiness;
  /** Every resource that the server has; resources may join and leave it. */
  readonly resources: ResourceTable;
  readonly watchCache: WatchCache;
  /** Keeps the resources of definitions in the table. */
  readonly definitions: DefinitionFollower;
  /** Versions of groups that other servers answer. To be closed when no request is under way. */
  readonly aggregation: ServerAggregation;
  /** Calls webhooks. To be closed when no request is under way. */
  readonly outbound: LazyOutbound;
  /** What keeps the server going, controllers not included. */
  readonly loops: readonly Loop[];
  /** Compacts old history on demand; undefined: history is kept. */
  readonly compactor: Compactor | undefined;
  /** Resolves when every cache shows what the store had at the start. */
  cachesReady(): Promise<void>;
  /** Whether the server can read what it needs itself. */
  readonly readable: () => boolean;
  /** PEM of all CAs whose client certificates count, those of proxies included. */
  readonly clientCa: string;
}

/** Throws an Error for options that contradict each other or cannot be read. */
export function buildServer(settings: PartsOptions): ServerParts {
  const { vendor, clock, log, store, options, stopped } = settings;
  const schemas = loadSchemas(vendor);
  const { table: resources, served, watchCache } = serverResources(settings, schemas);
  const listers = resourceListers(vendor, resources, watchCache);
  const clientCa = [settings.credentials.ca.certificatePem, options.clientCa ?? ''].join('\n');
  const outbound = lazyOutbound(settings, listers);
  const aggregation = serverAggregation(settings, listers, { table: resources, served });
  // The system's own way in exists only once the rest does.
  let master: Transport | undefined;
  const access = buildAccess(
    { ...settings, labelSecret: (...secret) => labelSecret(settings, master, ...secret) },
    listers,
    clientCa,
  );
  const admission = buildAdmission(settings, { resources, listers, access, watchCache, outbound, schemas });
  const writeTurns = new WriteTurns();
  writesWaiting(settings.metrics, writeTurns);
  const largeWork = new LargeWork();
  largeWorkWaiting(settings.metrics, largeWork);
  const sharedFrames = new SharedFrames();
  keptFrames(settings.metrics, sharedFrames.memory);
  const answerVerb = makeRegistry({
    vendor,
    resources,
    schemas,
    store,
    watchCache,
    admission,
    clock,
    log,
    features: registryFeatures(settings.gates),
    metrics: registryMetrics(settings.metrics),
    declaredMetrics: declaredMetrics(settings.metrics, vendor),
    keptAllocations: keptAllocations(settings.metrics),
    writeTurns,
    largeWork,
    sharedFrames,
    issueToken: access.issueToken,
    handleConnect: nodeConnection({
      resources,
      store,
      vendor,
      clock,
      metrics: streamMetrics(settings.metrics),
      ca: settings.credentials.ca,
      ...options.nodeConnection,
    }),
    handleReview: (request, object) =>
      answerReview(object.kind, object, {
        user: request.user,
        namespace: request.namespace,
        authorizer: access.authorizer,
        authenticate: access.authenticateToken,
        audiences: access.audiences,
        time: formatTime(clock.now()),
        signal: request.signal,
      }),
    ...(options.serviceRange === undefined ? {} : { serviceRange: options.serviceRange }),
    ...(options.nodePorts === undefined ? {} : { nodePorts: options.nodePorts }),
    ...(options.garbageCollection === undefined ? {} : { garbageCollection: options.garbageCollection }),
    ...(options.deleteCollectionWorkers === undefined ? {} : { deleteWorkers: options.deleteCollectionWorkers }),
    ...(options.limits?.shortestWatch === undefined ? {} : { shortestWatch: options.limits.shortestWatch }),
  });
  const readiness = new Readiness(clock, startupWork);
  const requests = new RequestsUnderWay();
  const stages = stagesOf({
    vendor,
    clock,
    log,
    metrics: settings.metrics,
    authenticator: access.authenticator,
    authorizer: access.authorizer,
    resources,
    servedResources: served,
    answerVerb,
    forward: aggregation.stage,
    findPath: pathTable(
      serverPaths({ ...settings, schemas, remote: aggregation.groups }, served, access.issuerMounts, readiness),
    ),
    encodeStatus: statusEncoder(vendor, schemas, isOn(settings.gates, 'CBORServingAndStorage')),
    ...(settings.audit === undefined ? {} : { auditor: settings.audit.auditor }),
    whenFresh: (request) => watchCache.whenFresh(request),
    requests,
    deadlines: new Deadlines(clock, stopped),
    compression: isOn(settings.gates, 'APIResponseCompression'),
    ...options.limits,
    ...(settings.allowedOrigin === undefined ? {} : { allowedOrigin: settings.allowedOrigin }),
    ...(options.strictTransportSecurity === undefined
      ? {}
      : { strictTransportSecurity: options.strictTransportSecurity }),
  });
  const answer = pipeline(stages, clock);
  const stalled = new StalledWriters(clock);
  const rounds = new FlushScheduler(systemClock);
  recordFlushes(settings.metrics, rounds);
  const connections = new ConnectionMetrics();
  const bodies = new BodyBudget();
  recordBodies(settings.metrics, bodies);
  recordConnections(settings.metrics, connections);
  const ways = transports(answerInTurns(answer, clock), vendor);
  master = ways.masterTransport;
  return {
    answer,
    requests,
    stalled,
    rounds,
    connections,
    bodies,
    readiness,
    resources,
    watchCache,
    outbound,
    aggregation,
    definitions: followDefinitions(settings, { table: resources, watchCache, outbound }, schemas),
    loops: [
      ...settings.storeLoops,
      ...(settings.audit?.loops ?? []),
      ...settings.authentication.loops,
      ...settings.authorization.loops,
      stalled,
      watchCache.selections,
      watchCache.rereader,
    ],
    compactor: compactorOf(store, options.historyPeriod),
    cachesReady: async () => {
      await Promise.all(Array.from(watchCache.caches, (cache) => cache.ready()));
    },
    readable: () => informedKindsReadable(vendor, (prefix) => watchCache.cacheOf(prefix)),
    clientCa: [clientCa, options.requestHeader?.clientCa ?? ''].join('\n'),
    accessCa: clientCa,
    signSecretToken: access.signSecretToken,
    ...ways,
  };
}

/** Not awaited: a failure is retried with the next use of the token. */
function labelSecret(
  { clock, log }: PartsOptions,
  transport: Transport | undefined,
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>>,
): void {
  if (transport === undefined) return;
  new ApiClient(transport, { clock })
    .resource(secrets)
    .in(namespace)
    .patch(name, 'merge', { metadata: { labels } })
    .catch((error: unknown) => log.debug('a secret was not labelled', { namespace, name, error }));
}

function compactorOf(store: Store, historyMilliseconds: number | undefined): Compactor | undefined {
  if (historyMilliseconds === undefined) {
    return compactor({ store });
  }
  return historyMilliseconds === 0 ? undefined : compactor({ store, historyMilliseconds });
}

function transports(
  answer: Handler,
  vendor: Vendor,
): Pick<ServerParts, 'masterTransport' | 'readerTransport' | 'schedulerTransport' | 'transportFor'> {
  const extra = new Map<string, readonly string[]>();
  const systemNamespace = vendor.fill('{short}-system');
  // Clients know the parts of the system by these names, whichever program they run in.
  const program = (name: string): string => vendor.fill(`{short}-${name}`);
  const component = (name: string): Transport =>
    localTransport(
      answer,
      { username: vendor.fill(`system:{short}-${name}`), groups: ['system:authenticated'], extra },
      program(name),
    );
  return {
    masterTransport: localTransport(
      answer,
      { username: 'system:apiserver', groups: ['system:masters', 'system:authenticated'], extra },
      program('apiserver'),
    ),
    readerTransport: component('controller-manager'),
    schedulerTransport: component('scheduler'),
    transportFor: (name) =>
      localTransport(answer, serviceAccountUser(systemNamespace, name, undefined), program('controller-manager')),
  };
}
